import Foundation
import TestSupport
import Testing

/// An encrypted backup on a machine that has nothing: two commands, the second named by the first. Only what the program
/// prints is followed.
@Suite struct RestoreTests {
    static let places: [Transport?] = [nil, .path, .ssh, .http]

    /// A machine with an empty home, and a remote that a lost device has made.
    private struct Disaster {
        let fixture: EncryptedFixture
        let phone: TaskStore
        let words: String
        var bare: CommandRunner

        init(_ transport: Transport?) throws {
            fixture = try EncryptedFixture(transport)
            (phone, words) = try fixture.founder("phone")
            try phone.add("Water the plants", "--due", "+1d")
            try phone.add("One", "--draft")
            try phone.expect(["push"])
            bare = try Self.machine(fixture)
        }

        static func machine(_ fixture: EncryptedFixture) throws -> CommandRunner {
            var runner = try CommandRunner()
            runner.environment["REDO_DEVICE"] = "bare"
            runner.environment.merge(fixture.environment) { $1 }
            return runner
        }

        /// Runs a command line that may read the words.
        func run(_ line: String, words: String? = nil) throws -> CommandOutcome {
            guard let words else { return try bare.shell(line) }
            try bare.write("\(words)\n".utf8, to: "words")
            return try bare.shell("\(line) 3<words", extra: ["REDO_PASSPHRASE_FD": "3"])
        }

        /// What a command that failed names as the next one.
        static func next(_ label: String, in outcome: CommandOutcome) throws -> String {
            let line = try #require(
                outcome.codedError.split(separator: "\n").first { $0.hasPrefix("hint: \(label)") },
                "\(outcome)")
            let parts = line.split(separator: ": ", maxSplits: 2)
            return String(try #require(parts.last))
        }

        /// A store in the current folder that has the remote, and no key.
        func beginStore() throws {
            let made = try bare.shell("redo init && redo remote add origin '\(fixture.url)'")
            try #require(made.status == 0, "\(made)")
        }

        func expectRestored() throws {
            #expect(try bare.run("redo-replay", ["--hash"]).text == fixture.state(phone))
            #expect(try bare.run("redo-status").text.contains(": everything pushed"))
        }
    }

    /// The first command, which everyone knows.
    private func firstCommand(_ disaster: Disaster) throws -> CommandOutcome {
        let outcome = try disaster.run("redo clone --personal '\(disaster.fixture.url)'")
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
        // No store is left.
        #expect(
            try !disaster.bare.contents(of: "home").keys.contains { $0.contains("objects") })
        return outcome
    }

    @Test(arguments: places) func aKeyFileAndTheURLAreEnough(_ transport: Transport?) throws {
        let disaster = try Disaster(transport)
        try disaster.bare.write(try disaster.phone.run("key", ["export"]).output, to: "ana.key")
        let refused = try firstCommand(disaster)
        let command = try Disaster.next("with a key file", in: refused)
            .replacingOccurrences(of: " FILE ", with: " ana.key ")
        let made = try disaster.run(command)
        #expect(made.status == 0 && made.text.contains("made a store of 3 nodes: "), "\(made)")
        try disaster.expectRestored()
        // It goes on as the same user, without another word.
        #expect(try disaster.bare.run("redo-add", ["Mine", "--draft"]).error.isEmpty)
        #expect(try disaster.bare.run("redo-push").status == 0)
        try disaster.phone.expect(["fetch"])
        #expect(Set(try disaster.phone.run("log", ["--format=%U"]).lines).count == 1)
        // A repeat finds the key.
        let again = try disaster.run(command)
        #expect(
            again.status == 128 && again.codedError.contains("there is one already"), "\(again)")
    }

    @Test(arguments: places) func theWordsAndTheURLAreEnough(_ transport: Transport?) throws {
        let disaster = try Disaster(transport)
        let refused = try firstCommand(disaster)
        #expect(!refused.codedError.contains("recovery of"))
        let command = try Disaster.next("with the 24 words", in: refused)
        let made = try disaster.run(command, words: disaster.words)
        #expect(made.status == 0, "\(made)")
        #expect(
            made.lines.prefix(2).last?.hasPrefix("made a store of 3 nodes: ") == true, "\(made)")
        #expect(made.lines.last == "this device is a member of origin")
        let next = try #require(made.text.recoveryWords(of: "remote origin"), "\(made)")
        try disaster.expectRestored()
        #expect(try disaster.bare.run("redo-add", ["Mine", "--draft"]).status == 0)
        #expect(try disaster.bare.run("redo-push").status == 0)
        try disaster.phone.expect(["fetch"])
        #expect(try disaster.phone.ids().count == 4)
        // Those words are used up, and the printed ones open it on the next bare machine.
        var second = disaster
        second.bare = try Disaster.machine(disaster.fixture)
        let old = try second.run(command, words: disaster.words)
        #expect(
            old.status == 1 && old.codedError.contains("these words recover no member"), "\(old)")
        #expect(old.output.isEmpty)
        let restored = try second.run(command, words: next)
        #expect(
            restored.status == 0 && restored.text.contains("made a store of 4 nodes"), "\(restored)"
        )
    }

    /// At a terminal the words are typed.
    @Test func theWordsAreTyped() throws {
        let disaster = try Disaster(nil)
        let command = try Disaster.next("with the 24 words", in: firstCommand(disaster))
        let made = try disaster.bare.typed(
            ["Words of the recovery key (remote origin)": disaster.words], at: command)
        #expect(made.status == 0, "\(made)")
        #expect(made.text.contains("The recovery key of the remote origin. Who has"), "\(made)")
        try disaster.expectRestored()
    }

    /// A key that is here and a member's is named as such, and nothing else is needed.
    @Test func aKeyThatIsHereNeedsTheTrustAlone() throws {
        let disaster = try Disaster(.path)
        let copy = try disaster.phone.run("key", ["export"]).output
        #expect(try disaster.bare.run("redo-key", ["import"], input: copy).status == 0)
        let refused = try firstCommand(disaster)
        let command = try Disaster.next("if the key that is here", in: refused)
        #expect(try disaster.run(command).status == 0)
        try disaster.expectRestored()
    }

    /// A key of someone else stays the one that signs elsewhere, and the store uses the one that opens it.
    @Test func anotherKeyThatIsHereIsNotInTheWay() throws {
        let disaster = try Disaster(nil)
        #expect(try disaster.bare.run("redo-keygen", ["--no-passphrase"]).status == 0)
        try disaster.bare.write(try disaster.phone.run("key", ["export"]).output, to: "ana.key")
        let command = try Disaster.next("with a key file", in: firstCommand(disaster))
            .replacingOccurrences(of: " FILE ", with: " ana.key ")
        #expect(try disaster.run(command).status == 0)
        #expect(
            try disaster.bare.run("redo-replay", ["--hash"]).text
                == disaster.fixture.state(disaster.phone))
        #expect(try disaster.bare.run("redo-add", ["Mine", "--draft"]).status == 0)
        #expect(try disaster.bare.run("redo-push").status == 0)
    }

    /// Words of another kind say where they belong.
    @Test func wordsOfAPersonAreNotThoseOfARemote() throws {
        let disaster = try Disaster(nil)
        let person = try disaster.phone.run("person", ["create", "Ana"]).text
        let words = try #require(person.recoveryWords(of: "person Ana"), "\(person)")
        let command = try Disaster.next("with the 24 words", in: firstCommand(disaster))
        let refused = try disaster.run(command, words: words)
        #expect(
            refused.status == 1
                && refused.codedError.contains(
                    "hint: the words of a person are different ones: use them with 'redo recover'"),
            "\(refused)")
        try disaster.phone.runner.write("\(disaster.words)\n".utf8, to: "words")
        let other = try disaster.phone.runner.shell(
            "redo recover --revoke-none 3<words", extra: ["REDO_PASSPHRASE_FD": "3"])
        #expect(
            other.status == 1
                && other.codedError.contains(
                    "the words of an encrypted remote are for 'redo member recover'"),
            "\(other)")
    }

    // MARK: Words count when they are printed

    /// A host that takes nothing does not keep the backup from being read, and uses up no words.
    @Test(arguments: [Transport.ssh, .http]) func aHostThatTakesNothingGivesEverything(
        _ transport: Transport
    ) throws {
        let disaster = try Disaster(transport)
        let hook = "\(disaster.fixture.remote)/hooks/pre-receive"
        let forbid = "printf '#!/bin/sh\\nexit 1\\n' >\(hook) && chmod +x \(hook)"
        try #require(try disaster.fixture.git.place.shell(forbid).status == 0)
        let command = try Disaster.next("with the 24 words", in: firstCommand(disaster))
        let made = try disaster.run(command, words: disaster.words)
        #expect(made.status == 128 && made.text.contains("made a store of 3 nodes: "), "\(made)")
        #expect(!made.text.contains("recovery of"), "\(made)")
        #expect(made.codedError.contains("hint: the store has everything; "), "\(made)")
        #expect(
            try disaster.bare.run("redo-replay", ["--hash"]).text
                == disaster.fixture.state(disaster.phone))
        _ = try disaster.fixture.git.place.shell("rm \(hook)")
        let recovered = try disaster.run("redo member recover", words: disaster.words)
        #expect(
            recovered.status == 0 && recovered.text.recoveryWords(of: "remote origin") != nil,
            "\(recovered)")
    }

    /// Without a key one is made before words are asked for, and none are printed that do not count.
    @Test(arguments: [nil, Transport.path]) func aDeviceWithoutAKeyMakesOne(
        _ transport: Transport?
    ) throws {
        let disaster = try Disaster(transport)
        try disaster.beginStore()
        let recovered = try disaster.run("redo member recover --yes", words: disaster.words)
        #expect(recovered.status == 0, "\(recovered)")
        #expect(recovered.codedError.contains("made your key: "), "\(recovered)")
        #expect(recovered.text.recoveryWords(of: "remote origin") != nil)
        let used = try disaster.run("redo member recover", words: disaster.words)
        #expect(used.status == 1 && used.output.isEmpty, "\(used)")
    }

    /// Words that could not be printed after they came to count are printed by a repeat, which asks for none.
    @Test(arguments: [nil, Transport.path]) func wordsThatWereNotPrintedAreNotLost(
        _ transport: Transport?
    ) throws {
        let disaster = try Disaster(transport)
        let command = try Disaster.next("with the 24 words", in: firstCommand(disaster))
        try disaster.beginStore()
        let line = "redo member recover --yes"
        let cut = try disaster.run("\(line) >/dev/full", words: disaster.words)
        #expect(cut.status != 0, "\(cut)")
        let listed = try disaster.run("redo member list")
        #expect(
            listed.codedError.contains("count and were not shown: 'redo member recover origin'"),
            "\(listed)")
        let shown = try disaster.run(line)
        let next = try #require(shown.text.recoveryWords(of: "remote origin"), "\(shown)")
        #expect(shown.status == 0)
        #expect(try !disaster.run("redo member list").codedError.contains("were not shown"))
        var second = disaster
        second.bare = try Disaster.machine(disaster.fixture)
        let restored = try second.run(command, words: next)
        #expect(restored.status == 0, "\(restored)")
    }

    /// Likewise the words of the first epoch.
    @Test func wordsOfANewRemoteThatWereNotPrintedAreNotLost() throws {
        let fixture = try EncryptedFixture(nil)
        let device = try fixture.device("phone")
        let cut = try device.runner.shell(
            "redo remote add --encrypt origin '\(fixture.url)' >/dev/full")
        #expect(cut.status != 0, "\(cut)")
        // What stays is said, and what completes it.
        #expect(cut.error.contains("the remote is kept"), "\(cut)")
        #expect(cut.error.contains("'redo member create origin' completes it"), "\(cut)")
        let shown = try device.run("member", ["create"])
        let words = try #require(shown.text.recoveryWords(of: "remote origin"), "\(shown)")
        try device.add("One", "--draft")
        try device.expect(["push"])
        let tablet = try fixture.device("tablet")
        try tablet.expect(["remote", "add", "origin", fixture.url])
        try tablet.runner.write("\(words)\n".utf8, to: "words")
        let recovered = try tablet.runner.shell(
            "redo member recover --yes 3<words", extra: ["REDO_PASSPHRASE_FD": "3"])
        #expect(recovered.status == 0, "\(recovered)")
        // There is no second time.
        #expect(try device.run("member", ["create"]).status == 1)
    }

    /// A person's words that could not be let count say so.
    @Test func wordsOfAPersonThatDoNotCountSaySo() throws {
        let store = try TaskStore()
        try store.hook("pre-write", "exit 1")
        let refused = try store.run("person", ["create", "Ana"])
        #expect(
            refused.status == 1 && refused.text.recoveryWords(of: "person Ana") != nil, "\(refused)"
        )
        #expect(
            refused.codedError.hasPrefix(
                "note: the words above are not in effect: cross them out\n"),
            "\(refused)")
    }

    // MARK: Pushing without a key

    /// A push signs a statement, so a device without a key makes one, as `add` does.
    @Test func aDeviceThatPushesWithoutAKeyMakesOne() throws {
        let git = try GitFixture()
        let phone = try git.device("phone")
        try phone.add("One", "--draft")
        let nodes = try phone.run("export").output
        let bare = try CommandRunner()
        let made = try bare.shell(
            "redo init && redo remote add origin '\(git.url)'"
        )
        try #require(made.status == 0, "\(made)")
        #expect(try bare.run("redo-import", input: nodes).status == 0)
        let dry = try bare.run("redo-push", ["--dry-run"])
        #expect(dry.status == 0 && !dry.codedError.contains("made your key"), "\(dry)")
        let pushed = try bare.run("redo-push")
        #expect(
            pushed.status == 0 && pushed.codedError.hasPrefix("made your key: ")
                && pushed.text == "pushed 1 node in 1 pack to origin\n", "\(pushed)")
        let laptop = try git.device("laptop")
        #expect(try laptop.expect(["fetch"]).text == "received 1 node\n")
    }
}
