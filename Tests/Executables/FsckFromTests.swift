import Foundation
import TestSupport
import Testing

/// `redo-fsck --from`: what a store has lost comes back from a remote.
@Suite(.serialized) struct FsckFromTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let hash: String
    private let ids: Set<String>

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        let task = try phone.add("Water")
        for priority in 1...5 { try phone.expect(["edit", "-p", "\(priority)", task]) }
        try phone.add("Bread")
        try phone.expect(["push"])
        hash = try phone.stateHash()
        ids = try phone.ids()
    }

    private func remove(_ id: String) throws {
        let file = phone.runner.path(phone.runner.objectName(id))
        try FileManager.default.removeItem(atPath: file)
    }

    private func expectWhole(_ outcome: CommandOutcome) throws {
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try phone.stateHash() == hash)
        #expect(try phone.ids() == ids)
        let fsck = try phone.run("fsck")
        #expect(fsck.status == 0 && fsck.output.isEmpty && fsck.error.isEmpty, "\(fsck)")
    }

    /// Removes nodes, parents of others among them.
    @Test func missingNodesComeBack() throws {
        for id in ids.sorted().prefix(4) {
            try remove(id)
        }
        #expect(try phone.stateHash() != hash)
        let outcome = try phone.run("fsck", ["--from", "origin"])
        try expectWhole(outcome)
    }

    @Test func onlyWhatWasMissingIsCounted() throws {
        try remove(try #require(ids.min()))
        let outcome = try phone.run("fsck", ["--from", "origin"])
        #expect(outcome.text == "received 1 node\n1 node that this store had lost is back\n")
        try expectWhole(outcome)
        #expect(try phone.run("fetch", ["--refetch"]).text == "nothing new\n")
    }

    @Test func damagedNodesComeBack() throws {
        for id in ids.sorted().prefix(3) {
            try phone.runner.damage(id) { $0[$0.count / 2] ^= 1 }
        }
        #expect(try phone.run("fsck").status == 1)
        let outcome = try phone.run("fsck", ["--from", "origin"])
        #expect(outcome.lines.count { $0.contains("quarantine") } == 3, "\(outcome)")
        try expectWhole(outcome)
    }

    /// What was moved away before, and left no trace among the parents of others.
    @Test func whatIsInTheQuarantineComesBack() throws {
        for id in ids { try phone.runner.damage(id) { $0[$0.count / 2] ^= 1 } }
        _ = try phone.run("fsck", ["--repair"])
        let exported = try phone.run("export")
        #expect(exported.status == 3 && exported.output.isEmpty, "\(exported)")
        try expectWhole(try phone.run("fsck", ["--from", "origin"]))
    }

    @Test func aDamagedPackIsMadeWhole() throws {
        try phone.expect(["pack"])
        let pack = try phone.runner.onlyPack().pack
        var bytes = try phone.runner.contents(ofFile: pack)
        for place in stride(from: 100, to: bytes.count, by: 300) { bytes[place] ^= 0x10 }
        try phone.runner.replace(pack, with: bytes)
        try expectWhole(try phone.run("fsck", ["--from", "origin"]))
    }

    /// What a remote has is not believed there either.
    @Test func aNodeThatNobodyHasStaysMissing() throws {
        let task = try phone.add("Milk")
        let lost = try phone.ids().subtracting(ids)
        try phone.expect(["edit", "-p", "5", task])
        for id in lost {
            try remove(id)
        }
        let outcome = try phone.run("fsck", ["--from", "origin"])
        #expect(outcome.status == 1 && outcome.text.contains("E_PARENT_NOT_FOUND"), "\(outcome)")
    }

    @Test func aRemoteThatIsNotThereIsNamed() throws {
        let unknown = try phone.run("fsck", ["--from", "nowhere"])
        #expect(unknown.status == 128, "\(unknown)")
        #expect(unknown.codedError.hasPrefix("error: NAME_001: there is no remote 'nowhere'\n"))
        _ = try fixture.place.shell("rm -rf remote.git")
        let gone = try phone.run("fsck", ["--from", "origin"])
        #expect(gone.status == 128 && gone.codedError.hasPrefix("error: STORAGE_001: "), "\(gone)")
    }
}
