import TestSupport
import Testing

/// `redo key delete` says whether the key is a device of a person of the log.
@Suite struct KeyDeviceQuestionTests {
    let store: TaskStore
    private let user: String
    /// Another key, which signs nothing.
    private let other: String

    init() throws {
        store = try TaskStore()
        user = try #require(store.run("key", ["show"]).lines.first).dropFirst(7).description
        other = try #require(store.run("keygen", ["--no-passphrase"]).lines.first)
    }

    private func delete(_ user: String, typing text: String = "n\\n") throws -> CommandOutcome {
        try store.runner.onTerminal("redo-key delete \(user)", typing: text)
    }

    @Test func aKeyOfNoPersonIsNoDevice() throws {
        #expect(try store.run("person", ["create", "Ana"]).status == 0)
        let outcome = try delete(other)
        #expect(outcome.status == 1 && outcome.text.contains("permanently? What it signed stays"))
        #expect(!outcome.text.contains("device"), "\(outcome)")
    }

    @Test func theOnlyDeviceIsToldFromOthers() throws {
        #expect(try store.run("person", ["create", "Ana"]).status == 0)
        let outcome = try delete(user)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.contains("permanently? It is the only device of Ana ("), "\(outcome)")
        #expect(outcome.text.contains("without it the words of the recovery key alone let in"))
        #expect(outcome.text.contains("hint: 'redo device add KEY' lets another device in"))
        #expect(try store.run("key", ["list"]).lines.count == 2)
    }

    /// The other device is the person's too: its key has joined, and is revoked then.
    @Test func aDeviceIsRevokedByTheCommandOfTheHint() throws {
        #expect(try store.run("person", ["create", "Ana"]).status == 0)
        let joined = try store.runner.shell(
            """
            set -e
            key=$(redo -c user.key=\(other) device accept)
            words=$(printf '%s\\n' "$key" | sed -n 's/^words //p')
            key=$(printf '%s\\n' "$key" | sed -n 's/^key //p')
            redo device add "$key" --name laptop --words "$words" >/dev/null
            redo -c user.key=\(other) device accept --words "$words" >/dev/null
            """)
        try #require(joined.status == 0, "\(joined)")
        let outcome = try delete(other)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.contains("permanently? It is a device of Ana ("), "\(outcome)")
        let device = "\(other.prefix(12)) laptop, and stays one until it is revoked. What it"
        #expect(outcome.text.contains(device), "\(outcome)")
        let hint = "redo device revoke \(other.prefix(12))"
        #expect(outcome.text.contains("hint: '\(hint)' revokes the device\n"), "\(outcome)")
        // Without a terminal the error says it.
        let refused = try store.run("key", ["delete", other])
        #expect(
            refused.status == 1
                && refused.codedError.contains("hint: '\(hint)' revokes the device\n"))
        let revoked = try store.runner.shell("\(hint) --yes")
        #expect(revoked.status == 0, "\(revoked)")
        // The hint has done its work.
        #expect(try !delete(other).text.contains("device"))
        #expect(try delete(other, typing: "y\\n").status == 0)
        #expect(try store.run("key", ["list"]).lines.count == 1)
    }
}
