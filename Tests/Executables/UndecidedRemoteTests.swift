import Foundation
import RedoCrypto
import TestSupport
import Testing

/// Whether a remote is encrypted, if the configuration says it in another spelling or not at all: nothing goes there in the
/// clear that should not.
@Suite struct UndecidedRemoteTests {
    private let fixture: GitFixture
    private let stick: String

    init() throws {
        fixture = try GitFixture()
        stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
    }

    private func device(_ name: String) throws -> TaskStore {
        try fixture.device(name, url: "folder:\(stick)")
    }

    private func files() throws -> [String] {
        try fixture.place.shell("cd stick && find . -type f | sort").lines
    }

    /// Puts a file into a slot, as a host or a stranger can, under the name that its bytes give it.
    ///
    /// - Returns: its name on the remote.
    private func putIntoSlot(_ text: String) throws -> String {
        let digest = SHA256.digest(Array(text.utf8).span).hexadecimal
        let name = "slots/0123456789abcdef0123456789abcdef/0000000000000001-\(digest)"
        try put(text, name)
        return name
    }

    private func put(_ text: String, _ name: String) throws {
        let path = "\(stick)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func refused(
        _ device: TaskStore, _ words: [String], _ text: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try device.run(words[0], Array(words.dropFirst()))
        #expect(
            outcome.status == 1 && outcome.codedError.contains("error: E_PERMISSION_DENIED: "),
            "\(outcome)", sourceLocation: location)
        #expect(outcome.codedError.contains(text), "\(outcome)", sourceLocation: location)
    }

    // MARK: Spellings

    @Test(arguments: ["= yes", "= TRUE", "= on", "= 1", "= True", ""])
    func whatGitTakesForTrueIsEncrypted(_ value: String) throws {
        let phone = try device("phone")
        try phone.add("Secret")
        try phone.configure("[remote \"origin\"]\nencrypted \(value)")
        let pushed = try phone.run("push")
        #expect(pushed.status == 128 && pushed.output.isEmpty, "\(pushed)")
        #expect(pushed.codedError.contains("is set to be encrypted"), "\(pushed)")
        #expect(try files().allSatisfy { !$0.contains("slots/") && !$0.contains("data/") })
    }

    @Test(arguments: ["= no", "= FALSE", "= off", "= 0", "="])
    func whatGitTakesForFalseIsPlain(_ value: String) throws {
        let phone = try device("phone")
        try phone.add("Not secret")
        try phone.configure("[remote \"origin\"]\nencrypted \(value)")
        try phone.expect(["push"])
        #expect(try files().contains { $0.contains("slots/") })
    }

    @Test(arguments: ["encrypted", "copied"]) func anythingElseIsAnError(_ key: String) throws {
        let phone = try device("phone")
        try phone.add("Secret")
        try phone.configure("[remote \"origin\"]\n\(key) = ture")
        let pushed = try phone.run("push")
        #expect(pushed.status == 129, "\(pushed)")
        #expect(
            pushed.codedError.contains("remote.origin.\(key) is 'ture', not true or false: line "),
            "\(pushed)")
        #expect(pushed.codedError.contains("/.redo/config"), "\(pushed)")
        #expect(try files().allSatisfy { !$0.contains("slots/") })
    }

    // MARK: A hidden first epoch

    @Test(arguments: [nil, Transport.path]) func aHiddenFirstEpochDoesNotLetAnyoneWriteInTheClear(
        _ transport: Transport?
    ) throws {
        let encrypted = try EncryptedFixture(transport)
        let (phone, _) = try encrypted.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let hide =
            transport == nil
            ? "rm \(encrypted.remote)/genesis"
            : "git -C \(encrypted.remote) update-ref -d refs/redo/genesis"
        #expect(try encrypted.git.place.shell(hide).status == 0)
        let tablet = try encrypted.device("tablet")
        try tablet.expect(["remote", "add", "origin", encrypted.url])
        try tablet.add("Wächtertext Quaxolotl", "--draft")
        let sealed = transport == nil ? "slots/" : "refs/redo/slots/"
        for words in [["push"], ["sync"], ["push"]] {
            try refused(tablet, words, "its file \(sealed)")
        }
        let fetched = try tablet.run("fetch")
        #expect(fetched.codedError.contains("warning: E_PERMISSION_DENIED: "), "\(fetched)")
        #expect(fetched.codedError.contains("its file \(sealed)"), "\(fetched)")
        let bytes = Data(try encrypted.bytes())
        #expect(bytes.range(of: Data("redo-pack".utf8)) == nil)
        #expect(bytes.range(of: Data("\"packs\"".utf8)) == nil)
        #expect(bytes.range(of: Data("Quaxolotl".utf8)) == nil)
    }

    // MARK: A stranger's file

    @Test func aSealedSlotStopsPushesUntilTheUserDecides() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let name = try putIntoSlot("RedoSea1")
        let laptop = try device("laptop")
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 0 && fetched.text.contains("received 1 node"), "\(fetched)")
        #expect(fetched.codedError.contains("its file \(name) is encrypted"), "\(fetched)")
        for device in [phone, laptop] {
            try device.add("Two", "--draft")
            try refused(device, ["push"], "its file \(name) is encrypted")
            try device.expect(["config", "remote.origin.encrypted", "false"])
            // A note says that the file keeps others from being removed.
            let pushed = try device.run("push")
            #expect(pushed.status == 0, "\(pushed)")
            let again = try device.run("fetch")
            #expect(again.status == 0 && !again.codedError.contains("warning"), "\(again)")
        }
    }

    /// What was seen once counts: a host that takes it away again does not make a device write.
    @Test func aSealedSlotIsRemembered() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        let name = try putIntoSlot("RedoSea1")
        try refused(phone, ["push"], name)
        _ = try fixture.place.shell("rm stick/\(name)")
        try refused(phone, ["push"], name)
    }

    @Test(arguments: ["RedoSea1", "garbage"])
    func plainSlotsAreReadBesideAFirstEpochThatIsNotTrusted(_ text: String) throws {
        let phone = try device("phone")
        let laptop = try device("laptop")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try put(text, "genesis")
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 0 && fetched.text.contains("received 1 node"), "\(fetched)")
        #expect(fetched.codedError.contains("genesis"), "\(fetched)")
        try laptop.add("Two", "--draft")
        let pushed = try laptop.run("push")
        #expect(pushed.status != 0 && pushed.codedError.contains("genesis"), "\(pushed)")
        // A new store is not made beside it.
        #expect(try laptop.run("clone", ["folder:\(stick)", "copy"]).status != 0)
        try laptop.expect(["config", "remote.origin.encrypted", "false"])
        try laptop.expect(["push"])
    }

    @Test func aSealedClaimStopsClaimsAndPushes() throws {
        let phone = try device("phone")
        try phone.expect(["config", "sync.claims", "origin"])
        try phone.expect(["config", "remote.origin.copied", "false"])
        let task = try phone.add("Paint", "--draft")
        try phone.expect(["push"])
        let name = "claims/\(task)"
        try put("RedoSea1", "\(name)/0000000000000001")
        try refused(phone, ["claim", task], "its file \(name) is encrypted")
        try phone.add("Two", "--draft")
        try refused(phone, ["push"], name)
        try phone.expect(["config", "remote.origin.encrypted", "false"])
        try phone.expect(["push"])
        try phone.expect(["claim", task])
    }

    /// A Firestore cannot be encrypted, so nothing goes there if the user says that it is.
    @Test func aFirestoreThatIsSetToBeEncryptedGetsNothing() throws {
        let phone = try fixture.storeWithoutRemote("phone")
        try phone.add("Secret")
        try phone.configure(
            "[remote \"origin\"]\nurl = firestore:demo-redo?uid=alice\nencrypted = yes")
        let pushed = try phone.run("push")
        #expect(
            pushed.status == 129 && pushed.codedError.contains("set to be encrypted"), "\(pushed)")
    }
}
