import Foundation
import TestSupport
import Testing

/// Fixtures/vectors/logs, through `redo-import` and `redo-replay`.
@Suite struct LogFixtureTests {
    static let names: [String] = {
        (try? Fixtures.names(in: Fixtures.directory.appending(path: "vectors/logs"))) ?? []
    }()

    @Test func thereAreLogs() { #expect(Self.names.count > 50) }

    @Test(arguments: names)
    func theExecutablesGiveTheAnswersOfTheVectors(_ name: String) throws {
        let log = "vectors/logs/\(name)"
        let runner = try CommandRunner.withEmptyStore()
        let imported = try runner.run(
            "redo-import",
            [
                "--unsigned", "--porcelain",
                Fixtures.directory.appending(path: "\(log)/nodes.jsonl").path,
            ])
        #expect(imported.output == (try Fixtures.bytes("\(log)/validate.tsv")))
        let hasRefused = imported.lines.contains { !$0.hasSuffix("\tOK") }
        #expect(imported.status == (hasRefused ? 1 : 0))
        #expect(imported.error.isEmpty)

        let rejected = try runner.run("redo-replay", ["--rejected"])
        #expect(rejected.output == (try Fixtures.bytes("\(log)/rejected.tsv")))
        let state = try runner.run("redo-replay", ["--canonical"])
        #expect(state.output + [10] == (try Fixtures.bytes("\(log)/state.json")))
        let hash = try runner.run("redo-replay", ["--hash"])
        #expect(hash.output == (try Fixtures.bytes("\(log)/hash.txt")))
        #expect([rejected, state, hash].allSatisfy { $0.status == 0 && $0.error.isEmpty })
    }

    @Test(arguments: names)
    func theOrderOfTheLinesMakesNoDifferenceToTheState(_ name: String) throws {
        let seed = Seed()
        var generator = seed.generator
        let lines = try Fixtures.lines("vectors/logs/\(name)/nodes.jsonl")
        let hash = try Fixtures.bytes("vectors/logs/\(name)/hash.txt")
        for order in [lines.reversed(), lines.shuffled(using: &generator)] {
            let runner = try CommandRunner.withEmptyStore()
            _ = try runner.run(
                "redo-import", ["--unsigned"], input: Array(order.joined(separator: [10])))
            #expect(try runner.run("redo-replay", ["--hash"]).output == hash, seed.replay)
        }
    }
}
