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
        let outcome = try keygen()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.error.contains(
                "note: you are now another author; the tasks that are here are by "),
            "\(outcome)")
        #expect(outcome.error.contains("that are here are by Test\nhint: "), "\(outcome)")
        #expect(outcome.error.contains("redo-key(1)"))
        // It is not said twice.
        #expect(try !store.run("list", extra: store.homeOfAnother).error.contains("author"))
    }

    @Test func isNotSaidOfAnEmptyStore() throws {
        #expect(try !keygen().error.contains("another author"))
    }
}
