import Foundation
import TestSupport
import Testing

/// Commands that are killed at any moment while they exchange nodes: a repeat completes them.
@Suite struct RemoteInterruptionTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    /// A device with 150 nodes, so that packs are written.
    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        try fixture.write(1...150, on: phone)
    }

    @Test func aKilledFetchOfAMirrorIsCompletedByARepeat() throws {
        try fixture.mirror(phone)
        let laptop = try fixture.device("laptop")
        let hash = try phone.stateHash()
        try KillLoop(runner: laptop.runner, name: "redo-fetch", arguments: []) {
            _ = try laptop.runner.shell(
                "cd .redo; rm -rf git objects inventory expected.cache; mkdir objects")
        }.kill { replay in
            let fsck = try laptop.run("fsck")
            #expect(fsck.status == 0 && fsck.error.isEmpty, "\(fsck) \(replay)")
        } repetition: { replay in
            try laptop.expect(["fetch"], replay)
            #expect(try laptop.stateHash() == hash, replay)
            #expect(try laptop.nodes().count == 150, replay)
            #expect(try laptop.run("fsck").status == 0, replay)
        }
    }

    @Test func aKilledCloneIsCompletedByARepeat() throws {
        try phone.expect(["push"])
        let runner = try fixture.runner("tablet")
        let hash = try phone.stateHash()
        try KillLoop(runner: runner, name: "redo-clone", arguments: [fixture.url, "copy"]) {
            _ = try runner.shell("rm -rf copy")
        }.kill { replay in
            // It is there as a whole, or not at all.
            guard FileManager.default.fileExists(atPath: runner.path("copy/.redo")) else { return }
            #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == hash, replay)
            _ = try runner.shell("rm -rf copy")
        } repetition: { replay in
            let outcome = try runner.run("redo-clone", [fixture.url, "copy"])
            #expect(outcome.status == 0, "\(outcome) \(replay)")
            #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == hash, replay)
            let names = try FileManager.default.contentsOfDirectory(atPath: runner.path("copy"))
            #expect(names == [".redo"], replay)
        }
    }
}
