import Foundation
import TestSupport
import Testing

/// Keys that a program of the user's keeps: the helper of docs/keys.md, and some that do harm.
@Suite(.withTools("openssl")) struct KeyHelperTests {
    let runner: CommandRunner
    /// The key that signs at first, in a file.
    let user: String

    private static let keys = "home/.config/redo/keys"

    init() throws {
        runner = try CommandRunner.withStore()
        user = try #require(runner.run("redo-key", ["show"]).lines.first).dropFirst(7).description
        try KeyHelperScript.install(in: runner)
    }

    private func key(_ words: String...) throws -> CommandOutcome {
        try runner.run("redo-key", words)
    }

    private func text(of user: String) throws -> String {
        String(
            decoding: try runner.contents(ofFile: "\(Self.keys)/\(user).key"), as: UTF8.self)
    }

    private func nodeCount() throws -> Int { try runner.run("redo-export").lines.count }

    /// A helper that does what the one of docs/keys.md does, but for one verb.
    private func replace(_ verb: String, by command: String) throws {
        try KeyHelperScript.install(
            """
            #!/bin/sh
            [ "$1" != \(verb) ] || { cat >/dev/null; \(command); exit; }
            exec "\(runner.path("real"))" "$@"
            """, in: runner)
    }

    private func keepRealHelper() throws {
        _ = try runner.shell("cp redo-key-pem real")
    }

    // MARK: What it is for

    @Test func aKeyThatIsMadeThereSigns() throws {
        let made = try runner.run("redo-keygen", ["--in", "pem"])
        let other = try #require(made.lines.first, "\(made)")
        #expect(
            made.codedError
                == "note: \(user) still signs; 'redo key use \(other)' switches to the new one\n")
        #expect(try key("use", other).status == 0)
        #expect(try key("list").lines.contains("* \(other) in pem"))
        #expect(try runner.run("redo-add", ["Milk"]).status == 0)
        #expect(try runner.run("redo-log", ["--format=%U", "-n", "1"]).text == other + "\n")
        let verdict = try runner.run("redo-verify", ["--all", "--require-signature"])
        #expect(verdict.status == 0, "\(verdict)")
        let file = try text(of: other)
        #expect(
            file.hasPrefix("redo-key 2\npublicKey \(other)") && file.hasSuffix("\nhelper pem\n"))
        #expect(try key("show").text.hasSuffix("\nhelper pem\n"))
    }

    @Test func manyNodesAreSignedThere() throws {
        #expect(try key("move", "pem").status == 0)
        let tasks = (1...5).map { "Task \($0)\n" }.joined()
        let outcome = try runner.run(
            "redo-import", ["--from", "todotxt"], input: Array(tasks.utf8))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try runner.run("redo-verify", ["--all", "--require-signature"]).status == 0)
        #expect(try nodeCount() >= 5)
    }

    @Test func aKeyIsMovedThereAndLeavesNoSeed() throws {
        let before = try text(of: user)
        let seed = try #require(before.split(separator: "\n").last).dropFirst(5)
        let moved = try key("move", "pem")
        #expect(moved.status == 0 && moved.output.isEmpty && moved.error.isEmpty, "\(moved)")
        for (name, contents) in try runner.contents(of: "home/.config/redo") {
            #expect(!String(decoding: contents, as: UTF8.self).contains(seed), "\(name)")
        }
        #expect(try key("list").text == "* \(user) in pem\n")
        #expect(try runner.run("redo-add", ["Milk"]).status == 0)
        // What it does not hand over stays.
        for words in [["move", "file"], ["export"]] {
            let outcome = try runner.run("redo-key", words)
            #expect(
                outcome.status == 128 && outcome.codedError.contains("keeps its keys to itself"))
        }
        for word in ["lock", "unlock", "passwd"] {
            let outcome = try key(word)
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.codedError.contains("which has no passphrase of redo"), "\(outcome)")
        }
        #expect(try key("move", "pem").status == 1)
    }

    @Test func aKeyThatTheHelperHasIsUsed() throws {
        let made = try runner.run("redo-keygen", ["--in", "pem"])
        let other = try #require(made.lines.first)
        _ = try runner.shell("rm \(Self.keys)/\(other).key")
        let added = try key("add", "pem")
        #expect(added.status == 0 && added.text == other + "\n", "\(added)")
        #expect(try key("add", "pem").status == 1)
        #expect(try key("add", "pem", "ffff").status == 128)
        #expect(try key("add", "file").status == 129)
        #expect(try key("add", "nowhere").status == 129)
        #expect(try key("add").status == 129)
    }

    @Test func aDeletedKeyIsGoneFromTheHelperAsWell() throws {
        let other = try #require(runner.run("redo-keygen", ["--in", "pem"]).lines.first)
        #expect(try !runner.contents(of: "home/.redo-key-pem").isEmpty)
        #expect(try key("delete", "--force", other).status == 0)
        #expect(try runner.contents(of: "home/.redo-key-pem").isEmpty)
    }

    // MARK: Harm

    /// The key of a person who moves it is never in one place alone that has not signed.
    @Test(arguments: [
        ("sign", "echo error=broken"), ("sign", "exit 3"), ("store", "exit 1"),
        ("sign", "echo signature=$(printf '%0128d' 0)"), ("sign", "echo nonsense"),
        ("sign", "kill -9 $$"), ("capabilities", "exit 1"), ("sign", ":"),
    ])
    func aMoveThatFailsChangesNothing(_ verb: String, _ command: String) throws {
        try keepRealHelper()
        try replace(verb, by: command)
        let before = try runner.contents(of: "home/.config")
        let outcome = try key("move", "pem")
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.contains("error: KEYCHAIN_002: the key helper pem: "), "\(outcome)")
        #expect(try runner.contents(of: "home/.config") == before)
        if verb == "sign" { #expect(try runner.contents(of: "home/.redo-key-pem").isEmpty) }
        #expect(try runner.run("redo-add", ["Milk"]).status == 0)
    }

    @Test(arguments: [
        "echo signature=$(printf '%0128d' 0)", "echo", "exit 1", "yes", "echo length=9999999",
        "head -c 5000000 /dev/zero", "echo signature=zz",
    ])
    func whatIsNotSignedIsNotWritten(_ command: String) throws {
        #expect(try key("move", "pem").status == 0)
        try keepRealHelper()
        try replace("sign", by: command)
        let outcome = try runner.run("redo-add", ["Milk"])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("error: KEYCHAIN_002: the key helper pem: it "))
        #expect(outcome.codedError.contains("\nhint: "))
        #expect(try nodeCount() == 0)
    }

    @Test func aHelperThatDoesNotAnswerIsNotWaitedForForEver() throws {
        #expect(try key("move", "pem").status == 0)
        try keepRealHelper()
        try replace("sign", by: "exec sleep 1000")
        let outcome = try runner.run("redo", ["-c", "key.helperTimeout=1", "add", "Milk"])
        #expect(
            outcome.status == 128 && outcome.codedError.contains("it does not answer"), "\(outcome)"
        )
        #expect(try nodeCount() == 0)
    }

    @Test func aHelperThatAnswersSlowlyIsNotWaitedForForEver() throws {
        #expect(try key("move", "pem").status == 0)
        try keepRealHelper()
        try replace("sign", by: "for i in $(seq 600); do printf s; sleep 0.1; done")
        let outcome = try runner.run("redo", ["-c", "key.helperTimeout=3", "add", "Milk"])
        #expect(
            outcome.status == 128 && outcome.codedError.contains("it does not answer"), "\(outcome)"
        )
        #expect(try nodeCount() == 0)
    }

    @Test func aHintNamesAFewOfManyKeys() throws {
        try keepRealHelper()
        try replace("list", by: "seq 5000 | while read n; do printf 'publicKey=%064d\\n' $n; done")
        let outcome = try key("add", "pem")
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("pem has 5000 keys"), "\(outcome)")
        #expect(outcome.codedError.contains(" and 4990 more\n") && outcome.error.utf8.count < 1000)
    }

    @Test func aSeedIsInNoArgumentAndNoVariable() throws {
        let seed = try #require(try text(of: user).split(separator: "\n").last).dropFirst(5)
        try keepRealHelper()
        try KeyHelperScript.install(
            """
            #!/bin/sh
            { echo "$@"; env; } >>"\(runner.path("seen"))"
            exec "\(runner.path("real"))" "$@"
            """, in: runner)
        #expect(try key("move", "pem").status == 0)
        let seen = String(decoding: try runner.contents(ofFile: "seen"), as: UTF8.self)
        #expect(seen.contains("store\n") && !seen.contains(seed))
    }

    @Test func aStoreNamesNoHelper() throws {
        let refused = try runner.run("redo-config", ["key.helper", "pem touch /tmp/harm"])
        #expect(refused.status == 129)
        #expect(try key("move", "pem").status == 0)
        let harm = runner.path("harm")
        try runner.write(
            "[key]\n\thelper = pem touch \(harm);\n\tageIdentity = /etc/passwd\n".utf8,
            to: ".redo/config")
        #expect(try runner.run("redo-add", ["Milk"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: harm))
    }

    /// A key file that names a helper runs a program, so it does not come in from elsewhere.
    @Test func aFileThatNamesAHelperIsNotImported() throws {
        let text = "redo-key 2\npublicKey \(String(repeating: "ab", count: 32))\nhelper pem\n"
        let outcome = try runner.run("redo-key", ["import"], input: Array(text.utf8))
        #expect(outcome.status == 128 && outcome.codedError.hasPrefix("error: KEYCHAIN_003: "))
        #expect(try runner.contents(of: Self.keys).count == 1)
    }

    @Test(arguments: ["pem; touch harm", "../pem", "", "PEM", "pem pem"])
    func aNameThatIsNoneIsDamage(_ name: String) throws {
        let file = try text(of: user)
        let publicKey = file.split(separator: "\n")[1]
        try runner.write(
            "redo-key 2\n\(publicKey)\nhelper \(name)\n".utf8, to: "\(Self.keys)/\(user).key")
        chmod(runner.path("\(Self.keys)/\(user).key"), 0o600)
        let outcome = try runner.run("redo-add", ["Milk"])
        #expect(outcome.status == 128 && outcome.codedError.hasPrefix("error: KEYCHAIN_003: "))
        #expect(try runner.contents(of: "")["harm"] == nil)
    }
}
