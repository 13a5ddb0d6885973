import Foundation
import TestSupport
import Testing

/// Remotes that rclone reaches.
@Suite struct RcloneRemoteTests {
    private func state(_ device: TaskStore) throws -> String {
        try device.expect(["replay", "--hash"]).text
    }

    @Test(arguments: [RcloneFixture.Way.local, .webdav, .sftp])
    func twoStoresExchangeTheirNodes(_ way: RcloneFixture.Way) throws {
        let fixture = try RcloneFixture(way)
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        try phone.add("Water the plants", "--due", "+1d")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        try laptop.add("Call the bank")
        for _ in 0..<2 { for device in [laptop, phone] { try device.expect(["sync"]) } }
        #expect(try state(laptop) == state(phone))
        // What lies there is what lies in a folder: each kind of remote reads the other's.
        let tablet = try fixture.git.device("tablet", url: "folder:\(fixture.files)")
        try tablet.expect(["fetch"])
        #expect(try state(tablet) == state(phone))
        let left = try fixture.git.place.shell("find files/incoming -type f")
        #expect(left.text.isEmpty, "\(left)")
    }

    /// rclone looks, then it writes: two devices could both win.
    @Test func nothingIsClaimedThroughIt() throws {
        let fixture = try RcloneFixture()
        let phone = try fixture.git.storeWithoutRemote("phone", fixture.variables)
        let added = try phone.run("remote", ["add", "origin", "rclone:\(fixture.address)"])
        #expect(
            added.status == 0 && added.error.contains("no task can be claimed through it"),
            "\(added)")
        let task = try phone.add("Paint the fence")
        try phone.expect(["push"])
        try phone.expect(["config", "sync.claims", "origin"])
        let claimed = try phone.run("claim", [task])
        #expect(claimed.status == 128, "\(claimed)")
        #expect(
            claimed.codedError.contains("lets a second file replace the first one"), "\(claimed)")
    }

    @Test(arguments: ["hidden:", "hidden:tasks", "alias:tasks"])
    func whatRcloneEncryptsIsRefused(_ address: String) throws {
        let fixture = try RcloneFixture()
        let phone = try fixture.git.storeWithoutRemote("phone", fixture.variables)
        let added = try phone.run("remote", ["add", "origin", "rclone:\(address)"])
        #expect(
            added.status == 128 && added.codedError.contains("redo remote add --encrypt"),
            "\(added)")
        #expect(try phone.expect(["remote"]).text.isEmpty)
        let cloned = try phone.runner.run("redo", ["clone", "store:rclone:\(address)", "copy"])
        #expect(
            cloned.status == 128 && cloned.codedError.contains("is of the type crypt"), "\(cloned)")
    }

    /// What redo encrypts itself is read by its members alone. A second device cannot begin it again.
    @Test func anEncryptedRemoteIsReadByItsMembers() throws {
        let fixture = try RcloneFixture()
        let url = "rclone:\(fixture.address)"
        let phone = try fixture.git.storeWithoutRemote("phone", fixture.variables)
        let added = try phone.run("remote", ["add", "--encrypt", "--no-recovery", "origin", url])
        #expect(added.status == 0 && added.error.contains("only one device"), "\(added)")
        try phone.add("Secret of Yttrium")
        try phone.expect(["push"])
        let laptop = try fixture.git.storeWithoutRemote("laptop", fixture.variables)
        let card = try #require(try laptop.run("member", ["card"]).lines.first)
        let invited = try phone.run("member", ["add", "--yes", card])
        let invitation = try #require(invited.lines.last, "\(invited)")
        #expect(
            try laptop.run("remote", ["add", "--trust", invitation, "origin", url]).status == 0)
        try laptop.expect(["fetch"])
        #expect(try state(laptop) == state(phone))
        #expect(try fixture.git.place.shell("grep -r Yttrium files").status == 1)
        let again = try phone.run("remote", ["add", "--encrypt", "second", url])
        #expect(again.status == 1 && again.codedError.contains("is encrypted already"), "\(again)")
    }

    @Test func whatCannotBeReachedIsAWarningFirst() throws {
        let fixture = try RcloneFixture()
        let phone = try fixture.git.storeWithoutRemote("phone", fixture.variables)
        for (address, words) in [
            ("there:\(fixture.files)/none", "rclone mkdir"), ("unknown:x", "didn't find section"),
            ("/srv", "REMOTE:PATH"), (":local:/srv", "REMOTE:PATH"),
        ] {
            let added = try phone.run("remote", ["add", "origin", "store:rclone:\(address)"])
            #expect(
                added.status == 0 && added.codedError.contains("warning: STORAGE_001: "), "\(added)"
            )
            #expect(added.codedError.contains(words), "\(added)")
            let fetched = try phone.run("fetch")
            #expect(fetched.status == 128 && fetched.codedError.contains(words), "\(fetched)")
            try phone.expect(["remote", "remove", "origin"])
        }
    }

    @Test func withoutRcloneThePackageIsNamed() throws {
        let fixture = try RcloneFixture()
        let phone = try fixture.device("phone")
        let outcome = try phone.run("fetch", extra: ["PATH": "/nowhere"])
        #expect(
            outcome.status == 128 && outcome.codedError.contains("install the package rclone"),
            "\(outcome)")
    }

    /// rclone ends with the helper, however that ends.
    @Test func noServerStays() throws {
        let fixture = try RcloneFixture()
        let phone = try fixture.device("phone")
        try phone.add("One", "--draft")
        for delay in [0.0, 0.05, 0.15] {
            let process = try Coprocess(phone.runner, "redo-push", [])
            Thread.sleep(forTimeInterval: delay)
            process.send(signal: SIGKILL)
            _ = process.wait()
        }
        try phone.expect(["push"])
        let marker = "RCLONE_CONFIG=\(fixture.git.place.path("rclone.conf"))"
        for _ in 0..<100 {
            let found = try fixture.git.place.shell(
                "grep -lz '^\(marker)$' /proc/[0-9]*/environ 2>/dev/null | grep -vx /proc/$$/environ"
            )
            if found.lines.isEmpty { return }
            usleep(50_000)
        }
        Issue.record("a process of rclone is still there")
    }

    @Test func devicesThatPushAtOnceLoseNothing() throws {
        let fixture = try RcloneFixture()
        let devices = try ["phone", "laptop", "tablet"].map { try fixture.device($0) }
        let outcomes = try devices.enumerated().map { ($0, $1) }.concurrentMap { number, device in
            try (1...3).map { round in
                try device.runner.shell(
                    "redo add 'Task \(number) \(round)' --draft >/dev/null && redo sync 2>&1")
            }
        }
        #expect(outcomes.joined().allSatisfy { $0.status == 0 }, "\(outcomes)")
        for _ in 0..<2 { for device in devices { try device.expect(["sync"]) } }
        #expect(try Set(devices.map { try state($0) }).count == 1)
        #expect(try devices[0].tasks().count == 9)
    }
}
