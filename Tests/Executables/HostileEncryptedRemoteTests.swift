import Foundation
import TestSupport
import Testing

/// Encrypted remotes whose host lies, and members who do.
@Suite struct HostileEncryptedRemoteTests {
    private let fixture: EncryptedFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        fixture = try EncryptedFixture(nil)
        phone = try fixture.founder("phone").device
        try phone.add("One")
        try phone.expect(["push"])
        laptop = try fixture.member("laptop", by: phone)
    }

    /// A host brings in a first epoch of its own with boxes for all the right keys, and slots that it seals.
    @Test func anotherFirstEpochIsRefused() throws {
        let other = try EncryptedFixture(nil)
        let mallory = try other.founder("mallory").device
        try mallory.add("From the host")
        for device in [phone, laptop] { _ = try other.invite(device, by: mallory) }
        try mallory.expect(["push"])
        try fixture.snapshot("honest")
        // Beside what is there.
        _ = try fixture.git.place.shell("cp -an \(other.remote)/. \(fixture.remote)/")
        let mixed = try laptop.run("fetch")
        #expect(mixed.status == 1 && !mixed.text.contains(" node"), "\(mixed)")
        #expect(mixed.codedError.contains("sealed for the epoch"), "\(mixed)")
        // Instead of it.
        _ = try fixture.git.place.shell(
            "rm -rf \(fixture.remote) && cp -a \(other.remote) \(fixture.remote)")
        for device in [phone, laptop] {
            try device.add("Secret", "--draft")
            let replaced = try device.run("fetch")
            #expect(replaced.status != 0 && !replaced.text.contains(" node"), "\(replaced)")
        }
        #expect(try !laptop.expect(["list"]).text.contains("From the host"))
        // A device that was invited and has seen nothing yet.
        let tablet = try fixture.device("tablet")
        _ = try other.invite(tablet, by: mallory)
        try fixture.restore("honest")
        let invitation = try fixture.invite(tablet, by: phone)
        _ = try fixture.git.place.shell(
            "rm -rf \(fixture.remote) && cp -a \(other.remote) \(fixture.remote)")
        let clone = try tablet.run("clone", ["--trust", invitation, fixture.url, "copy"])
        #expect(clone.status == 1, "\(clone)")
        #expect(clone.codedError.contains("do not follow from the first one"), "\(clone)")
    }

    /// An invitation says where its giver stood: an older remote is noticed by the first fetch.
    @Test func anInvitationTellsOfARewind() throws {
        let tablet = try fixture.device("tablet")
        _ = try fixture.invite(tablet, by: phone)
        try fixture.snapshot("before")
        try phone.add("Two")
        try phone.expect(["push"])
        let invitation = try fixture.invite(tablet, by: phone)
        try fixture.restore("before")
        let clone = try tablet.run("clone", ["--trust", invitation, fixture.url, "copy"])
        // A folder may be copied, and late.
        #expect(clone.status == 0 && clone.codedError.contains("not yet here"), "\(clone)")
        func inCopy(_ words: String...) throws -> CommandOutcome {
            try tablet.runner.run("redo", ["--redo-dir", "copy/.redo"] + words)
        }
        #expect(try inCopy("config", "remote.origin.copied", "false").status == 0)
        let fetched = try inCopy("fetch")
        #expect(
            fetched.status == 1 && fetched.codedError.contains("E_REMOTE_WITHHOLDS"), "\(fetched)")
    }

    /// A slot in the clear is refused, and the others are read.
    @Test func whatIsInTheClearIsRefused() throws {
        let stick = try EncryptedFixture(nil)
        let plain = try stick.git.device("plain", url: stick.url)
        try plain.add("In the clear")
        try plain.expect(["push"])
        _ = try fixture.git.place.shell("cp -an \(stick.remote)/. \(fixture.remote)/")
        try phone.add("Two")
        let pushed = try phone.run("push")
        #expect(pushed.status == 0, "\(pushed)")
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 1 && fetched.text == "received 2 nodes\n", "\(fetched)")
        #expect(fetched.codedError.contains("is not encrypted, as it has to be on this remote"))
        #expect(try !laptop.expect(["list"]).text.contains("In the clear"))
    }

    /// A member seals garbage: it is named, nothing of it comes in, and what others push does.
    @Test(
        .enabled(if: PythonWithNaCl.path != nil, "no python3 has the module nacl"),
        arguments: [
            ("statement", "cannot be used"), ("piece", "is not encrypted"), ("pack", "STORAGE_004"),
            ("kind", "another kind"), ("key", "signature is not by its key"),
            ("clear", "is not encrypted"),
        ])
    func aMemberWhoLiesIsNamed(_ lie: String, _ message: String) throws {
        let python = try #require(PythonWithNaCl.path)
        let script = Fixtures.package.appending(path: "Tests/Support/Readers/hostile_member.py")
        let made = try fixture.git.place.run(
            python, ["-B", script.path, fixture.remote, try fixture.keyFile(laptop), lie])
        let slot = try #require(made.lines.first, "\(made)")
        try phone.add("Two")
        let pushed = try phone.run("push")
        #expect(pushed.status == 0, "\(pushed)")
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 1 && fetched.text.hasSuffix("received 2 nodes\n"), "\(fetched)")
        #expect(
            fetched.codedError.contains(message) && fetched.codedError.contains(slot), "\(fetched)")
        #expect(try fixture.state(laptop) == fixture.state(phone))
        let again = try phone.run("fetch")
        #expect(again.codedError.contains(slot), "\(again)")
        // It keeps no one from going on.
        try laptop.add("Three")
        #expect(try laptop.run("push").status == 0)
        #expect(try phone.run("fetch").text == "received 2 nodes\n")
    }

    /// Each changed byte of a file is noticed: the digest of the file, or the seal.
    @Test func changedFilesAreNotRead() throws {
        try phone.add("Two")
        try phone.expect(["push"])
        try fixture.snapshot("honest")
        for directory in ["data", "slots", "epochs"] {
            try fixture.restore("honest")
            _ = try fixture.git.place.shell(
                """
                cd \(fixture.remote) && find \(directory) -type f | while read -r file; do
                    chmod u+w "$file"
                    printf x | dd of="$file" bs=1 seek=1000 conv=notrunc status=none
                done
                """)
            let fresh = try fixture.device("fresh-\(directory)")
            let invitation = try #require(
                try phone.run("member", ["list"]).lines.first?.split(separator: " ").last)
            let copied = try fresh.run(
                "clone", ["--trust", String(invitation), fixture.url, "copy"])
            #expect(copied.status != 0 && !copied.text.contains(" node"), "\(copied)")
            // Epochs that were seen are kept here.
            if directory == "epochs" { continue }
            let fetched = try laptop.run("fetch")
            #expect(!fetched.text.contains(" node"), "\(directory): \(fetched)")
        }
        try fixture.restore("honest")
        #expect(try laptop.expect(["fetch"]).text == "received 2 nodes\n")
    }

    /// A push that is killed leaves a remote that the others read, and nothing is lost.
    @Test func aKilledPushLosesNothing() throws {
        try fixture.git.write(1...200, on: phone)
        for step in 0..<12 {
            _ = try phone.runner.shell(
                "timeout -s KILL 0.0\(10 + step * 5) redo-push >/dev/null 2>&1; true")
            let fetched = try laptop.run("fetch")
            #expect(fetched.status == 0, "\(fetched)")
        }
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        #expect(try fixture.state(laptop) == fixture.state(phone))
    }
}
