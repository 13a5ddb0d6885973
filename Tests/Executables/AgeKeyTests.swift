import Foundation
import TestSupport
import Testing

/// Keys in files that the program `age` seals.
@Suite(.withTools("age", "age-keygen")) struct AgeKeyTests {
    let runner: CommandRunner
    let user: String

    private static let keys = "home/.config/redo/keys"

    init() throws {
        runner = try CommandRunner.withStore()
        user = try #require(runner.run("redo-key", ["show"]).lines.first).dropFirst(7).description
        let made = try runner.shell(
            "age-keygen -o identity 2>/dev/null && redo config --global key.ageIdentity $PWD/identity"
        )
        try #require(made.status == 0, "\(made)")
    }

    @Test func aKeyIsSealedToTheIdentityAndComesBack() throws {
        let before = try runner.contents(of: Self.keys)
        let seed = try #require(before["\(user).key"]?.suffix(65).dropLast())
        let box = try runner.run("redo-key", ["box"]).text
        #expect(try runner.run("redo-key", ["move", "age"]).status == 0)
        #expect(try runner.run("redo-key", ["list"]).text == "* \(user) in age\n")
        let files = try runner.contents(of: Self.keys)
        #expect(Set(files.keys) == ["\(user).key", "\(user).age"])
        #expect(files["\(user).age"]?.starts(with: "age-encryption.org/v1\n".utf8) == true)
        #expect(
            !files.values.contains {
                String(decoding: $0, as: UTF8.self).contains(String(decoding: seed, as: UTF8.self))
            })
        #expect(try runner.run("redo-add", ["Milk"]).status == 0)
        #expect(try runner.run("redo-verify", ["--all", "--require-signature"]).status == 0)
        #expect(try runner.run("redo-key", ["box"]).text == box)
        let back = try runner.run("redo-key", ["move", "file"])
        #expect(back.status == 0 && back.codedError.contains("'redo key lock \(user)' seals it"))
        #expect(try runner.contents(of: Self.keys) == before)
    }

    @Test func anotherIdentityOpensNothing() throws {
        #expect(try runner.run("redo-key", ["move", "age"]).status == 0)
        _ = try runner.shell("rm identity; age-keygen -o identity 2>/dev/null")
        let outcome = try runner.run("redo-add", ["Milk"])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.contains("error: KEYCHAIN_002: the key helper age: the program age"))
        #expect(try runner.run("redo-export").output.isEmpty)
    }

    @Test(arguments: ["", "garbage", "age-encryption.org/v1\n"]) func whatIsNotSealedIsNoKey(
        _ text: String
    ) throws {
        #expect(try runner.run("redo-key", ["move", "age"]).status == 0)
        try runner.write(text.utf8, to: "\(Self.keys)/\(user).age")
        let outcome = try runner.run("redo-add", ["Milk"])
        #expect(outcome.status == 128 && outcome.codedError.contains("KEYCHAIN_002"), "\(outcome)")
    }

    /// What is sealed to the right identity can still be another key, or none.
    @Test func anotherKeyInTheFileIsNotUsed() throws {
        #expect(try runner.run("redo-key", ["move", "age"]).status == 0)
        for count in [32, 31, 40_000] {
            let made = try runner.shell(
                "head -c \(count) /dev/urandom | age -e -i identity >\(Self.keys)/\(user).age")
            #expect(made.status == 0)
            let outcome = try runner.run("redo-add", ["Milk"])
            #expect(
                outcome.status == 128 && outcome.codedError.contains("KEYCHAIN_002"), "\(outcome)")
        }
    }

    // MARK: An identity under a passphrase

    private static let prompt = "Enter passphrase for identity file"

    /// Seals the identity under a passphrase, and the key to it.
    private func sealIdentity() throws {
        let sealed = try runner.typed(
            ["Enter passphrase (leave": "tyger tyger", "Confirm passphrase": "tyger tyger"],
            at: "age --passphrase --armor --output sealed identity")
        try #require(sealed.status == 0, "\(sealed)")
        _ = try runner.shell("mv sealed identity")
        let moved = try runner.typed(
            [Self.prompt: "tyger tyger", Self.prompt: "tyger tyger"], at: "redo-key move age")
        try #require(moved.status == 0, "\(moved)")
        try #require(!moved.text.contains("tyger"))
    }

    @Test func aPassphraseOfTheIdentityIsTypedAtAge() throws {
        try sealIdentity()
        #expect(try runner.run("redo-key", ["list"]).text == "* \(user) in age\n")
        let added = try runner.typed([Self.prompt: "tyger tyger"], at: "redo-add Milk --draft")
        #expect(added.status == 0 && !added.text.contains("tyger"), "\(added)")
        #expect(try runner.run("redo-verify", ["--all", "--require-signature"]).status == 0)
        #expect(try runner.run("redo-log", ["--format=%U", "-n", "1"]).text == user + "\n")
        // A wrong one, and no terminal to ask at, sign nothing.
        let before = try runner.run("redo-export").output
        let wrong = try runner.typed([Self.prompt: "tiger"], at: "redo-add Bread --draft")
        #expect(wrong.status == 128, "\(wrong)")
        #expect(
            wrong.text.codesFirst.contains(
                "error: KEYCHAIN_002: the key helper age: the program age"))
        let unasked = try runner.shell("setsid -w redo-add Bread --draft </dev/null")
        #expect(unasked.status == 128, "\(unasked)")
        #expect(
            unasked.codedError.contains("error: KEYCHAIN_002: the key helper age: the program age"))
        #expect(try runner.run("redo-export").output == before)
    }

    @Test func withoutAnIdentityTheKeyStaysWhereItIs() throws {
        let before = try runner.contents(of: Self.keys)
        _ = try runner.shell("rm identity")
        let outcome = try runner.run("redo-key", ["move", "age"])
        #expect(outcome.status == 128 && outcome.codedError.contains("key.ageIdentity names"))
        #expect(try runner.contents(of: Self.keys) == before)
    }
}
