import TestSupport
import Testing

/// The ids of a log that is longer than what is written at a time.
@Suite struct LongLogTests {
    private let runner: CommandRunner

    /// 9,000 packed nodes, and two loose ones.
    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let nodes = (1...9_000).map { SampleNode(task: SampleNode.task($0)) }
        let text = try runner.lines(of: nodes).map { $0 + "\n" }.joined()
        let outcome = try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8))
        #expect(outcome.status == 0)
        _ = try runner.store(SampleNode(task: SampleNode.task(9_001)))
        _ = try runner.store(SampleNode(task: SampleNode.task(9_002)))
    }

    private func log(_ arguments: [String]) throws -> String {
        let outcome = try runner.run("redo-log", arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(arguments)")
        return outcome.text
    }

    /// What is written without a detour is what the format says.
    @Test(arguments: [0, 1, 8_191, 8_192, 8_193, 9_001, 9_002])
    func idsAreThoseOfTheFormat(_ count: Int) throws {
        for order in [[], ["--reverse"]] {
            let arguments = ["-n", String(count)] + order
            let ids = try log(["--format", "%H"] + arguments)
            #expect(ids.utf8.count == count * 72, "\(arguments)")
            let dotted = try log(["--format", "%H%x2e"] + arguments)
            #expect(dotted == ids.replacing("\n", with: ".\n"), "\(arguments)")
            let zeros = try log(["--format", "%H", "-z"] + arguments)
            #expect(zeros == ids.replacing("\n", with: "\0"), "\(arguments)")
        }
    }
}
