import Foundation
import TestSupport
import Testing

/// Transfers to a disk that is full: nothing half arrived is seen, and a repeat completes them.
@Suite(.serialized, .withMounts) struct RemoteOnAFullDiskTests {
    private let fixture: GitFixture
    /// Has 150 nodes, so that its mirror is a pack that is transferred.
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        try fixture.write(1...150, on: phone)
    }

    private static let diskSize = "1500000"

    /// How much is left makes the writing fail at one place or another.
    static let rests = [0, 40_000, 80_000]

    @Test(arguments: [Transport.path, .ssh, .http], rests)
    func aFetchToAFullDiskFailsCleanly(_ transport: Transport, _ rest: Int) throws {
        try fixture.mirror(phone)
        let (url, environment) = try fixture.reach(transport)
        let laptop = try fixture.device("laptop", url: url, environment)
        try laptop.runner.moveStore(toDiskOf: Self.diskSize)
        defer { _ = try? laptop.runner.shell("umount .redo disk") }
        try laptop.runner.fillDisk(leaving: rest)
        let failed = try laptop.expect(["fetch"], status: 128)
        #expect(failed.codedError.hasPrefix("error: STORAGE_003: "), "\(failed)")
        let fsck = try laptop.run("fsck")
        #expect(fsck.status == 0, "\(fsck)")
        _ = try laptop.runner.shell("rm disk/ballast")
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == phone.stateHash())
    }

    @Test(arguments: rests)
    func aCloneToAFullDiskLeavesNothing(_ rest: Int) throws {
        try fixture.mirror(phone)
        let runner = try fixture.runner("tablet")
        try runner.mountDisk(Self.diskSize)
        defer { _ = try? runner.shell("umount disk") }
        try runner.fillDisk(leaving: rest)
        let failed = try runner.run("redo-clone", [fixture.url, "disk/copy"])
        #expect(failed.status == 128, "\(failed)")
        #expect(failed.codedError.hasPrefix("error: STORAGE_00"))
        #expect(!FileManager.default.fileExists(atPath: runner.path("disk/copy")))
        _ = try runner.shell("rm disk/ballast")
        let cloned = try runner.run("redo-clone", [fixture.url, "disk/copy"])
        #expect(cloned.status == 0, "\(cloned)")
        #expect(
            try runner.run("redo-replay", ["--hash"], in: "disk/copy").text == phone.stateHash())
    }
}
