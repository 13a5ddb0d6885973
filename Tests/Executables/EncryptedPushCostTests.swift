import Foundation
import TestSupport
import Testing

/// What a push to an encrypted remote asks of the key and of the remote.
@Suite struct EncryptedPushCostTests {
    /// A passphrase is asked for once: a second question would find nothing to read.
    @Test(arguments: [nil, Transport.path]) func aSealedKeyIsOpenedOnce(
        _ transport: Transport?
    ) throws {
        let fixture = try EncryptedFixture(transport)
        let (phone, _) = try fixture.founder("phone")
        let user = try #require(phone.run("key", ["show"]).lines.first).dropFirst(7).description
        try fixture.git.write(1...3, on: phone)
        let locked = try phone.runner.shell(
            "printf 'tyger\n' >p; REDO_PASSPHRASE_FD=3 redo key lock \(user) 3<p")
        try #require(locked.status == 0, "\(locked)")
        for command in ["push", "fetch", "add Another --draft", "push"] {
            let outcome = try phone.runner.shell("REDO_PASSPHRASE_FD=3 redo \(command) 3<p")
            #expect(outcome.status == 0, "\(command): \(outcome)")
        }
        let laptop = try fixture.device("laptop")
        // It starts an epoch and signs a statement.
        let card = try fixture.card(laptop)
        let added = try phone.runner.shell(
            "REDO_PASSPHRASE_FD=3 redo member add --yes \(card) 3<p")
        try #require(added.status == 0, "\(added)")
        try laptop.expect(["remote", "add", "--trust", added.lines[1], "origin", fixture.url])
        try laptop.expect(["fetch"])
        #expect(try laptop.ids() == phone.ids())
    }

    /// A program that keeps the key is asked to open the box key once, and to sign the statement.
    @Test(.withTools("openssl")) func aKeyHelperIsAskedOnce() throws {
        let fixture = try EncryptedFixture(nil)
        let phone = try fixture.device("phone")
        try KeyHelperScript.install(in: phone.runner)
        let moved = try phone.run("key", ["move", "pem"])
        try #require(moved.status == 0, "\(moved)")
        try phone.expect(
            ["remote", "add", "--encrypt", "--no-recovery", "origin", fixture.url])
        try fixture.git.write(1...3, on: phone)
        _ = try phone.runner.shell("mv redo-key-pem real")
        let log = phone.runner.path("asked")
        try KeyHelperScript.install(
            """
            #!/bin/sh
            echo "$1" >>\(log)
            exec "\(phone.runner.path("real"))" "$@"
            """, in: phone.runner)
        try phone.expect(["push"])
        let asked = try phone.runner.shell("cat asked").lines
        #expect(asked.count { $0 == "sign" } == 2, "\(asked)")
    }

    /// All slots of a store have the same epochs, so they are listed once, however many slots there are.
    @Test func epochsAreListedOnce() throws {
        let store = try StoreFixture()
        let phone = try store.git.storeWithoutRemote("phone", store.path)
        let url = "store:test:\(store.files)"
        try phone.expect(["remote", "add", "--encrypt", "--no-recovery", "origin", url])
        try phone.add("One")
        try phone.expect(["push"])
        for number in 1...2 {
            let device = try store.git.storeWithoutRemote("device \(number)", store.path)
            let card = try #require(try device.run("member", ["card"]).lines.first)
            let invited = try phone.run("member", ["add", "--yes", card])
            let invitation = try #require(invited.lines.last, "\(invited)")
            try device.expect(["remote", "add", "--trust", invitation, "origin", url])
            try device.add("From \(number)", "--draft")
            try device.expect(["sync"])
        }
        let fetching = try store.requests(phone, ["fetch"])
        #expect(fetching.count { $0.hasPrefix("get slots/") } == 2, "\(fetching)")
        #expect(fetching.count { $0 == "list epochs/" } == 1, "\(fetching)")
        try phone.add("Two", "--draft")
        let pushing = try store.requests(phone, ["push"])
        // Once to know what seals, and once to see which of its epochs are there.
        #expect(pushing.count { $0 == "list epochs/" } == 2, "\(pushing)")
    }
}
