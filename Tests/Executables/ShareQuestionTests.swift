import RedoJSON
import TestSupport
import Testing

/// What `redo share` and `redo unshare` ask on a terminal, and what each answer writes.
@Suite struct ShareQuestionTests {
    let store: TaskStore
    /// Of whom it is shared with.
    private let key: String

    init() throws {
        store = try TaskStore()
        key = try store.keyOfAnother()
    }

    private func onTerminal(_ command: String, typing text: String) throws -> CommandOutcome {
        try store.runner.onTerminal(command, typing: text)
    }

    /// The nodes that the store got, by action.
    private func actions(since known: [JSONValue]) throws -> [String] {
        let ids = Set(known.map(\.nodeID))
        return try store.nodes().filter { !ids.contains($0.nodeID) }
            .map { $0["action"]?.text ?? "" }
    }

    // MARK: Sharing

    private func addTasks(_ count: Int) throws {
        #expect(try store.run("category", ["add", "Home"]).status == 0)
        let titles = (1...count).map { "Task \($0)\n" }.joined()
        let added = try store.runner.run(
            "redo-add", ["--draft", "--category", "Home", "-"], input: Array(titles.utf8))
        try #require(added.status == 0, "\(added)")
    }

    private var sharing: String { "redo-share --category Home --with \(key) --as read" }
    private static let question = "share the category and 11 tasks in it? [y/N] "

    @Test(arguments: ["y\\n", "YES\\n"])
    func aYesSharesTheCategoryAndItsTasks(_ answer: String) throws {
        try addTasks(11)
        let known = try store.nodes()
        let outcome = try onTerminal(sharing, typing: answer)
        #expect(outcome.status == 0 && outcome.text.contains(Self.question), "\(outcome)")
        #expect(outcome.text.contains("shared 11 tasks in it\n"), "\(outcome)")
        // One of the category, and one of each task.
        #expect(try actions(since: known) == Array(repeating: "SHARE", count: 12))
    }

    /// The end of input is an answer too.
    @Test(arguments: ["n\\n", "\\n", "", "j\\n", "\\ny\\n"])
    func withoutAYesNothingIsShared(_ answer: String) throws {
        try addTasks(11)
        let before = try store.runner.contents(of: ".redo/objects")
        let outcome = try onTerminal(sharing, typing: answer)
        #expect(outcome.status == 1 && outcome.text.contains(Self.question), "\(outcome)")
        #expect(!outcome.text.contains("shared"), "\(outcome)")
        #expect(try store.runner.contents(of: ".redo/objects") == before)
    }

    @Test(arguments: [("--yes", 12), ("-y", 12), ("--dry-run", 0), ("--no-tasks", 1)])
    func anOptionAnswers(_ option: String, _ count: Int) throws {
        try addTasks(11)
        let known = try store.nodes()
        let outcome = try onTerminal("\(sharing) \(option)", typing: "n\\n")
        #expect(outcome.status == 0 && !outcome.text.contains("[y/N]"), "\(outcome)")
        #expect(try actions(since: known).count == count)
    }

    /// Ten tasks are few, and a script is not asked.
    @Test func aFewTasksAreSharedWithoutAQuestion() throws {
        try addTasks(10)
        let outcome = try onTerminal(sharing, typing: "n\\n")
        #expect(outcome.status == 0 && !outcome.text.contains("[y/N]"), "\(outcome)")
        #expect(outcome.text.contains("shared 10 tasks in it\n"))
    }

    @Test func withoutATerminalNothingIsAsked() throws {
        try addTasks(11)
        let shared = try store.runner.shell("echo n | \(sharing)")
        #expect(shared.status == 0 && shared.text.contains("shared 11 tasks in it\n"), "\(shared)")
        let unshared = try store.runner.shell("echo n | redo-unshare 'Task 11' --with \(key)")
        #expect(unshared.status == 0 && unshared.text.hasPrefix("took read of Task 11 from "))
        #expect(!"\(shared)\(unshared)".contains("[y/N]"))
    }

    // MARK: Unsharing

    /// A task that another person has changed.
    private func shareWater() throws {
        let water = try store.add("Water", "--draft")
        #expect(try store.run("share", [water, "--with", key, "--as", "write"]).status == 0)
        let edited = try store.run(
            "edit", [water, "--priority", "5"], extra: store.homeOfAnother)
        try #require(edited.status == 0, "\(edited)")
    }

    private var unsharing: String { "redo-unshare Water --with \(key)" }
    private static let taking = "take the permission back? [y/N] "

    private func expectPreview(_ outcome: CommandOutcome) {
        let parts = outcome.text.split(separator: Self.taking, omittingEmptySubsequences: false)
        #expect(parts.count == 2, "\(outcome)")
        #expect(parts[0].contains("  kept: 1 node of theirs that this store has\n"), "\(outcome)")
        #expect(parts[0].contains("  not kept: what they wrote that has not come here yet"))
    }

    @Test(arguments: ["y\\n", "YES\\n"])
    func aYesTakesThePermissionBack(_ answer: String) throws {
        try shareWater()
        let known = try store.nodes()
        let outcome = try onTerminal(unsharing, typing: answer)
        #expect(outcome.status == 0, "\(outcome)")
        expectPreview(outcome)
        #expect(outcome.text.contains("took write of Water from "), "\(outcome)")
        #expect(try actions(since: known) == ["UNSHARE"])
        let refused = try store.run(
            "edit", ["Water", "--priority", "1"], extra: store.homeOfAnother)
        #expect(refused.status == 1, "\(refused)")
    }

    @Test(arguments: ["n\\n", "\\n", "", "j\\n", "\\ny\\n"])
    func withoutAYesThePermissionStays(_ answer: String) throws {
        try shareWater()
        let before = try store.runner.contents(of: ".redo/objects")
        let outcome = try onTerminal(unsharing, typing: answer)
        #expect(outcome.status == 1, "\(outcome)")
        expectPreview(outcome)
        #expect(!outcome.text.contains("took"), "\(outcome)")
        #expect(try store.runner.contents(of: ".redo/objects") == before)
        let edited = try store.run(
            "edit", ["Water", "--priority", "1"], extra: store.homeOfAnother)
        #expect(edited.status == 0, "\(edited)")
    }

    @Test(arguments: [("--yes", 1), ("-y", 1), ("--dry-run", 0)])
    func anOptionAnswersForUnshare(_ option: String, _ count: Int) throws {
        try shareWater()
        let known = try store.nodes()
        let outcome = try onTerminal("\(unsharing) \(option)", typing: "n\\n")
        #expect(outcome.status == 0 && !outcome.text.contains("[y/N]"), "\(outcome)")
        #expect(try actions(since: known).count == count)
    }

    /// Where nothing can be taken there is nothing to ask.
    @Test func whoHasNoPermissionIsNotAskedAbout() throws {
        try store.add("Water", "--draft")
        let outcome = try onTerminal(unsharing, typing: "y\\n")
        #expect(outcome.status == 1 && !outcome.text.contains("[y/N]"), "\(outcome)")
    }
}
