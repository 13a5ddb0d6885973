import TestSupport
import Testing

/// Passphrases that are typed on a terminal.
@Suite struct TypedPassphraseTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    /// Runs a command on a terminal of its own, at which lines are typed: each when it has been asked
    /// for, since what is typed before is thrown away.
    func type(_ lines: [String], at command: String) throws -> CommandOutcome {
        let typing = lines.map { "sleep 0.4; printf '%s\\n' '\($0)'" }.joined(separator: "; ")
        return try runner.shell("(\(typing); sleep 0.4) | script -qec '\(command)' /dev/null")
    }

    @Test func aNewPassphraseIsAskedForTwiceAndNeverShown() throws {
        let made = try type(["tyger tyger", "tyger tyger"], at: "redo-keygen")
        #expect(made.status == 0, "\(made)")
        #expect(!made.text.contains("tyger"))
        let unlocked = try type(["tyger tyger"], at: "redo-key unlock")
        #expect(unlocked.status == 0, "\(unlocked)")
        #expect(try runner.run("redo-key", ["list"]).text.hasSuffix(" unsealed\n"))
    }

    @Test func twoDifferentPassphrasesMakeNoKey() throws {
        let outcome = try type(["tyger", "tiger"], at: "redo-keygen")
        #expect(outcome.status == 128)
        #expect(outcome.text.contains("error: KEYCHAIN_001: the two passphrases differ"))
        #expect(try runner.run("redo-key", ["list"]).output.isEmpty)
    }
}
