import TestSupport
import Testing

/// A new key in a store whose tasks are by others.
@Suite struct OtherAuthorTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func keygen() throws -> CommandOutcome {
        try store.run("keygen", ["--no-passphrase"], extra: store.homeOfAnother)
    }

    @Test func isSaid() throws {
        try store.add("Milk")
        let owner = try #require(store.tasks().first?["userId"]?.text)
        let outcome = try keygen()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.error.contains(
                "note: you are now another author; the tasks that are here are by "),
            "\(outcome)")
        let name = try #require(
            outcome.error.firstMatch(of: #/redo key use ([0-9a-f]+)'/#)?.1)
        #expect(owner.hasPrefix(name))
        // It is not said twice.
        #expect(try !store.run("list", extra: store.homeOfAnother).error.contains("author"))
    }

    @Test func isNotSaidOfAnEmptyStore() throws {
        #expect(try !keygen().error.contains("another author"))
    }
}
