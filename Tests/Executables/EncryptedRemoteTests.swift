import Foundation
import TestSupport
import Testing

/// Encrypted remotes: who reads them, what lies there, who comes and who goes.
@Suite struct EncryptedRemoteTests {
    static let places: [Transport?] = [nil, .path, .ssh, .http]

    @Test(arguments: places) func membersReadAndWrite(_ transport: Transport?) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("phone")
        try fixture.git.write(1...150, on: phone)
        try phone.add("Water the plants", "--due", "+1d")
        try phone.expect(["push"])
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        let laptop = try fixture.member("laptop", by: phone)
        #expect(try fixture.state(laptop) == fixture.state(phone))
        for round in 1...3 {
            try laptop.add("From the laptop \(round)", "--draft")
            try laptop.expect(["sync"])
            try phone.add("From the phone \(round)", "--draft")
            try phone.expect(["sync"])
        }
        try laptop.expect(["sync"])
        #expect(try laptop.ids().count == 158)
        #expect(try fixture.state(laptop) == fixture.state(phone))
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        #expect(try laptop.expect(["member", "list"]).lines[1] == "2 epochs, 2 members")
    }

    @Test(arguments: [nil, Transport.path]) func aCloneNeedsTheTrustAndTheKey(
        _ transport: Transport?
    ) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let laptop = try fixture.device("laptop")
        let refused = try laptop.run("clone", [fixture.url, "copy"])
        #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
        #expect(
            refused.codedError.contains("origin is encrypted, and its first epoch is not trusted"))
        // Trusted, and not a member.
        let list = try phone.expect(["member", "list"]).lines[0]
        let id = list.dropFirst("first epoch ".count).description
        let stranger = try laptop.run("clone", ["--trust", id, fixture.url, "copy"])
        #expect(stranger.status == 1 && stranger.codedError.contains("is not a member of origin"))
        #expect(!FileManager.default.fileExists(atPath: laptop.runner.path("copy/.redo")))
        let invitation = try fixture.invite(laptop, by: phone)
        let made = try laptop.run("clone", ["--trust", invitation, fixture.url, "copy"])
        #expect(made.status == 0 && made.text.contains("made a store of 2 nodes"), "\(made)")
        let hash = try laptop.runner.run("redo", ["--redo-dir", "copy/.redo", "replay", "--hash"])
        #expect(try hash.text == fixture.state(phone))
        // Whoever writes there writes nothing in the clear.
        let config = try laptop.runner.run(
            "redo", ["--redo-dir", "copy/.redo", "config", "remote.origin.encrypted"])
        #expect(config.text == "true\n")
        // The id alone becomes id and body.
        let kept = try laptop.runner.run(
            "redo", ["--redo-dir", "copy/.redo", "config", "remote.origin.genesis"])
        #expect(kept.text.trimmingCharacters(in: .newlines).count == 129)
    }

    /// Nothing of the log is in what the remote keeps: no id, title, name, key, as text or as bytes.
    @Test(arguments: [nil, Transport.path]) func nothingIsInTheClear(_ transport: Transport?) throws
    {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("device-of-ana")
        try phone.expect(["person", "create", "Ana Zeta"])
        try phone.add("Überweisung an Quaxolotl", "--tag", "geheimnis", "--due", "+1d")
        try fixture.git.write(1...120, on: phone)
        try phone.expect(["gc", "--all"])
        try phone.expect(["push"])
        let laptop = try fixture.member("laptop-of-ana", by: phone)
        try laptop.add("Quittung Yttrium", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        var wanted: [[UInt8]] = [
            "Überweisung", "Quaxolotl", "geheimnis", "Yttrium", "Ana Zeta", "device-of-ana",
            "laptop-of-ana", "CREATE", "taskId", "\"packs\"", "\"members\"", "redo-pack",
        ].map { Array($0.utf8) }
        // Packs and zstd frames by their first bytes.
        wanted.append([0x28, 0xB5, 0x2F, 0xFD])
        for device in [phone, laptop] {
            let card = try fixture.card(device).split(separator: ":")
            for digits in card.suffix(2) {
                wanted.append(Array(digits.utf8))
                wanted.append(Self.bytes(digits))
                wanted.append(Array(digits.prefix(32).utf8))
            }
        }
        for id in try phone.ids() {
            let digits = id.dropFirst("sha256:".count)
            wanted.append(Array(digits.utf8))
            wanted.append(Self.bytes(digits))
        }
        for node in try phone.nodes() {
            if let task = node["taskId"]?.string { wanted.append(Array(task.description.utf8)) }
        }
        let bytes = Data(try fixture.bytes())
        let found = Set(wanted).filter { bytes.range(of: Data($0)) != nil }
        // Four bytes can stand in noise by chance; a test of them all looks at what begins a file.
        let real = found.filter { $0.count > 4 }
        #expect(real.isEmpty, "\(real.map { String(decoding: $0, as: UTF8.self) })")
        // The search finds what is there.
        #expect(bytes.range(of: Data("RedoSea1".utf8)) != nil)
    }

    private static func bytes(_ digits: Substring) -> [UInt8] {
        let characters = Array(digits.utf8)
        return stride(from: 0, to: characters.count - 1, by: 2).compactMap {
            UInt8(String(decoding: characters[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }

    /// All files have sizes that padding gives.
    @Test func sizesArePadded() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        try phone.add("A much longer title than the one before, which has three letters")
        try phone.expect(["push"])
        let sizes = try fixture.git.place.shell(
            "find \(fixture.remote)/data \(fixture.remote)/slots -type f -printf '%s\\n'"
        ).lines
        // The header, 4,096 bytes and a tag.
        #expect(Set(sizes) == ["4192"] && sizes.count >= 3, "\(sizes)")
    }

    /// Equal pieces of one epoch are equal files: what another device sends again is there already.
    @Test func equalPiecesAreEqualFiles() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        let laptop = try fixture.member("laptop", by: phone)
        try fixture.git.write(1...150, on: phone)
        try phone.expect(["gc", "--all"])
        _ = try phone.runner.shell(
            "cp .redo/objects/pack/* \(laptop.runner.path(".redo/objects/pack"))/")
        try phone.expect(["push"])
        let files = try fixture.git.place.shell("ls \(fixture.remote)/data").lines
        try laptop.expect(["push"])
        #expect(try fixture.git.place.shell("ls \(fixture.remote)/data").lines == files)
    }

    // MARK: Leaving

    /// A device that the log holds revoked is no member from the next push on.
    @Test(arguments: [nil, Transport.path]) func aRevokedDeviceReadsNothingNew(
        _ transport: Transport?
    ) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("phone")
        try phone.expect(["person", "create", "Ana"])
        let laptop = try fixture.member("laptop", by: phone)
        let key = try fixture.card(laptop).split(separator: ":")[2].description
        try phone.expect(["push"])
        let added = try phone.run("device", ["add", "--yes", key])
        #expect(added.status == 0, "\(added)")
        try phone.expect(["sync"])
        try laptop.expect(["sync"])
        try laptop.expect(["device", "accept", "--yes"])
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        let revoked = try phone.run("device", ["revoke", "--yes", String(key.prefix(8))])
        #expect(revoked.status == 0, "\(revoked)")
        try phone.add("Not for the thief")
        try phone.expect(["push"])
        #expect(try phone.expect(["member", "list"]).lines[1].hasSuffix("2 members") == false)
        let refused = try laptop.run("fetch")
        #expect(refused.status != 0, "\(refused)")
        #expect(try !laptop.expect(["list"]).text.contains("Not for the thief"))
        try laptop.add("From the thief")
        let push = try laptop.run("push")
        #expect(push.status != 0 && push.codedError.contains("nothing is pushed"), "\(push)")
        #expect(try phone.expect(["fetch"]).text == "nothing new\n")
    }

    @Test func aMemberIsRemoved() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        let laptop = try fixture.member("laptop", by: phone)
        let tablet = try fixture.member("tablet", by: phone)
        // Who came later removes no one who came before.
        let refused = try tablet.run("member", ["remove", try fixture.key(laptop)])
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.codedError.contains("does not come after its signer"))
        let itself = try laptop.run("member", ["remove", try fixture.key(laptop)])
        #expect(itself.status == 1 && itself.codedError.contains("cannot remove itself"))
        let removed = try phone.run("member", ["remove", try fixture.key(laptop)])
        #expect(removed.status == 0, "\(removed)")
        try phone.add("After that")
        try phone.expect(["push"])
        try tablet.expect(["fetch"])
        #expect(try fixture.state(tablet) == fixture.state(phone))
        let unread = try laptop.run("fetch")
        #expect(unread.status != 0 && !unread.text.contains(" node"), "\(unread)")
        #expect(try phone.expect(["member", "list"]).lines[1] == "4 epochs, 2 members")
    }

    // MARK: Recovery

    @Test(arguments: [nil, Transport.path]) func allIsReadWithTheWordsAndTheRemoteAlone(
        _ transport: Transport?
    ) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, words) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let tablet = try fixture.device("tablet")
        try tablet.expect(["remote", "add", "origin", fixture.url])
        try tablet.runner.write("\(words)\n".utf8, to: "words")
        func recover(_ device: TaskStore) throws -> CommandOutcome {
            try device.runner.shell(
                "redo-member recover --yes --revoke-all 3<words",
                extra: ["REDO_PASSPHRASE_FD": "3"])
        }
        let recovered = try recover(tablet)
        try #require(
            recovered.status == 0 && recovered.text.hasPrefix("recovery of remote origin: "),
            "\(recovered)")
        try tablet.expect(["fetch"])
        #expect(try fixture.state(tablet) == fixture.state(phone))
        try tablet.add("Two")
        try tablet.expect(["push"])
        // The lost phone is out.
        let lost = try phone.run("fetch")
        #expect(lost.status != 0 && !lost.text.contains(" node"), "\(lost)")
        // Words count once.
        let other = try fixture.device("other")
        try other.expect(["remote", "add", "origin", fixture.url])
        try other.runner.write("\(words)\n".utf8, to: "words")
        let second = try recover(other)
        #expect(second.status == 1 && second.codedError.contains("recover no member"), "\(second)")
        // The next ones do.
        let next = try #require(recovered.text.recoveryWords(of: "remote origin"))
        try other.runner.write("\(next)\n".utf8, to: "words")
        #expect(try recover(other).status == 0)
        try other.expect(["fetch"])
        #expect(try fixture.state(other) == fixture.state(tablet))
    }

    /// A program that knows the pages alone restores the log with nothing but the remote and one key.
    @Test(
        .enabled(if: PythonWithNaCl.path != nil, "no python3 has the module nacl"),
        arguments: [nil, Transport.path])
    func anIndependentProgramRestoresTheLog(_ transport: Transport?) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("phone")
        try fixture.git.write(1...150, on: phone)
        try phone.expect(["push"])
        let laptop = try fixture.member("laptop", by: phone)
        try laptop.add("Übung", "--due", "+1d")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        let python = try #require(PythonWithNaCl.path)
        let script = Fixtures.package.appending(path: "Tests/Support/Readers/checkpoints.py").path
        for device in [phone, laptop] {
            let read = try fixture.git.place.run(
                python, ["-B", script, fixture.remote, try fixture.keyFile(device)])
            try #require(read.status == 0, "\(read)")
            #expect(try Set(read.lines) == Set(phone.expect(["export"]).lines))
        }
    }

    // MARK: Claims, and who vouches

    @Test(arguments: [nil, Transport.path, .ssh]) func tasksAreClaimedUnderNamesThatTellNothing(
        _ transport: Transport?
    ) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("phone")
        let task = try phone.add("Paint the fence")
        try phone.expect(["push"])
        let laptop = try fixture.member("laptop", by: phone)
        for device in [phone, laptop] {
            try device.expect(["config", "sync.claims", "origin"])
            if transport == nil { try device.expect(["config", "remote.origin.copied", "false"]) }
        }
        #expect(try laptop.run("claim", [task]).status == 0)
        let second = try phone.run("claim", [task])
        #expect(second.status == 1 && second.codedError.contains("E_CLAIMED"), "\(second)")
        #expect(try phone.expect(["claim", "--list"]).text.contains("Paint the fence"))
        let bytes = Data(try fixture.bytes())
        for text in [task, "claimId", "CLAIM"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
        }
        #expect(try laptop.run("release", [task]).status == 0)
        #expect(try phone.run("claim", [task]).status == 0)
    }

    @Test func membersVouch() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let laptop = try fixture.member("laptop", by: phone)
        try laptop.expect(["push"])
        let verified = try phone.run("remote", ["verify"])
        #expect(verified.status == 0, "\(verified)")
        _ = try fixture.git.place.shell(
            "cd \(fixture.remote)/data && for f in *; do chmod u+w $f; echo >> $f; done")
        let damaged = try phone.run("remote", ["verify"])
        #expect(damaged.status == 1 && damaged.text.contains("is not what its name says"))
    }

    // MARK: At the same time

    /// Two members each let a device in, neither knowing of the other: all four go on together.
    @Test func epochsThatStartAtOnceAreJoined() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        let laptop = try fixture.member("laptop", by: phone)
        try laptop.expect(["push"])
        try phone.expect(["sync"])
        try laptop.expect(["sync"])
        try fixture.snapshot("before")
        let tablet = try fixture.device("tablet")
        let first = try fixture.invite(tablet, by: phone)
        try fixture.snapshot("first")
        try fixture.restore("before")
        let watch = try fixture.device("watch")
        let second = try fixture.invite(watch, by: laptop)
        _ = try fixture.git.place.shell("cp -an first/. \(fixture.remote)/")
        for (device, invitation) in [(tablet, first), (watch, second)] {
            try device.expect(["remote", "add", "--trust", invitation, "origin", fixture.url])
        }
        try phone.add("Two")
        try phone.expect(["push"])
        for device in [laptop, tablet, watch] {
            try device.expect(["fetch"])
            #expect(try fixture.state(device) == fixture.state(phone))
        }
        #expect(try watch.expect(["member", "list"]).lines[1] == "5 epochs, 4 members")
        try watch.add("Three")
        try watch.expect(["push"])
        try phone.expect(["fetch"])
        #expect(try fixture.state(watch) == fixture.state(phone))
    }

    // MARK: Beginning

    @Test func aRemoteIsEncryptedOnceAndFromTheBeginning() throws {
        let fixture = try EncryptedFixture(.path)
        let (phone, _) = try fixture.founder("phone")
        let laptop = try fixture.device("laptop")
        let again = try laptop.run("remote", ["add", "--encrypt", "origin", fixture.url])
        #expect(again.status == 1 && again.codedError.contains("is encrypted already"), "\(again)")
        #expect(again.output.isEmpty)
        // What could not be made is not written to in the clear.
        try laptop.add("Secret")
        #expect(try laptop.run("push").status != 0)
        try phone.expect(["push"])
        let plain = try EncryptedFixture(.path)
        let tablet = try plain.git.device("tablet")
        try tablet.add("One")
        try tablet.expect(["push"])
        let watch = try plain.device("watch")
        let late = try watch.run("remote", ["add", "--encrypt", "origin", plain.url])
        #expect(late.status == 1 && late.codedError.contains("has nodes in the clear"), "\(late)")
    }

    @Test func theWordsOfACardAreCompared() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        let laptop = try fixture.device("laptop")
        let shown = try laptop.run("member", ["card"])
        let card = try #require(shown.lines.first)
        let note = try #require(
            shown.codedError.split(separator: "\n").first { $0.hasPrefix("note: words: ") })
        let words = note.dropFirst("note: words: ".count).description
        let other = try phone.run("member", ["add", "--words", "one two three", card])
        #expect(other.status == 1 && other.codedError.contains("the words differ"))
        #expect(try phone.run("member", ["add", card]).status == 129)
        #expect(try phone.expect(["member", "list"]).lines[1] == "1 epoch, 1 member")
        #expect(try phone.run("member", ["add", "--words", words, card]).status == 0)
        #expect(try phone.expect(["member", "list"]).lines[1] == "2 epochs, 2 members")
        for text in ["redo:card:", card + "0", card.uppercased(), String(card.dropLast())] {
            #expect(try phone.run("member", ["add", "--yes", text]).status == 129, "\(text)")
        }
    }
}
