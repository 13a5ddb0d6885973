import Foundation
import TestSupport
import Testing

/// `redo-prune` and `redo-count-objects`.
@Suite struct MaintenanceTests {
    private let runner: CommandRunner
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        ids = try runner.storeChain(2)
    }

    /// Leaves a temporary file behind.
    private func leave(_ name: String, minutesAgo: Double) throws {
        let path = try runner.write("half a node".utf8, to: ".redo/objects/\(name)")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60 * minutesAgo)], ofItemAtPath: path)
    }

    @Test func oldTemporaryFilesAreRemovedAndNothingElse() throws {
        try runner.write("not a node".utf8, to: ".redo/objects/notes")
        _ = try runner.run("redo-prune")
        let before = try runner.contents(of: ".redo")
        try leave("tmp-0123", minutesAgo: 61)
        try leave("tmp-4567", minutesAgo: 10_000)
        let outcome = try runner.run("redo-prune")
        #expect(outcome.status == 0)
        #expect(outcome.text == "removed 2 temporary files\n")
        #expect(outcome.error.isEmpty)
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func aTemporaryFileThatMayBeInUseStays() throws {
        _ = try runner.run("redo-prune")
        try leave("tmp-0123", minutesAgo: 30)
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run("redo-prune")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func quietIsQuiet() throws {
        try leave("tmp-0123", minutesAgo: 61)
        #expect(try runner.run("redo-gc", ["-q"]).output.isEmpty)
        #expect(try runner.temporaryNames().isEmpty)
    }

    @Test func nodesAndGarbageAreCounted() throws {
        #expect(try runner.run("redo-count-objects").text.hasPrefix("2 objects, "))
        try leave("tmp-0123", minutesAgo: 1)
        try runner.write("x".utf8, to: runner.objectName(ids[0]) + ".bak")
        let outcome = try runner.run("redo-count-objects", ["-v"])
        #expect(outcome.status == 0)
        let numbers = outcome.lines.map { $0.split(separator: ":").map(String.init) }
        #expect(
            numbers.map { $0[0] } == [
                "count", "size", "in-pack", "packs", "size-pack", "prune-packable", "garbage",
                "size-garbage",
            ])
        #expect(numbers[0][1] == " 2")
        #expect(numbers[2][1] == " 0" && numbers[3][1] == " 0")
        #expect(numbers[6][1] == " 2")
    }

    @Test func anEmptyStoreHasNoNodes() throws {
        let empty = try CommandRunner.withEmptyStore()
        #expect(try empty.run("redo-count-objects").text == "0 objects, 0 kilobytes\n")
        #expect(try empty.run("redo-gc").output.isEmpty)
    }
}
