import RedoJSON
import TestSupport
import Testing

/// `redo-replay --at`: the replay of a node and its ancestors.
@Suite struct ReplayAtTests {
    private let runner: CommandRunner
    /// A chain of three.
    private let ids: [String]
    private let side: String

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        ids = try runner.storeChain(3)
        side = try runner.store(
            SampleNode(action: "ARCHIVE", parents: [ids[0]], lamport: 9, fields: [:]))[0]
        try runner.store(SampleNode(task: SampleNode.task(2), fields: ["title": "Mow the lawn"]))
    }

    private func replay(_ arguments: String...) throws -> CommandOutcome {
        let outcome = try runner.run("redo-replay", arguments)
        #expect(outcome.status == 0, "\(outcome)")
        return outcome
    }

    @Test func theStateIsThatOfALogThatEndsThere() throws {
        let short = try CommandRunner.withEmptyStore()
        _ = try short.storeChain(2)
        for mode in ["--hash", "--canonical", "--json"] {
            let outcome = try replay(mode, "--at", ids[1])
            #expect(outcome.output == (try short.run("redo-replay", [mode]).output))
            #expect(outcome.error.isEmpty)
        }
    }

    @Test func aNodeIsNamedAsElsewhere() throws {
        let expected = try replay("--hash", "--at", ids[1]).text
        let names = ["\(ids[2])~1", String(ids[1].dropFirst(7).prefix(12)), "\(ids[2])^1"]
        for name in names { #expect(try replay("--hash", "--at", name).text == expected) }
        #expect(try jsonLines(replay("--json", "--at", "lawn")).count == 1)
    }

    @Test func whatTheNodeHasNotSeenIsAbsent() throws {
        let tasks = try jsonLines(replay("--json", "--at", side))
        #expect(tasks.map { $0["title"] } == ["Water the plants"])
        #expect(tasks.map { $0["archived"] } == [true])
        #expect(try replay("--json", "--at", side, "--task", SampleNode.task(2)).output.isEmpty)
        #expect(try replay("--at", side).text.contains("Mow the lawn") == false)
    }

    @Test func onlyWhatTheNodeHasSeenIsListedAsRejected() throws {
        let bad = try ids[1...].map { parent in
            try runner.store(
                SampleNode(
                    action: "COMPLETE_TODO", parents: [parent], lamport: 20,
                    fields: [
                        "completed": "2025-01-02T09:00:00Z",
                        "todoTaskId": "aaaaaaaa-0000-4000-8000-000000000001",
                    ]))[0]
        }
        #expect(
            try replay("--rejected", "--at", bad[0]).text == "\(bad[0])\tE_INVALID_TODO_REF\n")
        #expect(try replay("--rejected", "--at", ids[2]).output.isEmpty)
        #expect(try replay("--rejected").lines.count == 2)
        #expect(
            try replay("--rejected", "--at", bad[0], "--task", SampleNode.task(2)).output.isEmpty)
    }

    @Test func aNodeThatIsRejectedShowsItsAncestors() throws {
        let rival = try runner.store(
            SampleNode(parents: [ids[1]], lamport: 3, fields: ["title": "rival"]))[0]
        let outcome = try replay("--hash", "--at", rival)
        #expect(outcome.text == (try replay("--hash", "--at", ids[1]).text))
        #expect(
            outcome.codedError
                == "warning: E_DUPLICATE_CREATE: \(rival) is rejected: its ancestors alone count\n")
    }

    @Test func atATombstoneTheTaskIsGoneThoughABranchSurvives() throws {
        let delete = try runner.store(
            SampleNode(action: "DELETE", parents: [ids[2]], lamport: 4, fields: [:]))[0]
        #expect(try replay("--canonical", "--at", delete).text == "[]")
        #expect(try jsonLines(replay("--json", "--at", side)).count == 1)
        #expect(try jsonLines(replay("--json", "--at", ids[2]))[0]["title"] == "title 3")
        #expect(try jsonLines(replay("--json")).count == 2)
    }

    @Test(arguments: ["ffffffff", "nobody"])
    func aNameThatMeansNothingIsAnError(_ name: String) throws {
        let outcome = try runner.run("redo-replay", ["--at", name])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: NAME_001: there is no node '\(name)'\n"))
    }

    @Test func wrongUsage() throws {
        #expect(try runner.run("redo-replay", ["--at"]).status == 129)
        #expect(
            try runner.run("redo-replay", ["--at", ids[0], "--hash", "--explain"]).status == 129)
    }
}
