import Foundation
import RedoJSON
import TestSupport
import Testing

/// Nodes that are gone without a trace among the objects: what the store's records say of them.
@Suite struct MissingNodesTests {
    private let fixture: GitFixture
    private let device: TaskStore

    /// A store with two packs, whose nodes a remote has.
    init() throws {
        fixture = try GitFixture()
        device = try fixture.device("laptop")
        for first in [1, 121] {
            try fixture.write(first...(first + 119), on: device)
            try device.expect(["pack"])
            try device.expect(["sync"])
        }
        try #require(device.runner.packFiles(".pack").count >= 1)
    }

    /// Removes a pack with its index.
    ///
    /// - Returns: how many nodes are gone.
    private func removePack() throws -> Int {
        let pack = try #require(device.runner.packFiles(".pack").last)
        let before = try device.ids().count
        for suffix in ["pack", "idx"] {
            try FileManager.default.removeItem(
                atPath: device.runner.path(pack.dropLast(4) + suffix))
        }
        let left = try device.run("export").lines.count
        return before - left
    }

    private func hash() throws -> String { try device.run("replay", ["--hash"]).text }

    @Test func aPackThatIsGoneIsReportedEverywhere() throws {
        let hash = try hash()
        let count = try removePack()
        #expect(count > 0)
        for words in [["fsck"], ["verify", "--all"]] {
            let outcome = try device.expect(words, status: 1)
            #expect(outcome.text.contains(" is gone; at least these are nowhere else: sha256:"))
            #expect(outcome.text.contains("it names \(count) nodes that are missing: sha256:"))
            #expect(outcome.text.contains("'redo fetch --lost origin' asks for them"))
        }
        let status = try device.expect(["status"], status: 3)
        #expect(status.lines.contains("missing   at least \(count) nodes that this store had"))
        #expect(status.text.contains("hint: 'redo fsck' says what is missing, and what helps\n"))
        let json = try device.expect(["status", "--json"], status: 3).lines[0]
        let missing = try JSONDocument(Array(json.utf8)).root.value["missing"]
        #expect(missing?["nodes"]?.integer == count)
        #expect(
            try device.expect(["list"], status: 3).codedError.contains("this answer is incomplete"))
        // A sync brings it back without being asked, and says so.
        let synced = try device.expect(["sync"])
        #expect(synced.lines.contains("\(count) tasks added by phone"))
        #expect(synced.lines.contains("\(count) changes that this store had lost are back"))
        #expect(try self.hash() == hash)
        try device.runner.expectClean()
        #expect(try device.expect(["status"]).lines.allSatisfy { !$0.hasPrefix("missing") })
    }

    @Test func aLooseHeadThatIsGoneIsReportedAndComesBack() throws {
        try device.add("Buy milk", "--draft")
        try device.expect(["sync"])
        let hash = try hash()
        let name = try #require(device.runner.looseNames().first)
        try FileManager.default.removeItem(atPath: device.runner.path(".redo/objects/\(name)"))
        let outcome = try device.expect(["fsck"], status: 1)
        #expect(
            outcome.text.contains("/operations: it names 1 node that is missing: "))
        #expect(outcome.text.contains("/checkpoints/origin: it names 1 node that is "))
        #expect(
            try device.expect(["status"], status: 3).text.contains("missing   at least 1 node "))
        let fetched = try device.expect(["fetch"])
        #expect(fetched.lines.contains("1 node that this store had lost is back"))
        #expect(try self.hash() == hash)
        try device.runner.expectClean()
    }

    /// The remote has it neither: nothing says that all is well, now and later.
    @Test func whatNoRemoteHasIsReportedAsLost() throws {
        try device.add("Buy milk", "--draft")
        let name = try #require(device.runner.looseNames().first)
        try FileManager.default.removeItem(atPath: device.runner.path(".redo/objects/\(name)"))
        let synced = try device.expect(["sync"], status: 3)
        #expect(synced.lines == ["received nothing", "nothing was pushed"])
        try device.expect(["sync"], status: 3)
        try device.expect(["list"], status: 3)
        #expect(try device.expect(["fsck"], status: 1).text.contains(" is lost (STORAGE_004)\n"))
    }

    @Test func packingSaysThatSomethingIsMissing() throws {
        try device.add("Buy milk", "--draft")
        let name = try #require(device.runner.looseNames().first)
        try FileManager.default.removeItem(atPath: device.runner.path(".redo/objects/\(name)"))
        for words in [["pack"], ["gc"]] {
            #expect(
                try device.expect(words, status: 3).codedError.contains(
                    "1 node is damaged, missing"))
        }
    }

    @Test func aRecordThatIsGoneIsReported() throws {
        try FileManager.default.removeItem(
            atPath: device.runner.path(".redo/checkpoints/origin/state"))
        let outcome = try device.expect(["fsck"], status: 1)
        #expect(
            outcome.lines == [
                "\(device.runner.path(".redo/checkpoints/origin/state")): it was kept "
                    + "here, and is gone (STORAGE_004)"
            ])
        #expect(try device.expect(["status"]).lines.contains("missing   1 record"))
    }

    @Test func aRemoteThatIsRemovedIsNotMissed() throws {
        try device.expect(["remote", "rename", "origin", "other"])
        try device.runner.expectClean()
        try device.expect(["remote", "remove", "other"])
        try device.runner.expectClean()
    }
}
