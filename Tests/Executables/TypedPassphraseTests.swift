import TestSupport
import Testing

/// Passphrases that are typed on a terminal.
@Suite struct TypedPassphraseTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    /// Runs a command on a terminal of its own, at which lines are typed: each when it is asked for.
    ///
    /// - Parameter answers: what to wait for on the screen, and what to type then.
    func type(_ answers: KeyValuePairs<String, String>, at command: String) throws -> CommandOutcome
    {
        func wait(for condition: String) -> String {
            "for n in $(seq 1200); do \(condition) && break; sleep 0.05; done"
        }
        let typing = answers.map { prompt, line in
            wait(for: "grep -q '\(prompt)' screen") + "; printf '%s\\n' '\(line)'"
        }
        let script =
            "rm -f screen done; touch screen; "
            + "(\(typing.joined(separator: "; ")); \(wait(for: "[ -e done ]"))) | "
            + "script -qfec '\(command); status=$?; touch done; exit $status' screen"
        return try runner.shell(script)
    }

    @Test func aNewPassphraseIsAskedForTwiceAndNeverShown() throws {
        let made = try type(
            ["New passphrase: ": "tyger tyger", "The same again: ": "tyger tyger"],
            at: "redo-keygen")
        #expect(made.status == 0, "\(made)")
        #expect(!made.text.contains("tyger"))
        let unlocked = try type(
            ["Passphrase of the key": "tyger tyger"], at: "redo-key unlock")
        #expect(unlocked.status == 0, "\(unlocked)")
        #expect(try runner.run("redo-key", ["list"]).text.hasSuffix(" unsealed\n"))
    }

    @Test func twoDifferentPassphrasesMakeNoKey() throws {
        let outcome = try type(
            ["New passphrase: ": "tyger", "The same again: ": "tiger"], at: "redo-keygen")
        #expect(outcome.status == 128)
        #expect(outcome.text.contains("error: KEYCHAIN_001: the two passphrases differ"))
        #expect(try runner.run("redo-key", ["list"]).output.isEmpty)
    }
}
