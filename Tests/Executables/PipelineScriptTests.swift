import TestSupport
import Testing

/// Fifty pipelines of the plumbing with the tools of a shell: `Fixtures/pipelines/run.sh`.
@Suite struct PipelineScriptTests {
    @Test func eachPipelineAgreesWithAnotherWay() throws {
        let runner = try CommandRunner()
        let script = Fixtures.directory.appending(path: "pipelines/run.sh").path
        let outcome = try runner.shell("mkdir place && bash '\(script)' place")
        #expect(outcome.lines.last == "50 pipelines, 0 failed", "\(outcome)")
        #expect(outcome.status == 0)
    }
}
