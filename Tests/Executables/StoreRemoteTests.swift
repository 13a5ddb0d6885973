import Foundation
import TestSupport
import Testing

/// Remotes that a store helper reaches, with a helper that was written in another language.
@Suite struct StoreRemoteTests {
    private let store: StoreFixture
    private var fixture: GitFixture { store.git }
    private var files: String { store.files }
    private var path: [String: String] { store.path }

    init() throws { store = try StoreFixture() }

    private func device(_ name: String, mode: String = "") throws -> TaskStore {
        try store.device(name, mode: mode)
    }

    private func state(_ device: TaskStore) throws -> String {
        try device.expect(["replay", "--hash"]).text
    }

    @Test func twoStoresExchangeTheirNodes() throws {
        let phone = try device("phone")
        try phone.add("Water the plants", "--due", "+1d")
        let count = try phone.ids().count
        #expect(try phone.expect(["push"]).text == "pushed \(count) nodes in 1 pack to origin\n")
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        #expect(try phone.expect(["remote", "show"]).text.contains("not pushed: nothing\n"))
        let laptop = try device("laptop")
        #expect(try laptop.expect(["fetch"]).text == "received \(count) nodes\n")
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        try laptop.add("Call the bank", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        #expect(try state(laptop) == state(phone))
        // What lies there is what lies in a folder: each kind of remote reads the other's.
        let tablet = try fixture.device("tablet", url: "folder:\(files)")
        try tablet.expect(["sync"])
        #expect(try state(tablet) == state(phone))
        try tablet.add("Read a book", "--draft")
        try tablet.expect(["sync"])
        try phone.expect(["sync"])
        #expect(try state(tablet) == state(phone))
        let made = try laptop.runner.run("redo", ["clone", "store:test:\(files)", "copy"])
        #expect(made.status == 0 && made.text.contains("made a store of "), "\(made)")
    }

    /// What is encrypted through a helper is read by a member through a folder.
    @Test func anEncryptedStoreIsReadByItsMembers() throws {
        let phone = try fixture.storeWithoutRemote("phone", path)
        let url = "store:test:\(files)"
        let added = try phone.run("remote", ["add", "--encrypt", "--no-recovery", "origin", url])
        #expect(added.status == 0, "\(added)")
        try phone.add("Secret of Yttrium")
        try phone.expect(["push"])
        let laptop = try fixture.storeWithoutRemote("laptop", path)
        let card = try #require(try laptop.run("member", ["card"]).lines.first)
        let invited = try phone.run("member", ["add", "--yes", card])
        let invitation = try #require(invited.lines.last, "\(invited)")
        try laptop.expect(["remote", "add", "--trust", invitation, "origin", "folder:\(files)"])
        try laptop.expect(["fetch"])
        #expect(try state(laptop) == state(phone))
        let found = try fixture.place.shell("grep -r Yttrium files")
        #expect(found.status == 1, "\(found)")
        let again = try laptop.run("remote", ["add", "--encrypt", "second", url])
        #expect(again.status == 1 && again.codedError.contains("is encrypted already"), "\(again)")
    }

    @Test func tasksAreClaimedThere() throws {
        let phone = try device("phone")
        let task = try phone.add("Paint the fence")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.add("Something", "--draft")
        try laptop.expect(["sync"])
        for device in [phone, laptop] { try device.expect(["config", "sync.claims", "origin"]) }
        #expect(try phone.run("claim", [task]).status == 0)
        let second = try laptop.run("claim", [task])
        #expect(second.status == 1 && second.codedError.contains("E_CLAIMED"), "\(second)")
        #expect(try phone.run("release", [task]).status == 0)
        #expect(try laptop.run("claim", [task]).status == 0)
    }

    /// A push that is killed leaves a store that others read, and is completed by the next.
    @Test func aKilledPushIsRepeated() throws {
        let phone = try device("phone")
        let laptop = try device("laptop")
        try phone.add("One")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        for (round, delay) in [0.02, 0.05, 0.08, 0.12, 0.2].enumerated() {
            try phone.add("Task \(round)")
            let process = try Coprocess(phone.runner, "redo-push", [])
            Thread.sleep(forTimeInterval: delay)
            process.send(signal: SIGKILL)
            _ = process.wait()
            let fetched = try laptop.run("fetch")
            #expect(fetched.status == 0, "\(fetched)")
            #expect(try Set(laptop.ids()).isSubset(of: phone.ids()))
        }
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        #expect(try state(laptop) == state(phone))
        try laptop.expect(["fsck"])
    }

    /// At each of its answers a helper can end: nothing that was acknowledged is lost, and the next push completes it.
    @Test func aHelperThatDiesLosesNothing() throws {
        let laptop = try device("laptop")
        var deaths = 0
        for number in 1...12 {
            let phone = try device("phone", mode: "dying/\(number):")
            try phone.add("Task \(number)", "--draft")
            let outcome = try phone.run("push")
            if outcome.status != 0 {
                deaths += 1
                #expect(
                    outcome.status == 128 && outcome.codedError.contains("error: NETWORK_001: "))
                #expect(outcome.output.isEmpty, "\(outcome)")
                #expect(try laptop.run("fetch").status == 0)
                try phone.expect(["remote", "set-url", "origin", "store:test:\(files)"])
                try phone.expect(["push"])
            }
            try laptop.expect(["fetch"])
            #expect(try Set(phone.ids()).isSubset(of: laptop.ids()))
        }
        #expect(deaths >= 4)
    }

    @Test(arguments: ["garbage", "endless", "names", "many"])
    func aHelperOfSomethingElseIsAnError(_ mode: String) throws {
        let phone = try device("phone", mode: "\(mode):")
        try phone.add("One", "--draft")
        for command in ["push", "fetch", "sync"] {
            let outcome = try phone.run(command)
            #expect(outcome.status == 128 && outcome.output.isEmpty, "\(outcome)")
            #expect(
                outcome.codedError.contains(
                    "error: NETWORK_001: the store helper redo-store-test failed"),
                "\(outcome)")
        }
    }

    @Test func aHelperThatHangsIsGivenUp() throws {
        let phone = try device("phone", mode: "hanging:")
        try phone.expect(["config", "sync.timeout", "1"])
        let outcome = try phone.run("fetch")
        #expect(
            outcome.status == 128 && outcome.codedError.contains("it does not answer"), "\(outcome)"
        )
    }

    /// A helper that gives other bytes than were put is believed by no one, and a lying one is found out. A statement that is not
    /// whole is not there, as anyone can put one; what is missing is.
    @Test func bytesThatAreOthersAreRefused() throws {
        let phone = try device("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let laptop = try device("laptop", mode: "other:")
        let outcome = try laptop.run("fetch")
        #expect(outcome.status == 0 && outcome.text == "nothing new\n", "\(outcome)")
        #expect(outcome.codedError.contains("is not whole"), "\(outcome)")
        #expect(try laptop.ids().isEmpty)
        let clone = try laptop.runner.run("redo", ["clone", "store:test:other:\(files)", "copy"])
        #expect(clone.status == 128 && !clone.text.contains("made a store"), "\(clone)")
        #expect(clone.codedError.contains("nothing in them can be read yet"), "\(clone)")
        #expect(!FileManager.default.fileExists(atPath: laptop.runner.path("copy")))
    }

    @Test func anEmptiedStoreIsNotWrittenTo() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try fixture.place.shell("rm -rf files/*")
        let refused = try phone.run("push")
        #expect(refused.status == 128 && refused.codedError.contains("has nothing of this store"))
        try phone.expect(["remote", "set-url", "origin", "store:test:\(files)/"])
        #expect(try phone.expect(["push"]).text.hasPrefix("pushed 1 node"))
    }

    @Test(arguments: [
        "store:", "store:test", "store:test:", "store:Test:x", "store:../x:y", "store:a b:c",
        "store:test:a\u{1B}b", "store:test:\(String(repeating: "x", count: 2000))",
    ])
    func whatIsNoAddressIsRefused(_ url: String) throws {
        let phone = try fixture.device("phone", path)
        let outcome = try phone.run("remote", ["add", "other", url])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: not the address of a store"))
    }

    @Test func aHelperThatIsNotThereIsNamed() throws {
        let phone = try fixture.storeWithoutRemote("phone")
        let added = try phone.run("remote", ["add", "origin", "store:nowhere:x"])
        #expect(
            added.status == 0 && added.codedError.hasPrefix("warning: STORAGE_001: "), "\(added)")
        let outcome = try phone.run("push")
        #expect(
            outcome.status == 128
                && outcome.codedError.contains("there is no store helper redo-store-nowhere"))
        for option in ["--prune", "--no-require-signature"] {
            #expect(try device("other").run("fetch", [option]).status == 129)
        }
    }
}
