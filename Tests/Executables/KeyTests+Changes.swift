import Foundation
import TestSupport
import Testing

// New keys, new passphrases, copies, and keys that go.

extension KeyTests {
    // MARK: New keys

    @Test func aNewKeyStandsBackBehindOneThatSigns() throws {
        let made = try runner.run("redo-keygen", ["--no-passphrase"])
        let other = try #require(made.lines.first)
        #expect(
            made.codedError
                == "note: \(user) still signs; 'redo key use \(other)' switches to the new one\n")
        // Also one that nobody has named.
        _ = try key("delete", "--force", other)
        _ = try runner.run("redo-config", ["--global", "--unset", "user.key"])
        _ = try makeAnother()
        #expect(try key("list").lines.contains("* \(user) unsealed"))
        #expect(try runner.run("redo-add", ["x"]).status == 0)
    }

    @Test func aNewKeySignsWhereTheOldOneIsLost() throws {
        _ = try runner.shell("rm \(file(user))")
        let made = try runner.run("redo-keygen", ["--no-passphrase"])
        let other = try #require(made.lines.first)
        #expect(
            made.codedError == "note: \(other) signs from now on: there is no key "
                + "\(runner.path(file(user)))\n")
        #expect(try runner.run("redo-add", ["x"]).status == 0)
        #expect(try key("list").text == "* \(other) unsealed\n")
    }

    // MARK: Passphrases

    @Test func aSealedKeyIsNotLockedAgain() throws {
        #expect(try withPassphrase("right", "redo-key lock").status == 0)
        let again = try withPassphrase("other", "redo-key lock")
        #expect(again.status == 1)
        #expect(
            again.codedError == """
                error: KEYCHAIN_001: the key \(user) is sealed already, and keeps its passphrase
                hint: 'redo key passwd \(user)' changes the passphrase

                """)
        #expect(try withPassphrase("right", "redo-add x").status == 0)
        #expect(try withPassphrase("other", "redo-add y").status == 128)
    }

    @Test func aPassphraseIsChanged() throws {
        #expect(try withPassphrase("right", "redo-key lock").status == 0)
        #expect(try withPassphrase("wrong\nother", "redo-key passwd").status == 128)
        #expect(try withPassphrase("right\nother", "redo-key passwd").status == 0)
        #expect(try withPassphrase("right", "redo-add x").status == 128)
        #expect(try withPassphrase("other", "redo-add x").status == 0)
        // A key without one gets one.
        #expect(try withPassphrase("other", "redo-key unlock").status == 0)
        #expect(try withPassphrase("new", "redo-key passwd").status == 0)
        #expect(try key("list").text == "* \(user) sealed\n")
        #expect(try withPassphrase("new", "redo-add y").status == 0)
    }

    @Test func whatIsUnsealedIsNotUnlockedInSilence() throws {
        let outcome = try key("unlock")
        #expect(outcome.status == 0)
        #expect(outcome.codedError == "note: the key \(user) is unsealed already\n")
    }

    // MARK: Copies

    @Test func aCopyTakesThePlaceOfADamagedFileWhichIsKept() throws {
        let copy = try key("export").output
        for round in ["", "-2"] {
            try runner.write("redo-key 1\nhalf".utf8, to: file(user))
            chmod(runner.path(file(user)), 0o600)
            let outcome = try key("import", input: copy)
            #expect(outcome.status == 0 && outcome.text == "\(user)\n", "\(outcome)")
            let old = file(user) + ".old\(round)"
            #expect(
                outcome.codedError == "note: the file that was there is kept: \(runner.path(old))\n"
            )
            #expect(try runner.contents(ofFile: old) == Array("redo-key 1\nhalf".utf8))
            #expect(try runner.contents(ofFile: file(user)) == copy)
            #expect(try key("list").text == "* \(user) unsealed\n")
        }
    }

    @Test func aCopyOfALostKeySignsAgain() throws {
        let copy = try key("export").output
        _ = try runner.shell("rm \(file(user))")
        let outcome = try key("import", input: copy)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try runner.run("redo-add", ["x"]).status == 0)
    }

    @Test(arguments: ["-f", "--force"])
    func aKeyThatIsHereIsReplacedOnDemandAndKept(_ option: String) throws {
        let copy = try key("export").output
        #expect(try withPassphrase("forgotten", "redo-key lock").status == 0)
        let sealed = try runner.contents(ofFile: file(user))
        let refused = try key("import", input: copy)
        #expect(refused.status == 128 && refused.codedError.hasPrefix("error: KEYCHAIN_001: "))
        #expect(refused.codedError.contains("hint: redo-key(1) explains"), "\(refused)")
        #expect(try runner.contents(ofFile: file(user)) == sealed)
        #expect(try key("import", option, input: copy).status == 0)
        #expect(try runner.contents(ofFile: file(user)) == copy)
        #expect(try runner.contents(ofFile: file(user) + ".old") == sealed)
    }

    // MARK: Deletion

    @Test func theLastKeyIsDeletedByForceOnly() throws {
        let before = try runner.contents(of: "home")
        let refused = try key("delete", user)
        #expect(refused.status == 1)
        #expect(
            refused.codedError == """
                error: KEYCHAIN_001: \(user) is the last key that can be used here: without a copy \
                nothing can be signed as this user any more
                hint: 'redo key export \(user) >FILE' keeps a copy of it
                hint: redo-key(1) explains what can be done, and what it costs

                """)
        #expect(try runner.contents(of: "home") == before)
        let deleted = try key("delete", "--force", user)
        #expect(deleted.status == 0 && deleted.text == "deleted \(user)\n", "\(deleted)")
        #expect(deleted.codedError == "hint: 'redo keygen' creates a new key\n")
        #expect(try key("list").output.isEmpty)
        _ = try makeAnother()
        #expect(try runner.run("redo-add", ["x"]).status == 0)
    }

    @Test func anotherKeySignsAfterOneIsDeleted() throws {
        let other = try makeAnother()
        let refused = try key("delete", user)
        #expect(
            refused.status == 1 && refused.codedError.contains("there is no terminal to confirm"))
        let deleted = try key("delete", "-f", user)
        #expect(deleted.codedError == "note: \(other) signs from now on\n")
        #expect(try key("list").text == "* \(other) unsealed\n")
        #expect(try runner.run("redo-add", ["x"]).status == 0)
    }

    @Test(arguments: [("y\\n", 0), ("n\\n", 1), ("", 1)])
    func aTerminalIsAsked(_ answer: String, _ status: Int32) throws {
        let other = try makeAnother()
        let outcome = try runner.shell(
            "printf '\(answer)' | script -qec 'stty -onlcr -echo; redo-key delete \(other)' /dev/null"
        )
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.text.contains("delete the key \(other) permanently? What it signed stays;"))
        #expect(try key("list").lines.count == (status == 0 ? 1 : 2))
    }
}
