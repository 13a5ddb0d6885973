import TestSupport
import Testing

/// Fifty pipelines of the plumbing with the tools of a shell: `Fixtures/pipelines/run.sh`.
@Suite struct PipelineScriptTests {
    @Test func eachPipelineAgreesWithAnotherWay() throws {
        let runner = try CommandRunner()
        let script = Fixtures.folder.appending(path: "pipelines/run.sh").path
        try runner.write([], to: "place/empty")
        let outcome = try runner.shell("rm place/empty; bash '\(script)' place")
        #expect(outcome.lines.last == "50 pipelines, 0 failed", "\(outcome)")
        #expect(outcome.status == 0)
    }
}
