import Foundation
import TestSupport
import Testing

/// What ordinary tools save of a pack is enough to make a store again.
@Suite(.withTools("zstdcat")) struct TextOfAPackTests {
    private let runner: CommandRunner
    private let hash: [UInt8]
    private let ids: Set<String>

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
        hash = try runner.run("redo-replay", ["--hash"]).output
        ids = Set(try runner.run("redo-log", ["--format=%H"]).lines)
    }

    /// The text of the pack, and an empty store in the place of the one that had it.
    private func text(_ damage: (inout [UInt8]) -> Void = { _ in }) throws -> [UInt8] {
        let pack = try runner.onlyPack().pack
        var bytes = try runner.contents(ofFile: pack)
        damage(&bytes)
        try runner.replace("damaged.pack", with: bytes)
        _ = try runner.shell("zstdcat damaged.pack > text 2>/dev/null; rm -rf .redo; redo-init -q")
        return try runner.contents(ofFile: "text")
    }

    private func importText(_ text: [UInt8]) throws -> CommandOutcome {
        try runner.run("redo-import", ["--unsigned"], input: text)
    }

    @Test func theWholeTextMakesTheWholeStore() throws {
        let outcome = try importText(text())
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        try runner.expectClean()
    }

    /// A pack that is cut off: its last line is a part of one.
    @Test func theTextOfAPackThatIsCutOffIsTakenInAsFarAsItGoes() throws {
        var text = try text()
        text.removeLast(100)
        let outcome = try importText(text)
        #expect(outcome.status == 1 && outcome.text.hasPrefix("received \(ids.count - 1) nodes"))
        #expect(outcome.codedError.hasPrefix("error: E_SCHEMA_MISMATCH: "), "\(outcome)")
        try runner.expectClean()
    }

    @Test func whatLacksAParentIsSaid() throws {
        let lines = try text().split(separator: 10)
        let first = String(decoding: lines[0], as: UTF8.self)
        let id = try #require(first.range(of: "\"id\":\"")).upperBound
        let lost = String(first[id...].prefix(71))
        let rest: [UInt8] = lines.dropFirst().flatMap { Array($0) + [UInt8(10)] }
        let outcome = try importText(rest)
        #expect(outcome.status == 1, "\(outcome)")
        let errors = outcome.codedError.split(separator: "\n")
        let note = try #require(
            errors.first { $0.hasPrefix("note: ") && $0.contains(" a parent, ") }, "\(outcome)")
        #expect(note.contains(" a parent, directly or by way of others; "), "\(note)")
        #expect(note.hasSuffix("neither here nor in the input: \(lost)"), "\(note)")
        let count = try runner.run("redo-log", ["--format=%H"]).lines.count
        #expect(outcome.text.hasPrefix("received \(count) node"))
        try runner.expectClean()
        // The missing node and the same text once more make it whole.
        #expect(try importText(Array(lines[0]) + [UInt8(10)] + rest).status == 0)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
    }
}
