import TestSupport
import Testing

/// Passphrases that are typed on a terminal.
@Suite struct TypedPassphraseTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    @Test func aNewPassphraseIsAskedForTwiceAndNeverShown() throws {
        let made = try runner.typed(
            ["New passphrase: ": "tyger tyger", "The same again: ": "tyger tyger"],
            at: "redo-keygen")
        #expect(made.status == 0, "\(made)")
        #expect(!made.text.contains("tyger"))
        let unlocked = try runner.typed(
            ["Passphrase of the key": "tyger tyger"], at: "redo-key unlock")
        #expect(unlocked.status == 0, "\(unlocked)")
        #expect(try runner.run("redo-key", ["list"]).text.hasSuffix(" unsealed\n"))
    }

    @Test func twoDifferentPassphrasesMakeNoKey() throws {
        let outcome = try runner.typed(
            ["New passphrase: ": "tyger", "The same again: ": "tiger"], at: "redo-keygen")
        #expect(outcome.status == 128)
        #expect(outcome.text.codesFirst.contains("error: KEYCHAIN_001: the two passphrases differ"))
        #expect(try runner.run("redo-key", ["list"]).output.isEmpty)
    }
}
