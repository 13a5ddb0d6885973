import Foundation
import TestSupport
import Testing

/// Mirrors that are killed while they are written: git finds them sound at any moment, and a repeat
/// completes them.
@Suite struct MirrorInterruptionTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    /// How often a command is killed: 30 times each, or a fifth as often as `REDO_KILLS` says.
    static let killCount =
        ProcessInfo.processInfo.environment["REDO_KILLS"].flatMap { Int($0) }.map { $0 / 5 } ?? 30

    /// A store with a pack.
    init() throws {
        fixture = try MirrorFixture()
        let nodes = (1...193).map { SampleNode(task: SampleNode.task($0)) }
        let text = try runner.lines(of: nodes).map { $0 + "\n" }.joined()
        #expect(try runner.run("redo-import", input: Array(text.utf8)).status == 0)
        _ = try fixture.mirror("--to", "whole.git")
    }

    /// How long a run takes that nobody ends.
    private func duration(_ arguments: [String], _ preparation: String) throws -> Double {
        var durations: [Double] = []
        for _ in 0..<3 {
            _ = try runner.shell(preparation)
            let start = Date()
            let process = try Coprocess(runner, "redo-mirror", arguments)
            #expect(process.wait() == 0)
            durations.append(Date().timeIntervalSince(start))
        }
        return durations.sorted()[1]
    }

    /// Kills a command at a moment, and looks at what it left.
    ///
    /// - Parameters:
    ///   - preparation: a shell command that makes things as they were before.
    ///   - repetition: what has to hold when the command is repeated.
    private func killing(
        _ arguments: [String], _ preparation: String, _ check: (Comment) throws -> Void,
        repetition: (Comment) throws -> Void
    ) throws {
        let seed = Seed()
        var generator = seed.generator
        var duration = try duration(arguments, preparation)
        var killed = 0
        // Those that end before they are killed do not count, but must not go on for ever.
        for _ in 0..<8 * Self.killCount where killed < Self.killCount {
            let process = try Coprocess(runner, "redo-mirror", arguments)
            Thread.sleep(
                forTimeInterval: Double.random(in: 0.1...1.1, using: &generator) * duration)
            process.send(signal: SIGKILL)
            if process.wait() == 0 {
                // Other tests that run beside this one make it slower or faster.
                duration *= 0.9
            } else {
                killed += 1
                duration *= 1.03
            }
            try check(seed.replay)
            // What one kill left behind must not trouble the next, so not every one is repeated.
            if Bool.random(using: &generator) { continue }
            try repetition(seed.replay)
            _ = try runner.shell(preparation)
        }
        try repetition(seed.replay)
        print("killed redo-mirror \(arguments.joined(separator: " ")) \(killed) times")
    }

    @Test(arguments: ["rm -rf mirror.git", "rm -rf mirror.git; cp -a old.git mirror.git"])
    func aKilledMirrorIsCompletedByARepeat(_ preparation: String) throws {
        let first = try fixture.otherStore()
        let line = try runner.lines(of: [SampleNode(task: SampleNode.task(1))])[0]
        _ = try runner.run("redo-import", [first], input: Array(line.utf8))
        _ = try fixture.mirror(first, "--to", "old.git")
        let wanted = try nodes("whole.git")
        let arguments = ["--to", "mirror.git"]
        try killing(arguments, preparation) { replay in
            if FileManager.default.fileExists(atPath: runner.path("mirror.git/refs/heads/log")) {
                try fixture.expectSound("mirror.git", replay)
            }
        } repetition: { replay in
            let outcome = try fixture.mirror("--to", "mirror.git")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
            let found = try nodes("mirror.git")
            #expect(found == wanted, replay)
        }
        try fixture.update()
        try fixture.expectSound()
        // What was killed while it wrote a pack stays for an hour, and nothing else.
        _ = try runner.shell(
            "find mirror.git -name 'pack_git2_*' -exec touch -d '2 hours ago' {} +")
        #expect(try fixture.update().text == "nothing to mirror\n")
        let rest = try runner.contents(of: "mirror.git").keys
        #expect(!rest.contains { $0.contains("pack_git2_") || $0.hasSuffix(".tmp") })
    }

    /// The commits of nodes that a mirror's branch reaches.
    private func nodes(_ repository: String) throws -> Set<String> {
        Set(try fixture.git("log", "--format=%H", "--grep=^Redo-Node: ", in: repository))
    }

    @Test func aKilledReaderIsCompletedByARepeat() throws {
        let other = try fixture.otherStore()
        let preparation = "rm -rf other/git other/objects/*"
        let hash = try fixture.stateHash()
        try killing([other, "--from", "whole.git"], preparation) { replay in
            let checked = try runner.run("redo-fsck", [other])
            #expect(checked.status == 0, replay)
        } repetition: { replay in
            let outcome = try fixture.mirror(other, "--from", "whole.git")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
            let found = try fixture.stateHash(other)
            #expect(found == hash, replay)
        }
        #expect(try fixture.mirror(other, "--from", "whole.git").text == "nothing new\n")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesNoTemporaryFile(_ signal: Int32) throws {
        let seed = Seed()
        var generator = seed.generator
        let duration = try duration(["--to", "mirror.git"], "rm -rf mirror.git")
        for _ in 0..<6 {
            _ = try runner.shell("rm -rf mirror.git")
            let process = try Coprocess(runner, "redo-mirror", ["--to", "mirror.git"])
            Thread.sleep(
                forTimeInterval: Double.random(in: 0.3...1, using: &generator) * duration)
            process.send(signal: signal)
            let status = process.wait()
            #expect(status == 0 || status == 128 + signal, seed.replay)
            let names = (try? runner.contents(of: "mirror.git").keys).map(Array.init) ?? []
            #expect(
                !names.contains { $0.contains("pack_git2_") || $0.hasSuffix(".tmp") }, seed.replay)
        }
    }
}
