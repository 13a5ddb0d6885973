import Foundation
import TestSupport
import Testing

/// `redo-replay --family` over the logs of `Fixtures/vectors/families`.
@Suite struct FamilyReplayTests {
    static let logs: [String] = {
        ["effective", "organisation", "people", "rooms"].flatMap { family in
            let directory = Fixtures.directory.appending(path: "vectors/families/\(family)")
            let files = (try? Fixtures.names(in: directory)) ?? []
            // The others are replayed in memory.
            return files.filter { $0.hasSuffix(".jsonl") }
                .filter { family == "organisation" || ("09"..<"17").contains(String($0.prefix(2))) }
                .map { "\(family)/\($0.dropLast(6))" }
        }
    }()

    @Test func thereAreLogs() { #expect(Self.logs.count == 49) }

    /// Loose nodes are read, packed ones through the index.
    @Test(arguments: logs)
    func theAnswersAreThoseOfTheVectors(_ log: String) throws {
        let runner = try CommandRunner.withEmptyStore()
        let file = Fixtures.directory.appending(path: "vectors/families/\(log).jsonl").path
        let imported = try runner.run("redo-import", ["--unsigned", file])
        #expect(imported.status == 0)
        for isPacked in [false, true] {
            if isPacked { #expect(try runner.run("redo-gc", []).status == 0) }
            try expect(runner, log, [], "state.json", lineFeed: [10])
            try expect(runner, log, ["--hash"], "hash.txt")
            try expect(runner, log, ["--void"], "void.tsv")
        }
    }

    @Test func eachVoidNodeIsExplainedInALine() throws {
        let runner = try CommandRunner.withEmptyStore()
        let file = Fixtures.directory.appending(path: "vectors/families/effective/03-removal.jsonl")
        try #require(runner.run("redo-import", [file.path]).status == 0)
        let unshare = try #require(
            Fixtures.lines("vectors/families/effective/03-removal.jsonl").map {
                String(decoding: $0, as: UTF8.self)
            }.first { $0.contains("\"action\":\"UNSHARE\"") })
        let id = try #require(unshare.split(separator: "\"id\":\"sha256:").last?.prefix(7))
        let explained = try runner.run("redo-replay", ["--family", "effective", "--explain"])
        let void = try runner.run("redo-replay", ["--family", "effective", "--void"])
        #expect(explained.status == 0 && explained.codedError.isEmpty)
        #expect(
            explained.lines.map { $0.prefix { $0 != "\t" } }
                == void.lines.map { $0.prefix { $0 != "\t" } })
        #expect(
            explained.lines.contains {
                $0.hasSuffix(
                    "\tvoid: removed by UNSHARE \(id), which had not seen this (E_PERMISSION_DENIED)"
                )
            }, "\(explained.text)")
        let other = try runner.run("redo-replay", ["--family", "effective", "--rejected"])
        #expect(other.status == 129)
    }

    @Test func tasksAreAFamilyToo() throws {
        let runner = try CommandRunner.withStore()
        let canonical = try runner.run("redo-replay", ["--canonical"])
        #expect(try runner.run("redo-replay", ["--family", "tasks"]).output == canonical.output)
        let other = try runner.run("redo-replay", ["--family", "mine"])
        #expect(other.status == 129)
        #expect(other.codedError.contains("there is no family 'mine'"))
        let lone = try runner.run("redo-replay", ["--void"])
        #expect(lone.status == 129)
        #expect(lone.codedError.contains("--void needs --family"))
    }

    private func expect(
        _ runner: CommandRunner, _ log: String, _ options: [String], _ file: String,
        lineFeed: [UInt8] = []
    ) throws {
        let family = String(log.prefix { $0 != "/" })
        let outcome = try runner.run("redo-replay", ["--family", family] + options)
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(
            outcome.output + lineFeed == (try Fixtures.bytes("vectors/families/\(log).\(file)")))
    }
}
