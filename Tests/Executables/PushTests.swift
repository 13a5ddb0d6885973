import Foundation
import TestSupport
import Testing

/// `redo push`: what goes to a remote, and what has to stay.
@Suite struct PushTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private static let reference = "refs/redo/devices/phone"

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
    }

    @Test func theDevicesReferenceReachesAllNodes() throws {
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        try phone.add("Water the plants", "--due", "+1d")
        try phone.add("Write a letter")
        let ids = try phone.ids()
        #expect(
            try phone.expect(["push"]).text
                == "pushed \(ids.count) nodes and 1 checkpoint to origin\n")
        #expect(Array(try fixture.references().keys) == [Self.reference])
        #expect(try fixture.nodeIDs() == ids)
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
        #expect(words.allSatisfy { $0.count == 3 && $0[1].count == 40 && $0[2] == "OK" })
        #expect(
            Set(words.map { $0[0] }) == (try phone.ids()).subtracting(known).union(["-"]))
        // The old checkpoint is the first parent of the new one: nothing was forced.
        #expect(
            try fixture.git("rev-parse", "\(Self.reference)^1") == Array(before.values))
        try fixture.expectSound()
    }

    @Test func nothingNewWritesNothing() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let remote = try fixture.place.contents(of: "remote.git")
        let store = try phone.runner.contents(of: ".redo")
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        #expect(try phone.expect(["push", "--porcelain"]).text.isEmpty)
        #expect(try fixture.place.contents(of: "remote.git") == remote)
        #expect(try phone.runner.contents(of: ".redo") == store)
    }

    @Test func aDryRunChangesNothing() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try phone.add("Two", "--draft")
        let remote = try fixture.place.contents(of: "remote.git")
        let store = try phone.runner.contents(of: ".redo")
        #expect(try phone.expect(["push", "-n"]).text == "would push 1 node to origin\n")
        #expect(try fixture.place.contents(of: "remote.git") == remote)
        #expect(try phone.runner.contents(of: ".redo") == store)
        #expect(try phone.expect(["push"]).text == "pushed 1 node and 1 checkpoint to origin\n")
        #expect(try phone.expect(["push", "-n"]).text == "everything up-to-date\n")
    }

    /// A push from a repository that was removed makes what was there again, and joins what it finds.
    @Test func theStoresRepositoryCanBeRemoved() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try phone.runner.shell("rm -rf .redo/git")
        let again = try phone.run("push")
        #expect(again.status == 0 && again.text == "everything up-to-date\n", "\(again)")
        _ = try phone.runner.shell("rm -rf .redo/git")
        try phone.add("Two", "--draft")
        let pushed = try phone.run("push")
        #expect(pushed.status == 0, "\(pushed)")
        #expect(pushed.text == "pushed 1 node and 1 checkpoint to origin\n")
        #expect(try fixture.nodeIDs() == phone.ids())
        try fixture.expectSound()
    }

    @Test func aDevicesNameIsChangedWhereGitDoesNotAllowIt() throws {
        for (device, name) in [
            ("Ana's phone", "Ana-s-phone"), ("a..b", "a--b"), ("x.lock", "x-lock"),
        ] {
            let other = try fixture.device(device)
            try other.add("Task of \(device)")
            try other.expect(["push"])
            #expect(try fixture.references().keys.contains("refs/redo/devices/\(name)"))
        }
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
        let errors = refused.error.split(separator: "\n")
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
        #expect(skipped.text == "pushed 1 node and 1 checkpoint to origin\n")
        #expect(skipped.error.split(separator: "\n").allSatisfy { $0.hasPrefix("warning: ") })
        #expect(try fixture.nodeIDs() == mine)
        try fixture.expectSound()
    }

    // MARK: Remotes that are not as they were

    @Test func aRemoteThatLostTheReferenceGetsItAgain() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let tip = try fixture.references()
        try fixture.git("update-ref", "-d", Self.reference)
        let pushed = try phone.run("push")
        #expect(pushed.status == 0 && pushed.text.hasPrefix("pushed "), "\(pushed)")
        #expect(pushed.error == "note: origin had lost \(Self.reference): it is pushed again\n")
        #expect(try fixture.references() == tip)
        try fixture.makeRemote()
        #expect(try phone.run("push").status == 0)
        #expect(try fixture.references() == tip)
        try fixture.expectSound()
    }

    @Test func aRemoteThatWasSetBackGetsWhatItLacks() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let old = try #require(try fixture.references()[Self.reference])
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let tip = try fixture.references()
        try fixture.git("update-ref", Self.reference, old)
        try fixture.git("gc", "-q", "--prune=now")
        let pushed = try phone.run("push")
        #expect(pushed.status == 0, "\(pushed)")
        #expect(pushed.error == "note: origin had set \(Self.reference) back: it is pushed again\n")
        #expect(try fixture.references() == tip)
        try fixture.expectSound()
    }

    /// Two machines of one name: nothing is forced, nothing is lost, and it comes to rest.
    @Test func twoMachinesOfOneNameJoinWhatTheyHave() throws {
        let double = try fixture.device("phone")
        try phone.add("One", "--draft")
        try double.add("Two", "--draft")
        try phone.expect(["push"])
        let first = try #require(try fixture.references()[Self.reference])
        let joined = try double.run("push")
        #expect(joined.status == 0, "\(joined)")
        #expect(joined.error.hasPrefix("note: \(Self.reference) of origin was not this store's: "))
        #expect(try double.tasks().count == 2)
        try fixture.git("merge-base", "--is-ancestor", first, Self.reference)
        try phone.add("Three", "--draft")
        let third = try phone.run("push")
        #expect(third.status == 0, "\(third)")
        #expect(try fixture.nodeIDs().isSuperset(of: phone.ids()))
        #expect(try double.run("push").status == 0)
        let rest = try fixture.references()
        #expect(try phone.run("push").text == "everything up-to-date\n")
        #expect(try double.expect(["push"]).text == "everything up-to-date\n")
        #expect(try fixture.references() == rest)
        #expect(try phone.stateHash() == double.stateHash())
        try fixture.expectSound()
        // A device that has never seen any of it takes all of it.
        let reader = try fixture.device("reader")
        try reader.expect(["fetch"])
        #expect(try reader.stateHash() == phone.stateHash())
    }

    /// The join follows what both remotes have, so neither has to be forced.
    @Test func aJoinGoesToARemoteThatHasOnlyOneSide() throws {
        let double = try fixture.device("phone")
        _ = try fixture.place.shell("git init -q --bare second.git")
        try double.expect(["remote", "add", "second", fixture.place.path("second.git")])
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try double.add("Two", "--draft")
        try double.expect(["push", "second"])
        #expect(try double.run("push", ["origin"]).status == 0)
        #expect(try double.expect(["push", "second"]).text.contains("pushed "))
        #expect(try double.expect(["push", "origin"]).text == "everything up-to-date\n")
    }

    /// What cannot be taken in is not joined either: the remote stays as it is.
    @Test func aStrangeReferenceOfTheSameNameIsNotTouched() throws {
        let made = try fixture.place.shell(
            """
            cd remote.git; export GIT_AUTHOR_NAME=E GIT_AUTHOR_EMAIL=e GIT_COMMITTER_NAME=E GIT_COMMITTER_EMAIL=e
            git update-ref \(Self.reference) $(git commit-tree -m x $(git mktree < /dev/null))
            """)
        #expect(made.status == 0, "\(made)")
        let before = try fixture.references()
        try phone.add("One", "--draft")
        let outcome = try phone.expect(["push"], status: 1)
        #expect(
            outcome.error.hasPrefix("error: E_SCHEMA_MISMATCH: \(Self.reference) of origin has"))
        #expect(outcome.error.contains("hint: to push beside it: redo config redo.device "))
        #expect(try fixture.references() == before)
    }

    @Test func aRemoteThatRefusesIsQuoted() throws {
        try phone.add("One", "--draft")
        _ = try fixture.place.shell("mkdir -p remote.git/\(Self.reference)/taken")
        _ = try fixture.place.shell(
            "git -C remote.git commit-tree -m x 4b825dc642cb6eb9a060e54bf8d69288fbee4904")
        try fixture.place.write(
            "".utf8, to: "remote.git/\(Self.reference).lock")
        let outcome = try phone.expect(["push"], status: 128)
        #expect(outcome.error.hasPrefix("error: STORAGE_003: "), "\(outcome)")
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
