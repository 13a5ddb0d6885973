import Foundation
import TestSupport
import Testing

/// `redo key`: the keys that are here.
@Suite struct KeyTests {
    let runner: CommandRunner
    /// An unsealed key, the chosen one.
    let user: String

    init() throws {
        runner = try CommandRunner.withStore()
        user = try #require(
            runner.run("redo-key", ["list"]).text.split(separator: " ").dropFirst().first
        )
        .description
    }

    func key(_ arguments: String..., input: [UInt8] = []) throws -> CommandOutcome {
        try runner.run("redo-key", arguments, input: input)
    }

    /// Runs a command with a passphrase at a descriptor.
    func withPassphrase(_ passphrase: String, _ line: String) throws -> CommandOutcome {
        try runner.write("\(passphrase)\n".utf8, to: "passphrase")
        return try runner.shell("\(line) 3<passphrase", extra: ["REDO_PASSPHRASE_FD": "3"])
    }

    func makeAnother() throws -> String {
        try #require(runner.run("redo-keygen", ["--no-passphrase"]).lines.first)
    }

    func file(_ user: String) -> String { "home/.config/redo/keys/\(user).key" }

    /// The seed of an unsealed key.
    func seed(_ user: String) throws -> String {
        let text = try String(contentsOfFile: runner.path(file(user)), encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("seed ") })
        return String(line.dropFirst(5))
    }

    @Test func keysAreListedWithAStarAtTheChosenOne() throws {
        #expect(try key("list").text == "* \(user) unsealed\n")
        let other = try makeAnother()
        let expected = ["* \(user) unsealed", "  \(other) unsealed"].sorted {
            $0.dropFirst(2) < $1.dropFirst(2)
        }
        #expect(try key("list").lines == expected)
        #expect(try key("use", other).status == 0)
        #expect(try key("list").lines.contains("* \(other) unsealed"))
        #expect(try key("list").lines.contains("  \(user) unsealed"))
    }

    @Test func aKeyIsShownWithoutItsSecret() throws {
        let outcome = try key("show")
        let seed = try seed(user)
        #expect(outcome.lines[0] == "userId \(user)")
        #expect(outcome.lines[1].hasPrefix("publicKey \(user)"))
        #expect(outcome.lines[2] == "file \(runner.path(file(user)))")
        #expect(outcome.lines[3] == "sealed no")
        #expect(!outcome.text.contains(seed))
    }

    @Test func aUniquePrefixNamesAKey() throws {
        #expect(try key("show", String(user.prefix(6))).lines.first == "userId \(user)")
        #expect(try key("use", String(user.prefix(6))).status == 0)
    }

    @Test func whatIsWrittenIsSignedByTheChosenKey() throws {
        let other = try makeAnother()
        for chosen in [other, user] {
            _ = try key("use", chosen)
            #expect(try runner.run("redo-add", [chosen]).status == 0)
            let state = try runner.run("redo-show", [chosen, "--json"]).text
            #expect(state.contains("\"userId\":\"\(chosen)\""))
        }
    }

    @Test func severalKeysAndNoneChosenIsAnError() throws {
        let other = try makeAnother()
        _ = try runner.run("redo-config", ["--global", "--unset", "user.key"])
        let outcome = try runner.run("redo-add", ["x"])
        #expect(outcome.status == 128)
        let users = [user, other].sorted().joined(separator: ", ")
        #expect(
            outcome.codedError == """
                error: KEYCHAIN_002: there are 2 keys and none is chosen
                hint: 'redo key use USER' chooses one of: \(users)

                """)
        #expect(try key("show").error == outcome.error)
        let list = try key("list")
        #expect(list.lines == [user, other].sorted().map { "  \($0) unsealed" })
        #expect(list.status == 0)
        #expect(list.codedError == "hint: 'redo key use USER' chooses one of: \(users)\n")
    }

    @Test func aSingleKeyNeedNotBeChosen() throws {
        _ = try runner.run("redo-config", ["--global", "--unset", "user.key"])
        #expect(try runner.run("redo-add", ["x"]).status == 0)
        #expect(try key("list").text == "* \(user) unsealed\n")
    }

    @Test func aKeyThatIsNotHereIsAnError() throws {
        for arguments in [
            ["show", "ffff"], ["use", "zz"], ["export", "ffff"], ["lock", "zz"], ["unlock", "zz"],
        ] {
            let outcome = try runner.run("redo-key", arguments)
            #expect(outcome.status == 128)
            #expect(
                outcome.codedError.hasPrefix("error: KEYCHAIN_002: there is no key with a userId"))
        }
        _ = try runner.run(
            "redo-config", ["--global", "user.key", String(repeating: "0", count: 32)])
        let outcome = try runner.run("redo-add", ["x"])
        #expect(outcome.status == 128)
        let zeros = String(repeating: "0", count: 32)
        #expect(
            outcome.codedError == """
                error: KEYCHAIN_002: there is no key \(runner.path(file(zeros))), which user.key names
                hint: 'redo key import FILE' brings it back from a copy: where the key still is, \
                redo key export prints one
                hint: 'redo key use \(user)' lets that key sign
                hint: 'redo keygen' creates a new key, which signs from then on

                """)
        // What does not sign has no star, and what signs nowhere is said.
        let list = try key("list")
        #expect(list.text == "  \(user) unsealed\n")
        #expect(list.status == 1 && list.error == outcome.error)
    }

    /// The store's own configuration comes before the user's, and is what has to change.
    @Test func theKeyThatAStoreNamesIsChosenThere() throws {
        let other = try makeAnother()
        _ = try runner.run("redo-config", ["user.key", String(repeating: "0", count: 32)])
        #expect(try runner.run("redo-add", ["x"]).status == 128)
        let used = try key("use", other)
        #expect(
            used.status == 0
                && used.codedError.hasPrefix("note: the key is named in the store's own"))
        #expect(try runner.run("redo-add", ["x"]).status == 0)
        #expect(try runner.run("redo-config", ["user.key"]).text == "\(other)\n")
        #expect(try runner.run("redo-config", ["--global", "user.key"]).text == "\(user)\n")
    }

    @Test func oneBadFileDoesNotHideTheOthers() throws {
        let other = try makeAnother()
        let third = try makeAnother()
        try runner.write("redo-key 1\n".utf8, to: file(other))
        chmod(runner.path(file(third)), 0o644)
        let outcome = try key("list")
        #expect(outcome.status == 1)
        #expect(
            Set(outcome.lines) == [
                "* \(user) unsealed", "! \(other) damaged", "! \(third) exposed",
            ])
        #expect(
            outcome.codedError.contains(
                "error: KEYCHAIN_003: the key \(runner.path(file(other))) is"))
        #expect(
            outcome.codedError.contains(
                "hint: 'chmod 600 \(runner.path(file(third)))' lets only you"))
        // These do not sign: another that does would be no help.
        #expect(!outcome.codedError.contains("keygen") && !outcome.codedError.contains("key use"))
    }

    @Test func aLockedKeySignsWithItsPassphraseOnly() throws {
        let seed = try seed(user)
        #expect(try withPassphrase("right", "redo-key lock").status == 0)
        #expect(try key("list").text == "* \(user) sealed\n")
        let locked = try String(contentsOfFile: runner.path(file(user)), encoding: .utf8)
        #expect(!locked.contains(seed) && !locked.contains("right"))

        #expect(try withPassphrase("right", "redo-add x").status == 0)
        let wrong = try withPassphrase("wrong", "redo-add y")
        #expect(wrong.status == 128)
        #expect(
            wrong.codedError.hasPrefix(
                "error: KEYCHAIN_002: the passphrase does not open the key\n"))
        let none = try runner.shell("setsid -w redo-add y </dev/null")
        #expect(none.status == 128)
        #expect(none.codedError.hasPrefix("error: KEYCHAIN_002: there is neither a terminal "))
        #expect(try runner.run("redo-list", ["--json"]).lines.count == 1)

        #expect(try withPassphrase("wrong", "redo-key unlock").status == 128)
        #expect(try key("list").text == "* \(user) sealed\n")
        #expect(try withPassphrase("right", "redo-key unlock").status == 0)
        #expect(try self.seed(user) == seed)
    }

    @Test func readingNeedsNoPassphrase() throws {
        _ = try runner.run("redo-add", ["x"])
        #expect(try withPassphrase("right", "redo-key lock").status == 0)
        for command in [
            "redo-list", "redo-log", "redo-replay", "redo-export", "redo-key list", "redo-key show",
        ] {
            let outcome = try runner.shell("setsid -w \(command) </dev/null")
            #expect(outcome.status == 0, "\(outcome)")
        }
    }

    @Test func anExportedKeyIsImportedElsewhere() throws {
        let exported = try key("export")
        #expect(
            exported.codedError.hasPrefix(
                "warning: KEYCHAIN_002: what follows is the secret key itself")
        )
        let other = try CommandRunner()
        let imported = try other.run("redo-key", ["import"], input: exported.output)
        #expect(imported.text == "\(user)\n", "\(imported)")
        let path = other.path(file(user))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(exported.output))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func anExportOfASealedKeyStaysSealed() throws {
        let seed = try seed(user)
        #expect(try withPassphrase("right", "redo-key lock").status == 0)
        let exported = try key("export")
        #expect(exported.status == 0 && exported.error.isEmpty)
        #expect(!exported.text.contains(seed))
        let other = try CommandRunner()
        try other.write(exported.output, to: "key")
        #expect(try other.run("redo-key", ["import", "key"]).text == "\(user)\n")
        #expect(try other.run("redo-key", ["list"]).text == "* \(user) sealed\n")
    }

    @Test func aKeyThatIsHereIsNotReplaced() throws {
        let exported = try key("export").output
        let before = try runner.contents(of: "home")
        let outcome = try key("import", input: exported)
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_001: "))
        #expect(try runner.contents(of: "home") == before)
    }

    @Test func whatIsNoKeyIsNotImported() throws {
        let text = try key("export").text
        let damaged = [
            "", "redo-key 1\n", "redo-key 2" + text.dropFirst(10), String(text.dropLast(20)),
            text.replacingOccurrences(
                of: "publicKey \(user)", with: "publicKey \(String(user.reversed()))"),
        ]
        let other = try CommandRunner()
        for input in damaged {
            let outcome = try other.run("redo-key", ["import"], input: Array(input.utf8))
            #expect(outcome.status == 128)
            #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_003: "), "\(outcome)")
        }
        #expect(try other.contents(of: "home").isEmpty)
    }

    @Test(arguments: [0o644, 0o640, 0o604])
    func aKeyThatOthersMayReadIsRefused(_ mode: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: runner.path(file(user)))
        for command in [["redo-add", "x"], ["redo-key", "show"], ["redo-key", "export"]] {
            let outcome = try runner.run(command[0], Array(command.dropFirst()))
            #expect(outcome.status == 128)
            #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_002: others may read the key "))
            #expect(outcome.output.isEmpty)
        }
    }

    @Test func noErrorTellsASecret() throws {
        let secrets = ["open sesame", try seed(user)]
        var errors = [try key("export").error, try key("frobnicate", user).error]
        try runner.write(try key("export").output.dropLast(5), to: "cut")
        errors.append(try key("import", "cut").error)
        errors.append(try withPassphrase("open sesame", "redo-key lock; redo-key list").error)
        errors.append(try withPassphrase("open sesam", "redo-add x").error)
        errors.append(
            try withPassphrase("open sesame", "redo-key unlock; redo-key import frob").error)
        for (error, secret) in errors.flatMap({ error in secrets.map { (error, $0) } }) {
            #expect(!error.contains(secret) && !error.contains(secret.prefix(16)))
        }
    }

    @Test(arguments: [
        ["--force"], ["frobnicate"], ["use"], ["list", "a", "b"], ["list", "a"], ["delete"],
        ["--force", "lock"],
    ])
    func wrongUsageIsExplained(_ arguments: [String]) throws {
        let outcome = try runner.run("redo-key", arguments)
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.contains(
                "usage: redo key [<options>] [list]\n   or: redo key [<options>] show [<user>]\n"))
    }
}
