import Foundation
import TestSupport
import Testing

/// `redo member leave`: a device takes itself out of an encrypted remote.
@Suite struct MemberLeaveTests {
    @Test(arguments: [nil, Transport.path]) func aDeviceLeaves(_ transport: Transport?) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("Paint the fence", "--draft")
        let laptop = try fixture.member("laptop", by: phone)
        let tablet = try fixture.member("tablet", by: phone)
        try laptop.add("Mow the lawn", "--draft")
        try laptop.expect(["push"])
        let card = try fixture.card(laptop)
        let left = try laptop.run("member", ["leave", "--yes"])
        #expect(left.status == 0 && left.text == "this device has left origin\n", "\(left)")
        // It says so, whether or not there is something to push, and by whatever command.
        try expectRefusal(laptop)
        try laptop.add("Too late", "--draft")
        try expectRefusal(laptop)
        #expect(try laptop.run("sync").codedError.contains("this device has left it"))
        let compacted = try laptop.run("remote", ["compact"])
        #expect(compacted.status == 1 && compacted.output.isEmpty, "\(compacted)")
        try laptop.expect(["config", "sync.claims", "origin"])
        try laptop.expect(["config", "remote.origin.copied", "false"])
        let claimed = try laptop.run("claim", ["Mow the lawn"])
        #expect(claimed.status == 1 && claimed.codedError.contains("this device has left it"))
        #expect(
            try laptop.run("member", ["list"]).codedError.contains("this device has left origin"))
        #expect(try laptop.run("member", ["add", "--yes", fixture.card(tablet)]).status == 1)
        #expect(
            try laptop.expect(["member", "leave", "--yes"]).text
                == "this device is not a member of origin\n")
        // The others go on without it, in an epoch of their own.
        try tablet.expect(["fetch"])
        #expect(try tablet.expect(["member", "list"]).lines[1] == "4 epochs, 2 members")
        #expect(try tablet.expect(["list"]).text.contains("Mow the lawn"))
        try tablet.add("After that", "--draft")
        try tablet.expect(["push"])
        #expect(try tablet.expect(["member", "list"]).lines[1] == "5 epochs, 2 members")
        try phone.expect(["sync"])
        #expect(try fixture.state(phone) == fixture.state(tablet))
        let unread = try laptop.run("fetch")
        #expect(unread.status != 0 && unread.codedError.contains("is not a member in"), "\(unread)")
        #expect(try !laptop.expect(["list"]).text.contains("After that"))
        // Its key stays out.
        let again = try phone.run("member", ["add", "--yes", card])
        #expect(again.status == 1 && again.output.isEmpty, "\(again)")
        #expect(try phone.expect(["member", "list"]).lines[1] == "5 epochs, 2 members")
        #expect(try phone.run("remote", ["verify"]).status == 0)
        #expect(try laptop.run("fsck").status == 0)
    }

    private func expectRefusal(
        _ device: TaskStore, location: SourceLocation = #_sourceLocation
    ) throws {
        for words in [["push"], ["push", "-n"]] {
            let refused = try device.run(words[0], Array(words.dropFirst()))
            #expect(
                refused.status == 1 && refused.output.isEmpty
                    && refused.codedError.contains(
                        "nothing is pushed to origin: this device has left it"),
                "\(refused)", sourceLocation: location)
        }
    }

    /// What is not there yet would never come there.
    @Test func nothingIsLostByLeaving() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        let laptop = try fixture.member("laptop", by: phone)
        try laptop.add("Mow the lawn", "--draft")
        let refused = try laptop.run("member", ["leave", "--yes"])
        #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
        #expect(
            refused.codedError.contains(
                "could not be pushed there afterwards: 1 node of this store"))
        #expect(refused.codedError.contains("hint: 'redo push origin' brings them there"))
        #expect(try phone.expect(["member", "list"]).lines[1] == "2 epochs, 2 members")
        try laptop.expect(["push"])
        // A node that no one here can sign never gets there.
        try laptop.runner.store(SampleNode(task: SampleNode.task(7)))
        let unsigned = try laptop.run("member", ["leave", "--yes"])
        #expect(unsigned.status == 1, "\(unsigned)")
        #expect(unsigned.codedError.contains("would never come there: 1 node without a signature"))
        #expect(
            try laptop.run("member", ["leave", "--yes", "--skip-unsigned"]).status == 0)
        try phone.expect(["fetch"])
        #expect(try phone.expect(["list"]).text.contains("Mow the lawn"))
        #expect(try phone.expect(["member", "list"]).lines[1] == "3 epochs, 1 member")
    }

    @Test func leavingIsAskedAbout() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        let laptop = try fixture.member("laptop", by: phone)
        let silent = try laptop.run("member", ["leave"])
        #expect(silent.status == 129 && silent.codedError.contains("give --yes"), "\(silent)")
        let no = try laptop.runner.typed(["leave origin?": "n"], at: "redo member leave")
        #expect(no.status == 1 && no.text.contains("its key cannot become a member again"), "\(no)")
        #expect(try phone.expect(["member", "list"]).lines[1] == "2 epochs, 2 members")
        let yes = try laptop.runner.typed(["leave origin?": "y"], at: "redo member leave")
        #expect(yes.status == 0 && yes.text.contains("this device has left origin"), "\(yes)")
        #expect(try phone.expect(["member", "list"]).lines[1] == "3 epochs, 1 member")
    }

    // MARK: The last device

    @Test func afterTheLastDeviceTheWordsOpenTheRemote() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, words) = try fixture.founder("phone")
        try phone.add("Paint the fence")
        try phone.expect(["push"])
        let asked = try phone.runner.typed(["leave origin?": "n"], at: "redo member leave")
        #expect(asked.text.contains("only the words of the recovery key open the remote"))
        #expect(try phone.run("member", ["leave", "--yes"]).status == 0)
        try phone.add("Too late")
        #expect(try phone.run("push").status == 1)
        let tablet = try fixture.device("tablet")
        try tablet.expect(["remote", "add", "origin", fixture.url])
        try tablet.runner.write("\(words)\n".utf8, to: "words")
        let recovered = try tablet.runner.shell(
            "redo-member recover --yes 3<words", extra: ["REDO_PASSPHRASE_FD": "3"])
        #expect(recovered.status == 0, "\(recovered)")
        try tablet.expect(["fetch"])
        #expect(try tablet.expect(["list"]).text.contains("Paint the fence"))
        #expect(try !tablet.expect(["list"]).text.contains("Too late"))
        #expect(try tablet.expect(["member", "list"]).text.contains(", 1 member\n"))
    }

    @Test func theLastKeyDoesNotLeave() throws {
        let fixture = try EncryptedFixture(nil)
        let phone = try fixture.device("phone")
        try phone.expect(
            ["remote", "add", "--encrypt", "--no-recovery", "origin", fixture.url])
        try phone.expect(["push"])
        let refused = try phone.run("member", ["leave", "--yes"])
        #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
        #expect(refused.codedError.contains("no one could open origin any more"), "\(refused)")
        try phone.add("Paint the fence")
        try phone.expect(["push"])
    }

    /// Nodes that have to stay do not keep a change of the members from the remote, and no change is said that was not made.
    @Test func unsignedNodesHoldUpNoChangeOfMembers() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("Paint the fence")
        try phone.expect(["push"])
        try phone.runner.store(SampleNode(task: SampleNode.task(7)))
        let laptop = try fixture.device("laptop")
        let added = try phone.run("member", ["add", "--yes", fixture.card(laptop)])
        #expect(added.status == 0 && added.lines.count == 2, "\(added)")
        #expect(
            added.codedError.contains("warning: E_INVALID_SIGNATURE: 1 node without a signature"))
        try laptop.expect(["remote", "add", "--trust", added.lines[1], "origin", fixture.url])
        try laptop.expect(["fetch"])
        #expect(try laptop.expect(["list"]).text.contains("Paint the fence"))
        let removed = try phone.run("member", ["remove", try fixture.key(laptop)])
        #expect(removed.status == 0, "\(removed)")
        let third = try fixture.member("tablet", by: phone)
        #expect(try third.expect(["member", "list"]).text.contains(", 2 members\n"))
        #expect(try laptop.run("fetch").status != 0)
    }
}
