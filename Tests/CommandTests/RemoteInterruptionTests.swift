import Foundation
import TestSupport
import Testing

/// Commands that are killed at any moment while they exchange nodes: a repeat completes them.
@Suite struct RemoteInterruptionTests {
    private let fixture: RemoteFixture
    private let phone: TaskStore
    /// How often each command is killed, or a fifth as often as `REDO_KILLS` says.
    private static let killCount =
        ProcessInfo.processInfo.environment["REDO_KILLS"].flatMap { Int($0) }.map { $0 / 5 } ?? 30

    /// A device with 150 nodes, so that packs are written.
    init() throws {
        fixture = try RemoteFixture()
        phone = try fixture.device("phone")
        try write(1...150)
    }

    private func write(_ numbers: ClosedRange<Int>) throws {
        let nodes = numbers.map { SampleNode(task: SampleNode.task($0)) }
        // Signed by the key that is here: the author is another then.
        let user = try #require(
            try phone.runner.contents(of: "home/.config/redo/keys").keys.first
        ).prefix(32)
        let key = try #require(
            try phone.runner.shell("sed -n 's/^publicKey //p' home/.config/redo/keys/\(user).key")
                .lines
                .first)
        let author = "\"publicKey\":\"\(key)\",\"userId\":\"\(user)\""
        let text = nodes.map {
            $0.text().replacingOccurrences(
                of: "\"userId\":\"00112233445566778899aabbccddeeff\"", with: author) + "\n"
        }.joined()
        let outcome = try phone.runner.run(
            "redo-hash-object", ["-w", "--sign", "--batch"], input: Array(text.utf8))
        try #require(outcome.status == 0, "\(outcome)")
    }

    /// Kills a command at random moments.
    ///
    /// - Parameters:
    ///   - prepare: makes things as they were before.
    ///   - check: what has to hold after a kill.
    ///   - repetition: what has to hold when the command is repeated.
    private func killing(
        _ name: String, _ arguments: [String], on runner: CommandRunner,
        prepare: () throws -> Void, check: (Comment) throws -> Void,
        repetition: (Comment) throws -> Void
    ) throws {
        let seed = Seed()
        var generator = seed.generator
        try prepare()
        let start = Date()
        #expect(try Coprocess(runner, name, arguments).wait() == 0)
        var duration = Date().timeIntervalSince(start)
        try prepare()
        var killed = 0
        for _ in 0..<8 * Self.killCount where killed < Self.killCount {
            let process = try Coprocess(runner, name, arguments)
            Thread.sleep(
                forTimeInterval: Double.random(in: 0.05...1.1, using: &generator) * duration)
            process.send(signal: SIGKILL)
            if process.wait() == 0 {
                duration *= 0.9
            } else {
                killed += 1
                duration *= 1.03
            }
            try check(seed.replay)
            // What one kill left behind must not trouble the next.
            if Bool.random(using: &generator) { continue }
            try repetition(seed.replay)
            try prepare()
        }
        try repetition(seed.replay)
        print("killed \(name) \(killed) times (seed \(seed.value))")
    }

    @Test func aKilledPushIsCompletedByARepeat() throws {
        let ids = try phone.ids()
        try killing("redo-push", [], on: phone.runner) {
            try fixture.makeRemote()
            _ = try phone.runner.shell("rm -rf .redo/git")
        } check: { replay in
            try fixture.expectSound(replay)
        } repetition: { replay in
            let outcome = try phone.run("push")
            #expect(outcome.status == 0, "\(outcome) \(replay)")
            #expect(try fixture.nodeIDs() == ids, replay)
            try fixture.expectSound(replay)
        }
    }

    @Test func aKilledFetchIsCompletedByARepeat() throws {
        try phone.expect(["push"])
        let laptop = try fixture.device("laptop")
        let hash = try phone.stateHash()
        try killing("redo-fetch", [], on: laptop.runner) {
            _ = try laptop.runner.shell("rm -rf .redo/git .redo/objects; mkdir .redo/objects")
        } check: { replay in
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
        try killing("redo-clone", [fixture.url, "copy"], on: runner) {
            _ = try runner.shell("rm -rf copy")
        } check: { replay in
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

    /// A disk that is full.
    @Test func whatDoesNotFitIsCompletedWhenThereIsSpace() throws {
        try phone.expect(["push"])
        let runner = try fixture.runner("tablet")
        let mounted = try runner.shell(
            "mkdir disk && mount -t tmpfs -o size=400k,mode=755 redo-test disk")
        guard mounted.status == 0 else { return print("skipped: no disk can be mounted") }
        defer { _ = try? runner.shell("umount disk") }
        let ballast = try runner.shell("head -c 360000 /dev/zero > disk/ballast")
        #expect(ballast.status == 0)
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
