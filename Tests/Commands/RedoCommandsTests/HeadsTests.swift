import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-heads`.
@Suite struct HeadsTests {
    private let runner: CommandRunner
    private let diverged: [String]
    private let single: String

    /// A task with two heads, one with one head, and a deleted one.
    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let root = try runner.store(SampleNode(task: SampleNode.task(2)))[0]
        func side(_ minute: Int) -> SampleNode {
            SampleNode(
                action: "UPDATE", task: SampleNode.task(2), parents: [root], lamport: 2,
                wall: "2025-01-01T09:0\(minute):00.000Z", fields: ["priority": 5])
        }
        diverged = try runner.store(side(2), side(1)).reversed()
        single = try runner.store(SampleNode(task: SampleNode.task(1)))[0]
        let gone = try runner.store(SampleNode(task: SampleNode.task(3)))
        try runner.store(
            SampleNode(
                action: "DELETE", task: SampleNode.task(3), parents: gone, lamport: 2, fields: [:]))
    }

    @Test func printsTheHeadsByTaskInReplayOrder() throws {
        let outcome = try runner.run("redo-heads")
        #expect(outcome.status == 0)
        #expect(
            outcome.lines == [
                "\(SampleNode.task(1)) \(single)", "\(SampleNode.task(2)) \(diverged[0])",
                "\(SampleNode.task(2)) \(diverged[1])",
            ])
    }

    @Test func onlyDivergedTasks() throws {
        let outcome = try runner.run("redo-heads", ["--diverged"])
        #expect(outcome.status == 0)
        #expect(outcome.lines == diverged.map { "\(SampleNode.task(2)) \($0)" })
    }

    @Test func onlyNamedTasks() throws {
        let outcome = try runner.run("redo-heads", [SampleNode.task(1)])
        #expect(outcome.lines == ["\(SampleNode.task(1)) \(single)"])
        let unknown = try runner.run("redo-heads", ["nobody"])
        #expect(unknown.status == 128)
        #expect(unknown.codedError.hasPrefix("error: NAME_001: there is no task 'nobody'\nhint: "))
    }

    @Test(arguments: [[SampleNode.task(3)], ["--diverged", SampleNode.task(1)]])
    func noHeadIsTheAnswerNo(_ arguments: [String]) throws {
        let outcome = try runner.run("redo-heads", arguments)
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    }
}
