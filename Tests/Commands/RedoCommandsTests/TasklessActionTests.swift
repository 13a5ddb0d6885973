import TestSupport
import Testing

/// What every replay would reject is not written.
@Suite struct TasklessActionTests {
    @Test func aTaskActionNeedsATask() throws {
        let runner = try CommandRunner.withStore()
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run("redo-commit-node", ["UPDATE", "-f", "title=whose?"])
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError
                == "error: RECONSTRUCT_001: UPDATE is about a task, and every replay rejects it without "
                + "one\nhint: name the task with --task\n")
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func anActionThatIsUnknownDoesNot() throws {
        let runner = try CommandRunner.withStore()
        let outcome = try runner.run("redo-commit-node", ["OPEN_ROOM", "-f", "roomId=x"])
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("sha256:"))
    }
}
