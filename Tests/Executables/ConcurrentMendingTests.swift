import Foundation
import TestSupport
import Testing

/// Processes that mend the same damaged nodes at the same time.
@Suite struct ConcurrentMendingTests {
    @Test func allSucceed() throws {
        let runner = try CommandRunner.withEmptyStore()
        let lines = try runner.lines(of: (1...10).map { SampleNode(task: SampleNode.task($0)) })
        let ids = try runner.store((1...10).map { SampleNode(task: SampleNode.task($0)) })
        try runner.write(lines.joined(separator: "\n").utf8, to: "nodes")
        for id in ids { try runner.damage(id) { $0 = Array("damaged\n".utf8) } }
        let outcome = try runner.runAtOnce(
            Array(repeating: "redo-import --unsigned nodes", count: 20))
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        try runner.expectAllDone(20)
        #expect(try runner.run("redo-log", ["--count"]).text == "10\n")
    }
}
