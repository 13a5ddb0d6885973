import Foundation
import TestSupport
import Testing

/// Packs that go to a disk that is full, or come to one: nothing half arrived is seen, and a repeat completes it.
@Suite(.serialized, .withMounts) struct PackRemoteOnAFullDiskTests {
    private let fixture: GitFixture
    /// Has a pack of 400 nodes.
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        try fixture.write(1...400, on: phone)
        try phone.expect(["gc", "--all"])
    }

    private static let diskSize = "3m"

    /// How much is left makes the writing fail at one place or another.
    static let rests = [0, 20_000, 60_000]

    private func expectAllThere(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let reader = try fixture.device("reader")
        try reader.expect(["fetch"], sourceLocation: sourceLocation)
        #expect(try reader.stateHash() == phone.stateHash(), sourceLocation: sourceLocation)
    }

    @Test(arguments: [Transport.path, .ssh])
    func aPushFromAFullDiskFailsCleanly(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        try phone.expect(["config", "remote.origin.url", url])
        var runner = phone.runner
        runner.environment.merge(environment) { $1 }
        let device = TaskStore(runner)
        try runner.moveStore(toDiskOf: Self.diskSize)
        defer { _ = try? runner.shell("umount .redo disk") }
        try runner.fillDisk(leaving: 0)
        let failed = try device.expect(["push"], status: 128)
        #expect(failed.codedError.hasPrefix("error: STORAGE_003: "), "\(failed)")
        #expect(try fixture.references().isEmpty)
        _ = try runner.shell("rm disk/ballast")
        // The folder of what is known is another one on the disk, which changes nothing before the first push.
        try device.expect(["push"])
        try expectAllThere()
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
        let cut = "error: NETWORK_001: the connection to 127.0.0.1 is cut"
        let isCut = transport == .ssh && failed.codedError.hasPrefix(cut)
        #expect(failed.codedError.hasPrefix("error: STORAGE_003: ") || isCut, "\(failed)")
        #expect(try fixture.references().isEmpty)
        _ = try fixture.place.shell("rm disk/ballast")
        try device.expect(["push"])
        try expectAllThere()
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
        #expect(failed.codedError.contains("error: STORAGE_003: "), "\(failed)")
        #expect(try laptop.run("fsck").status == 0)
        _ = try laptop.runner.shell("rm disk/ballast")
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 0, "\(fetched)")
        #expect(try laptop.stateHash() == phone.stateHash())
    }
}
