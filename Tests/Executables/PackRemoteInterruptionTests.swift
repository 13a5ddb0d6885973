import Foundation
import TestSupport
import Testing

/// Commands that are killed at any moment while they exchange packs with a git repository: the remote can be read all the time,
/// and a repeat completes them.
@Suite(.serialized) struct PackRemoteInterruptionTests {
    private let fixture: GitFixture
    private let url: String
    private let environment: [String: String]

    init() throws {
        fixture = try GitFixture()
        (url, environment) = try fixture.reach(.ssh)
    }

    private func device(_ name: String, _ transport: Transport) throws -> TaskStore {
        transport == .path
            ? try fixture.device(name)
            : try fixture.device(name, url: url, environment)
    }

    @Test(arguments: [Transport.path, .ssh])
    func aKilledPushIsCompletedByARepeat(_ transport: Transport) throws {
        let phone = try device("phone", transport)
        try fixture.write(1...60, on: phone)
        try phone.expect(["push"])
        let pushed = try phone.ids()
        try fixture.write(61...150, on: phone)
        let ids = try phone.ids()
        _ = try fixture.place.shell("cp -a remote.git before.git")
        _ = try phone.runner.shell("cp -a .redo/checkpoints before")
        try KillLoop(runner: phone.runner, name: "redo-push", arguments: [], killCount: 6) {
            _ = try fixture.place.shell("rm -rf remote.git && cp -a before.git remote.git")
            _ = try phone.runner.shell(
                "cd .redo/checkpoints/origin && find . -mindepth 1 -delete; cp -a ../../../before/origin/. ."
            )
        }.kill { replay in
            // What was acknowledged is there, whatever became of the rest.
            let reader = try fixture.device("reader")
            try reader.expect(["fetch"], replay)
            #expect(try pushed.isSubset(of: reader.ids()), replay)
        } repetition: { replay in
            let outcome = try phone.run("push")
            #expect(outcome.status == 0, "\(outcome) \(replay)")
            let reader = try fixture.device("reader")
            try reader.expect(["fetch"], replay)
            #expect(try reader.ids() == ids, replay)
            try fixture.expectSound(replay)
        }
    }

    /// git's lock of a reference in the repository that a store keeps for a server.
    @Test func aLockThatAKilledCommandLeftIsInTheWayOfNoOther() throws {
        let (phone, laptop) = (try device("phone", .ssh), try device("laptop", .ssh))
        func lock(_ device: TaskStore) throws {
            let made = try device.runner.shell(
                "cd .redo/checkpoints/origin/git/refs/redo/seen && for f in *; do : >$f.lock; done")
            #expect(made.status == 0, "\(made)")
        }
        try fixture.write(1...3, on: phone)
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        try fixture.write(4...6, on: phone)
        try lock(phone)
        try phone.expect(["push"])
        try lock(laptop)
        try laptop.expect(["fetch"])
        #expect(try laptop.ids() == phone.ids())
    }

    /// A first fetch runs git, whose own files are in the way of no repeat.
    @Test(arguments: [Transport.path, .ssh])
    func aKilledFetchIsCompletedByARepeat(_ transport: Transport) throws {
        let phone = try device("phone", .path)
        try fixture.write(1...150, on: phone)
        try phone.expect(["push"])
        let laptop = try device("laptop", transport)
        let hash = try phone.stateHash()
        try KillLoop(runner: laptop.runner, name: "redo-fetch", arguments: [], killCount: 6) {
            _ = try laptop.runner.shell(
                "rm -rf .redo/checkpoints .redo/objects .redo/inventory .redo/expected.cache; mkdir .redo/objects"
            )
        }.kill { replay in
            let fsck = try laptop.run("fsck")
            #expect(fsck.status == 0 && fsck.error.isEmpty, "\(fsck) \(replay)")
        } repetition: { replay in
            let fetched = try laptop.run("fetch")
            #expect(fetched.status == 0, "\(fetched) \(replay)")
            #expect(try laptop.stateHash() == hash, replay)
        }
    }

    /// Connections that are cut after so many bytes of either side.
    static let byteCounts = [20, 3000, 6000, 16_000]

    @Test(arguments: [Transport.ssh, .http], ["server", "client"])
    func aCutConnectionLosesNothing(_ transport: Transport, _ side: String) throws {
        let (url, environment) =
            transport == .ssh ? (self.url, self.environment) : try fixture.reach(transport)
        let (port, address) = try GitServers.port(of: url)
        let phone = try fixture.device("phone", url: url, environment)
        let laptop = try fixture.device("laptop", url: url, environment)
        var failureCount = 0
        for (round, byteCount) in Self.byteCounts.enumerated() {
            let cut = try fixture.servers.proxy(to: port, .cut, side, after: byteCount).port
            if transport == .ssh { try fixture.servers.know("host", at: cut) }
            try fixture.write((40 * round + 1)...(40 * round + 40), on: phone)
            try phone.expect(["config", "remote.origin.url", address(cut)])
            let pushed = try phone.run("push")
            #expect([0, 128].contains(pushed.status), "\(byteCount): \(pushed)")
            if pushed.status != 0 {
                failureCount += 1
                #expect(
                    pushed.codedError.contains("NETWORK_00")
                        || pushed.codedError.contains("STORAGE_003"),
                    "\(pushed)")
            }
            // Whatever has arrived can be read by others.
            let reader = try fixture.device("reader")
            try reader.expect(["fetch"], "\(byteCount)")
            if pushed.status == 0 { #expect(try reader.ids() == phone.ids()) }
            try laptop.expect(["config", "remote.origin.url", address(cut)])
            let fetched = try laptop.run("fetch")
            #expect([0, 128].contains(fetched.status), "\(byteCount): \(fetched)")
            #expect(try laptop.run("fsck").status == 0)
            for device in [phone, laptop] {
                try device.expect(["config", "remote.origin.url", url])
            }
            let repeated = try phone.run("push")
            #expect(repeated.status == 0, "\(byteCount): \(repeated)")
            let again = try laptop.run("fetch")
            #expect(again.status == 0, "\(byteCount): \(again)")
            #expect(try laptop.ids() == phone.ids(), "\(byteCount)")
        }
        #expect(failureCount > 0)
        try fixture.expectSound()
    }

    /// Ten devices push at once through a real server, again and again.
    @Test func tenDevicesPushAtOnce() throws {
        let devices = try (1...10).map { try device("device\($0)", .ssh) }
        for round in 1...2 {
            let outcomes = try devices.concurrentMap { device in
                try device.runner.shell(
                    "redo add \"Task \(round) of $REDO_DEVICE\" --draft >/dev/null && redo sync 2>&1"
                )
            }
            #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
            let reader = try fixture.device("reader")
            try reader.expect(["fetch"])
            #expect(try reader.ids().count == 10 * round)
        }
        #expect(try fixture.slots().count == 10)
        try fixture.expectSound()
    }
}
