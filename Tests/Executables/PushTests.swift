import Foundation
import TestSupport
import Testing

/// `redo push`: what goes to a remote, and what has to stay.
@Suite struct PushTests {
    private let fixture: GitFixture
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
    }

    /// The reference of the only slot.
    private func reference() throws -> String { try #require(try fixture.slots().first) }

    @Test func theDevicesSlotHasAllNodes() throws {
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        try phone.add("Water the plants", "--due", "+1d")
        try phone.add("Write a letter")
        let ids = try phone.ids()
        #expect(
            try phone.expect(["push"]).text == "pushed \(ids.count) nodes in 1 pack to origin\n")
        #expect(try fixture.references().keys.sorted() == fixture.slots())
        #expect(try fixture.slots().count == 1)
        #expect(try fixture.nodeIDs() == ids)
        // No other repository is made in the store for it.
        #expect(!FileManager.default.fileExists(atPath: phone.runner.path(".redo/git")))
        try fixture.expectSound()
    }

    @Test func whatIsNewIsPushedAndNamed() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let before = try fixture.references()
        let known = try phone.ids()
        try phone.add("Two", "--draft")
        let lines = try phone.expect(["push", "--porcelain"]).lines
        let words = lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(words.allSatisfy { $0.count == 3 && $0[1].count == 32 && $0[2] == "OK" })
        #expect(Set(words.map { $0[0] }) == (try phone.ids()).subtracting(known))
        // The old commit is the parent of the new one: nothing was forced.
        #expect(try fixture.git("rev-parse", "\(reference())^1") == Array(before.values))
        try fixture.expectSound()
    }

    @Test func nothingNewWritesNothing() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let remote = try fixture.place.contents(of: "remote.git")
        let store = try phone.contentsButDates()
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        #expect(try phone.expect(["push", "--porcelain"]).text.isEmpty)
        #expect(try fixture.place.contents(of: "remote.git") == remote)
        #expect(try phone.contentsButDates() == store)
    }

    @Test func aDryRunChangesNothing() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try phone.add("Two", "--draft")
        let remote = try fixture.place.contents(of: "remote.git")
        let store = try phone.contentsButDates()
        #expect(try phone.expect(["push", "-n"]).text == "would push 1 node to origin\n")
        #expect(try fixture.place.contents(of: "remote.git") == remote)
        #expect(try phone.contentsButDates() == store)
        #expect(try phone.expect(["push"]).text == "pushed 1 node in 1 pack to origin\n")
        #expect(try phone.expect(["push", "-n"]).text == "everything up-to-date\n")
    }

    /// What the store keeps of a server can be removed: it is fetched again.
    @Test func theStoresRepositoryCanBeRemoved() throws {
        let (url, environment) = try fixture.reach(.ssh)
        let laptop = try fixture.device("laptop", url: url, environment)
        try laptop.add("One", "--draft")
        try laptop.expect(["push"])
        let repository = ".redo/checkpoints/origin/git"
        for title in ["Two", "Three"] {
            _ = try laptop.runner.shell("rm -rf \(repository)")
            #expect(try laptop.expect(["push"]).text == "everything up-to-date\n")
            _ = try laptop.runner.shell("rm -rf \(repository)")
            try laptop.add(title, "--draft")
            #expect(try laptop.expect(["push"]).text == "pushed 1 node in 1 pack to origin\n")
        }
        #expect(try fixture.nodeIDs() == laptop.ids())
        #expect(!FileManager.default.fileExists(atPath: laptop.runner.path(".redo/git")))
        try fixture.expectSound()
    }

    // MARK: Signatures

    @Test func anUnsignedNodeIsSignedByItsAuthorsKey() throws {
        let task = try phone.add("One", "--draft")
        let id = try phone.commit("UPDATE", "--task", task, "--field", "priority:=5", "--no-sign")
        #expect(try phone.nodes().contains { $0["signature"] == nil })
        try phone.expect(["push"])
        #expect(try phone.nodes().allSatisfy { $0["signature"]?.text?.count == 128 })
        #expect(try fixture.nodeIDs().contains(id))
        #expect(try phone.run("verify", ["--all"]).status == 0)
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
    }

    /// Without the key nothing goes, unless the rest is asked for: without what follows.
    @Test func anUnsignedNodeOfSomebodyElseStaysWithWhatFollowsIt() throws {
        try phone.add("Mine", "--draft")
        let mine = try phone.ids()
        let node = SampleNode(task: SampleNode.task(7))
        let root = try phone.runner.store(node)[0]
        let child = try phone.commit(
            "UPDATE", "--task", SampleNode.task(7), "--field", "priority:=5")
        let refused = try phone.expect(["push"], status: 1)
        #expect(refused.text == "nothing was pushed\n")
        let errors = refused.codedError.split(separator: "\n")
        try #require(errors.count == 4, "\(refused)")
        #expect(
            errors[0].hasPrefix("error: E_INVALID_SIGNATURE: \(root) the node has no signature"))
        #expect(errors[0].contains("00112233445566778899aabbccddeeff"))
        #expect(
            errors[1]
                == "error: E_INVALID_SIGNATURE: \(child) it follows a node without a signature")
        // A new key would not sign for that author.
        #expect(errors[2].hasPrefix("hint: 'redo key import FILE' brings it back from a copy: "))
        #expect(errors[3] == "hint: 'redo push --skip-unsigned' pushes the rest")
        #expect(try fixture.references().isEmpty)
        let porcelain = try phone.expect(["push", "--porcelain"], status: 1)
        #expect(
            porcelain.lines == [
                "\(root)\t-\tE_INVALID_SIGNATURE", "\(child)\t-\tE_INVALID_SIGNATURE",
            ])

        let skipped = try phone.run("push", ["--skip-unsigned"])
        #expect(skipped.status == 0, "\(skipped)")
        #expect(skipped.text == "pushed 1 node in 1 pack to origin\n")
        #expect(skipped.codedError.split(separator: "\n").allSatisfy { $0.hasPrefix("warning: ") })
        #expect(try fixture.nodeIDs() == mine)
        try fixture.expectSound()
    }

    // MARK: Remotes that are not as they were

    @Test func aRemoteThatLostTheReferenceGetsItAgain() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let name = try reference()
        let slot = name.split(separator: "/").last ?? ""
        try fixture.git("update-ref", "-d", name)
        let pushed = try phone.run("push")
        #expect(pushed.status == 0 && pushed.text.hasPrefix("pushed "), "\(pushed)")
        #expect(pushed.codedError == "note: origin had lost the slot \(slot): it is pushed again\n")
        #expect(try fixture.slots() == [name])
        try fixture.makeRemote()
        #expect(try phone.run("push").status == 0)
        #expect(try fixture.slots() == [name])
        #expect(try fixture.nodeIDs() == phone.ids())
        try fixture.expectSound()
    }

    @Test func aRemoteThatWasSetBackGetsWhatItLacks() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let name = try reference()
        let slot = name.split(separator: "/").last ?? ""
        let old = try #require(try fixture.references()[name])
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        try fixture.git("update-ref", name, old)
        try fixture.git("gc", "-q", "--prune=now")
        let pushed = try phone.run("push")
        #expect(pushed.status == 0, "\(pushed)")
        #expect(
            pushed.codedError == "note: origin had set the slot \(slot) back: it is pushed again\n")
        #expect(try fixture.nodeIDs() == phone.ids())
        try fixture.expectSound()
    }

    /// Two machines of one name: each has a slot of its own, nothing is lost, and it comes to rest.
    @Test func twoMachinesOfOneNameKeepWhatTheyHave() throws {
        let double = try fixture.device("phone")
        try phone.add("One", "--draft")
        try double.add("Two", "--draft")
        try phone.expect(["push"])
        try double.expect(["push"])
        #expect(try fixture.slots().count == 2)
        try phone.add("Three", "--draft")
        for device in [phone, double, phone] { try device.expect(["sync"]) }
        #expect(try double.tasks().count == 3)
        #expect(try fixture.nodeIDs() == phone.ids())
        let rest = try fixture.references()
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        #expect(try double.expect(["push"]).text == "everything up-to-date\n")
        #expect(try fixture.references() == rest)
        #expect(try phone.stateHash() == double.stateHash())
        try fixture.expectSound()
        // A device that has never seen any of it takes all of it.
        let reader = try fixture.device("reader")
        try reader.expect(["fetch"])
        #expect(try reader.stateHash() == phone.stateHash())
    }

    @Test func aRemoteThatCannotBeWrittenIsQuoted() throws {
        try phone.add("One", "--draft")
        try fixture.place.write("x\n".utf8, to: "remote.git/refs/redo")
        let outcome = try phone.expect(["push"], status: 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: "), "\(outcome)")
        #expect(try fixture.references().isEmpty)
    }

    @Test func twoDevicesPushAtOnce() throws {
        let laptop = try fixture.device("laptop")
        for number in 1...5 {
            try phone.add("Phone \(number)")
            try laptop.add("Laptop \(number)")
            let first = try Coprocess(phone.runner, "redo-push", [])
            let second = try Coprocess(laptop.runner, "redo-push", [])
            #expect(first.wait() == 0)
            #expect(second.wait() == 0)
        }
        #expect(try fixture.nodeIDs() == phone.ids().union(laptop.ids()))
        try fixture.expectSound()
    }
}
