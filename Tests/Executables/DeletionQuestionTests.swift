import TestSupport
import Testing

/// `redo delete --now` asks on a terminal.
@Suite struct DeletionQuestionTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("Water", "--draft")
        try store.add("Lawn", "--draft")
    }

    static let question = "delete Water, Lawn permanently? [y/N] "

    /// Runs a command on a terminal of its own, at which a text was typed.
    func onTerminal(_ command: String, typing text: String) throws -> CommandOutcome {
        try store.runner.shell(
            "printf '\(text)' | script -qec 'stty -onlcr -echo; \(command)' /dev/null")
    }

    @Test(arguments: ["y\\n", "Y\\n", "yes\\n", "YES\\n"])
    func yesDeletes(_ answer: String) throws {
        let outcome = try onTerminal("redo-delete --now Water Lawn", typing: answer)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains(Self.question), "\(outcome)")
        #expect(outcome.text.hasSuffix("deleted Water\ndeleted Lawn\n"), "\(outcome)")
        #expect(try store.tasks().isEmpty)
    }

    /// The end of input is an answer too.
    @Test(arguments: ["n\\n", "no\\n", "\\n", "", "yess\\n", "j\\n", "\\ny\\n"])
    func anythingElseDoesNot(_ answer: String) throws {
        let before = try store.runner.contents(of: ".redo")
        let outcome = try onTerminal("redo-delete --now Water Lawn", typing: answer)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains(Self.question), "\(outcome)")
        #expect(!outcome.text.contains("deleted"))
        #expect(try store.runner.contents(of: ".redo") == before)
    }

    @Test(arguments: ["-f", "--force"])
    func withForceNothingIsAsked(_ option: String) throws {
        let outcome = try onTerminal("redo-delete --now \(option) Water Lawn", typing: "n\\n")
        #expect(outcome.status == 0)
        #expect(!outcome.text.contains("[y/N]"))
        #expect(try store.tasks().isEmpty)
    }

    /// A script is not asked, whatever its input says.
    @Test func withoutATerminalNothingIsAsked() throws {
        let outcome = try store.runner.run(
            "redo-delete", ["--now", "Water", "Lawn"], input: Array("n\n".utf8))
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.text == "deleted Water\ndeleted Lawn\n")
        #expect(try store.tasks().isEmpty)
    }

    /// Where nothing can be deleted, there is nothing to ask.
    @Test func aMistakeComesBeforeTheQuestion() throws {
        let outcome = try onTerminal("redo-delete --now Water Fern", typing: "y\\n")
        #expect(outcome.status == 128)
        #expect(outcome.text.codesFirst.contains("error: NAME_001: there is no task 'Fern'"))
        #expect(!outcome.text.contains("[y/N]"))
        #expect(try store.tasks().count == 2)
    }

    /// The same for `redo todo`, which replaces what is open.
    @Test(arguments: [("n\\n", false), ("y\\n", true)])
    func anOpenTaskIsReplacedOnlyIfOneSaysSo(_ answer: String, _ isReplaced: Bool) throws {
        try store.add("Call", "--due", "2025-11-20 9:00")
        let before = try store.nodes().count
        let outcome = try onTerminal("redo-todo Call --due 2025-11-21", typing: answer)
        #expect(outcome.text.contains("Call is open, due "), "\(outcome)")
        #expect(outcome.status == (isReplaced ? 0 : 1), "\(outcome)")
        #expect(try (store.nodes().count > before) == isReplaced)
        // With --yes nothing is asked.
        let unasked = try onTerminal("redo-todo Call --due 2025-11-22 -y", typing: "")
        #expect(unasked.status == 0 && !unasked.text.contains("[y/N]"), "\(unasked)")
    }
}
