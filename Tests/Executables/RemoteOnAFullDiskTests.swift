import Foundation
import TestSupport
import Testing

/// Transfers to a disk that is full: nothing half arrived is seen, and a repeat completes them.
@Suite(.serialized, .withMounts) struct RemoteOnAFullDiskTests {
    private let fixture: GitFixture
    /// Has 150 nodes, so that a pack is transferred.
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        try fixture.write(1...150, on: phone)
    }

    private static let diskSize = "1500000"

    /// How much is left makes the writing fail at one place or another.
    static let rests = [0, 40_000, 80_000]

    @Test(arguments: rests)
    func aPushFromAFullDiskFailsCleanly(_ rest: Int) throws {
        let device = phone.runner
        try device.moveStore(toDiskOf: Self.diskSize)
        defer { _ = try? device.shell("umount .redo disk") }
        try device.fillDisk(leaving: rest)
        let failed = try phone.expect(["push"], status: 128)
        #expect(failed.error.hasPrefix("error: STORAGE_003: "), "\(failed)")
        #expect(failed.error.contains("No space left on device"), "\(failed)")
        #expect(try fixture.references().isEmpty)
        _ = try device.shell("rm disk/ballast")
        try phone.expect(["push"])
        #expect(try fixture.nodeIDs() == phone.ids())
        try fixture.expectSound()
    }

    @Test(arguments: [Transport.path, .ssh], rests)
    func aPushToAFullDiskFailsCleanly(_ transport: Transport, _ rest: Int) throws {
        try fixture.place.mountDisk(Self.diskSize)
        defer { _ = try? fixture.place.shell("umount disk") }
        _ = try fixture.place.shell("mv remote.git disk/ && ln -s disk/remote.git remote.git")
        let (url, environment) = try fixture.reach(transport)
        var runner = phone.runner
        runner.environment.merge(environment) { $1 }
        let device = TaskStore(runner)
        try device.expect(["config", "remote.origin.url", url])
        try fixture.place.fillDisk(leaving: rest)
        let failed = try device.expect(["push"], status: 128)
        // Git at the other side may end before it has taken everything, and then cannot say why.
        let cut = "error: NETWORK_001: the connection to 127.0.0.1 is cut"
        let isCut = transport == .ssh && failed.error.hasPrefix(cut)
        #expect(failed.error.hasPrefix("error: STORAGE_003: ") || isCut, "\(failed)")
        #expect(try fixture.references().isEmpty)
        _ = try fixture.place.shell("rm disk/ballast")
        try device.expect(["push"])
        #expect(try fixture.nodeIDs() == phone.ids())
        try fixture.expectSound()
    }

    @Test(arguments: [Transport.path, .ssh, .http], rests)
    func aFetchToAFullDiskFailsCleanly(_ transport: Transport, _ rest: Int) throws {
        try phone.expect(["push"])
        let (url, environment) = try fixture.reach(transport)
        let laptop = try fixture.device("laptop", url: url, environment)
        try laptop.runner.moveStore(toDiskOf: Self.diskSize)
        defer { _ = try? laptop.runner.shell("umount .redo disk") }
        try laptop.runner.fillDisk(leaving: rest)
        let failed = try laptop.expect(["fetch"], status: 128)
        #expect(failed.error.hasPrefix("error: STORAGE_003: "), "\(failed)")
        let fsck = try laptop.run("fsck")
        #expect(fsck.status == 0, "\(fsck)")
        _ = try laptop.runner.shell("rm disk/ballast")
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == phone.stateHash())
    }

    @Test(arguments: rests)
    func aCloneToAFullDiskLeavesNothing(_ rest: Int) throws {
        try phone.expect(["push"])
        let runner = try fixture.runner("tablet")
        try runner.mountDisk(Self.diskSize)
        defer { _ = try? runner.shell("umount disk") }
        try runner.fillDisk(leaving: rest)
        let failed = try runner.run("redo-clone", [fixture.url, "disk/copy"])
        #expect(failed.status == 128, "\(failed)")
        #expect(failed.error.hasPrefix("error: STORAGE_00"))
        #expect(!FileManager.default.fileExists(atPath: runner.path("disk/copy")))
        _ = try runner.shell("rm disk/ballast")
        let cloned = try runner.run("redo-clone", [fixture.url, "disk/copy"])
        #expect(cloned.status == 0, "\(cloned)")
        #expect(
            try runner.run("redo-replay", ["--hash"], in: "disk/copy").text == phone.stateHash())
    }
}
