import Foundation
import TestSupport
import Testing

/// `redo keygen`: makes an identity, sealed unless it is said otherwise.
@Suite struct KeygenTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    static let keys = "home/.config/redo/keys"

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: runner.path(path))
        return try #require(attributes[.posixPermissions] as? Int)
    }

    /// Makes a key under a passphrase.
    func seal(_ arguments: String = "", passphrase: String = "correct horse\n") throws
        -> CommandOutcome
    {
        try runner.write(passphrase.utf8, to: "passphrase")
        return try runner.shell(
            "redo-keygen \(arguments) 3<passphrase", extra: ["REDO_PASSPHRASE_FD": "3"])
    }

    @Test func anUnsealedKeyIsOnlyForItsOwner() throws {
        let outcome = try runner.shell("umask 0; redo-keygen --no-passphrase")
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let user = try #require(outcome.lines.first)
        #expect(user.count == 32)
        #expect(try mode(Self.keys) == 0o700)
        #expect(try mode("\(Self.keys)/\(user).key") == 0o600)
        #expect(try Set(runner.contents(of: Self.keys).keys) == ["\(user).key"])
    }

    @Test func aSealedKeyIsOnlyForItsOwnerAndHasNoSeed() throws {
        let outcome = try seal()
        #expect(outcome.status == 0, "\(outcome)")
        let user = try #require(outcome.lines.first)
        #expect(try mode(Self.keys) == 0o700)
        #expect(try mode("\(Self.keys)/\(user).key") == 0o600)
        let file = try #require(runner.contents(of: Self.keys)["\(user).key"])
        let text = String(decoding: file, as: UTF8.self)
        #expect(text.contains("\nsealed ") && !text.contains("seed"))
        #expect(!text.contains("correct horse"))
    }

    @Test func aPassphraseMayEndWithoutALineFeed() throws {
        #expect(try seal(passphrase: "no line feed").status == 0)
        try runner.write("no line feed\nmore".utf8, to: "passphrase")
        let unlocked = try runner.shell(
            "redo-key unlock 3<passphrase", extra: ["REDO_PASSPHRASE_FD": "3"])
        #expect(unlocked.status == 0, "\(unlocked)")
    }

    @Test func theFirstKeyIsTheChosenOne() throws {
        let first = try runner.run("redo-keygen", ["--no-passphrase"]).text
        _ = try runner.run("redo-keygen", ["--no-passphrase"])
        #expect(try runner.run("redo-config", ["--global", "user.key"]).text == first)
    }

    @Test func namesAreSet() throws {
        _ = try runner.run(
            "redo-keygen",
            ["--no-passphrase", "--name", "Ana # \"A\"", "--email", "ana@example.com"])
        #expect(try runner.run("redo-config", ["--global", "user.name"]).text == "Ana # \"A\"\n")
        #expect(
            try runner.run("redo-config", ["--global", "user.email"]).text == "ana@example.com\n")
    }

    @Test func otherSettingsStay() throws {
        try FileManager.default.createDirectory(
            atPath: runner.path("home/.config/redo"), withIntermediateDirectories: true)
        let settings = "# mine\n[redo]\n  rank=sigmoid\n"
        try runner.write(settings.utf8, to: "home/.config/redo/config")
        _ = try runner.run("redo-keygen", ["--no-passphrase"])
        let file = try #require(runner.contents(of: "home/.config/redo")["config"])
        #expect(String(decoding: file, as: UTF8.self).hasPrefix(settings))
    }

    @Test func withoutATerminalOrADescriptorThereIsNoKey() throws {
        let outcome = try runner.shell("setsid -w redo-keygen </dev/null")
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix(
                "error: KEYCHAIN_002: there is neither a terminal to ask for the passphrase nor "
                    + "REDO_PASSPHRASE_FD"))
        #expect(try runner.contents(of: "home").isEmpty)
    }

    @Test(arguments: ["9", "x", "-1", "3.0"])
    func aDescriptorThatIsNotOpenIsAnError(_ descriptor: String) throws {
        let outcome = try runner.run("redo-keygen", extra: ["REDO_PASSPHRASE_FD": descriptor])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_002: "))
        #expect(try runner.contents(of: "home").isEmpty)
    }

    @Test func aHomeThatCannotBeWrittenIsAnError() throws {
        try runner.write("".utf8, to: "file")
        let outcome = try runner.run(
            "redo-keygen", ["--no-passphrase"], extra: ["XDG_CONFIG_HOME": runner.path("file")])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_001: "))
        #expect(outcome.output.isEmpty)
    }
}
