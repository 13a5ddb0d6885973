import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo watch` in a damaged store: a node that cannot be read is not reported as something else, and is reported when
/// a good copy has come.
@Suite struct WatchOfDamageTests {
    private let runner: CommandRunner
    private let file: String
    private let ids: Set<String>

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        file = try runner.storePacked()
        ids = Set(try runner.run("redo-log", ["--format=%H"]).lines)
    }

    /// Overwrites three bytes in the middle of the pack.
    private func damage() throws {
        let pack = try runner.onlyPack().pack
        var bytes = try runner.contents(ofFile: pack)
        let middle = bytes.count / 2
        for place in middle..<(middle + 3) { bytes[place] ^= 0xFF }
        try runner.replace(pack, with: bytes)
    }

    private struct Told {
        var outcome: CommandOutcome
        var ids: Set<String> = []
        var cursor: String
    }

    private func watch(since cursor: String) throws -> Told {
        let outcome = try runner.run("redo-watch", ["--since", cursor, "--once"])
        var told = Told(outcome: outcome, cursor: cursor)
        for line in outcome.lines {
            let object = try JSONDocument(Array(line.utf8)).root.value
            #expect(object["action"] != .null)
            told.ids.insert(try #require(object["node"]?.text))
            told.cursor = try #require(object["cursor"]?.text)
        }
        #expect(told.ids.count == outcome.lines.count)
        return told
    }

    @Test func aDamagedNodeIsReportedWhenAGoodCopyComes() throws {
        try damage()
        let before = try watch(since: "0")
        #expect(before.outcome.status == 3, "\(before.outcome.error)")
        #expect(before.outcome.codedError.contains("warning: RECONSTRUCT_003: "))
        #expect(before.ids.count < ids.count)
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 1)
        // What the repair saved is told, what is lost is still missing.
        let cursor = try runner.run("redo-watch", ["--cursor"]).lines[0]
        let saved = try watch(since: before.cursor)
        #expect(saved.outcome.status == 3)
        #expect(try runner.run("redo-import", ["--unsigned", file]).status == 0)
        let rest = try watch(since: cursor)
        #expect(rest.outcome.status == 0, "\(rest.outcome)")
        let told = before.ids.union(saved.ids).union(rest.ids)
        #expect(told == ids)
        #expect(before.ids.isDisjoint(with: rest.ids))
        let last = rest.ids.isEmpty ? cursor : rest.cursor
        #expect(try watch(since: last).outcome.lines.isEmpty)
        // From the beginning each node is told once.
        let all = try watch(since: "0")
        #expect(all.ids == ids && all.outcome.status == 0)
    }

    @Test func whatWasGivenUpIsNotMissed() throws {
        try damage()
        _ = try watch(since: "0")
        _ = try runner.run("redo-fsck", ["--repair"])
        #expect(try runner.run("redo-fsck", ["--give-up", "--all"]).status == 0)
        let told = try watch(since: "0")
        #expect(told.outcome.status == 0, "\(told.outcome)")
        #expect(told.ids == Set(try runner.run("redo-log", ["--format=%H"]).lines))
    }

    /// Who watches all the time is told too.
    @Test func aRunningWatchReportsTheGoodCopy() throws {
        try damage()
        let process = try Coprocess(
            runner, "redo-watch", ["--since", "0"], errorFile: "errors")
        defer {
            process.send(signal: SIGTERM)
            _ = process.wait()
        }
        var told: Set<String> = []
        func take() throws {
            let line = try #require(process.line())
            told.insert(
                try #require(try JSONDocument(Array(line.utf8)).root.value["node"]?.text))
        }
        let first = try watch(since: "0").ids
        while told.count < first.count { try take() }
        #expect(try runner.run("redo-import", ["--unsigned", file]).status == 0)
        while told.count < ids.count { try take() }
        #expect(told == ids)
        let errors = String(decoding: try runner.contents(ofFile: "errors"), as: UTF8.self)
        #expect(errors.contains("will be reported when a good copy comes"), "\(errors)")
    }

    @Test func aQueryDoesNotHideThatNodesAreMissing() throws {
        try damage()
        let outcome = try runner.run(
            "redo-watch", ["--since", "0", "--once", "--query", "title:nothing-is-called-so"])
        #expect(outcome.status == 3, "\(outcome)")
    }
}
