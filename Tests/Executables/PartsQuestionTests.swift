import TestSupport
import Testing

/// What closes a task with open parts asks on a terminal.
@Suite struct PartsQuestionTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("House", "--draft")
        try store.add("Walls", "--draft", "--parent", "House")
    }

    private func onTerminal(_ command: String, typing text: String) throws -> CommandOutcome {
        try store.runner.shell(
            "printf '\(text)' | script -qec 'stty -onlcr -echo; \(command)' /dev/null")
    }

    @Test(arguments: [("done", "complete"), ("archive", "archive"), ("delete", "delete")])
    func yesTakesPartsAlong(_ command: String, _ verb: String) throws {
        let outcome = try onTerminal("redo-\(command) House", typing: "y\\n")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("House has 1 open part: \(verb) it as well? [y/N]"))
        #expect(try store.run("list", ["--ids"]).text.isEmpty)
    }

    @Test(arguments: ["n\\n", ""])
    func anythingElseChangesNothing(_ answer: String) throws {
        let before = try store.nodes()
        for command in ["done", "archive", "delete", "delete --now"] {
            let outcome = try onTerminal("redo-\(command) House", typing: answer)
            #expect(outcome.status == 1, "\(outcome)")
        }
        #expect(try store.nodes() == before)
    }

    @Test func theOptionAsksNothing() throws {
        let outcome = try onTerminal("redo-done --parts House", typing: "n\\n")
        #expect(outcome.status == 0 && !outcome.text.contains("[y/N]"), "\(outcome)")
    }
}
