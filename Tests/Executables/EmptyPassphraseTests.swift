import TestSupport
import Testing

/// An empty passphrase seals nothing, so it is refused: who wants an unsealed key says so.
@Suite struct EmptyPassphraseTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    @Test(arguments: ["", "\n", "\nsecond line\n"])
    func noKeyIsMade(_ passphrase: String) throws {
        try runner.write(passphrase.utf8, to: "passphrase")
        let outcome = try runner.shell(
            "redo-keygen 3<passphrase", extra: ["REDO_PASSPHRASE_FD": "3"])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.hasPrefix("error: KEYCHAIN_001: an empty passphrase seals nothing"))
        #expect(
            outcome.codedError.hasSuffix(
                "hint: 'redo keygen --no-passphrase' creates a key that is not sealed\n"))
        #expect(try runner.run("redo-key", ["list"]).output.isEmpty)
    }

    @Test func noKeyIsLocked() throws {
        _ = try runner.run("redo-keygen", ["--no-passphrase"])
        let before = try runner.contents(of: "home")
        let outcome = try runner.shell(
            "redo-key lock 3</dev/null", extra: ["REDO_PASSPHRASE_FD": "3"])
        #expect(outcome.status == 128)
        #expect(try runner.contents(of: "home") == before)
    }
}
