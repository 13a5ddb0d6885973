import TestSupport
import Testing

/// `redo restore` of deleted tasks that are called by what their titles were.
@Suite struct RestoreByTitleTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func delete(_ title: String) throws -> String {
        let task = try store.add(title, "--draft")
        #expect(try store.run("delete", ["--now", task]).status == 0)
        return task
    }

    @Test(arguments: [false, true])
    func aDeletedTaskHasItsLastTitle(_ isPacked: Bool) throws {
        let task = try store.add("Milk", "--draft")
        #expect(try store.run("edit", [task, "--title", "Buy oat milk"]).status == 0)
        #expect(try store.run("delete", ["--now", task]).status == 0)
        try store.add("Bread", "--draft")
        if isPacked { #expect(try store.run("pack").status == 0) }
        let asked = try store.run("restore", ["OAT"])
        #expect(asked.status == 1)
        #expect(
            asked.text == "Buy oat milk was deleted, which is final; "
                + "'redo restore --copy \(task)' adds it as a new task\n")
        let copied = try store.run("restore", ["--copy", "oat milk"])
        #expect(copied.status == 0 && copied.text == "added a copy of Buy oat milk\n")
        #expect(
            try store.tasks().compactMap { $0["title"]?.text }.sorted() == [
                "Bread", "Buy oat milk",
            ])
    }

    /// Whatever can be named otherwise goes on being named.
    @Test func livingTasksComeFirst() throws {
        _ = try delete("Buy milk")
        let task = try store.add("Buy milk again", "--draft")
        #expect(try store.run("archive", [task]).status == 0)
        #expect(try store.run("restore", ["milk"]).text == "restored Buy milk again\n")
    }

    @Test func severalDeletedTasksAreNamed() throws {
        let ids = try [delete("Buy milk"), delete("Sell milk")]
        let outcome = try store.run("restore", ["--copy", "milk"])
        #expect(outcome.status == 128)
        #expect(
            ids.allSatisfy { outcome.codedError.contains("\nhint: \($0.prefix(4))  ") }
                && outcome.codedError.contains("Sell milk (deleted)\n"), "\(outcome)")
        #expect(try store.run("restore", ["--copy", "sell"]).text == "added a copy of Sell milk\n")
        #expect(
            try store.run("restore", ["tea"]).codedError.hasPrefix(
                "error: NAME_001: there is no task"))
    }

    /// A copy is made of what is deleted, whatever else has such a title.
    @Test func aCopyIsOneOfADeletedTask() throws {
        _ = try delete("Buy milk")
        let task = try store.add("Buy milk again", "--draft")
        #expect(try store.run("restore", ["milk"]).text.hasPrefix("Buy milk was deleted, "))
        #expect(try store.run("archive", [task]).status == 0)
        #expect(
            try store.run("restore", ["--copy", "milk"]).text == "added a copy of Buy milk\n")
    }

    /// Other commands do not see what is deleted.
    @Test func onlyRestoreFindsThem() throws {
        _ = try delete("Buy milk")
        for command in ["show", "done", "archive", "delete"] {
            #expect(try store.run(command, ["milk"]).status == 128, "\(command)")
        }
    }
}
