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
    private func killing(
        _ arguments: [String], _ preparation: String, _ check: (Comment) throws -> Void
    ) throws {
        let seed = Seed()
        var generator = seed.generator
        let duration = try duration(arguments, preparation)
        var killed = 0
        for _ in 0..<Self.killCount {
            // What one kill left behind must not trouble the next.
            if Bool.random(using: &generator) { _ = try runner.shell(preparation) }
            let process = try Coprocess(runner, "redo-mirror", arguments)
            Thread.sleep(
                forTimeInterval: Double.random(in: 0.05...1, using: &generator) * duration)
            process.send(signal: SIGKILL)
            if process.wait() != 0 { killed += 1 }
            try check(seed.replay)
        }
        print("killed \(killed) of \(Self.killCount): redo-mirror \(arguments)")
    }

    @Test(arguments: ["rm -rf mirror.git", "rm -rf mirror.git; cp -a old.git mirror.git"])
    func aKilledMirrorIsCompletedByARepeat(_ preparation: String) throws {
        let before = try fixture.otherStore()
        try runner.write(
            (try runner.lines(of: [SampleNode(task: SampleNode.task(1))])[0] + "\n").utf8,
            to: "first")
        _ = try runner.run("redo-import", [before, "first"])
        _ = try fixture.mirror(before, "--to", "old.git")
        try killing(["--to", "mirror.git"], preparation) { replay in
            if FileManager.default.fileExists(atPath: runner.path("mirror.git/refs/heads/log")) {
                try fixture.expectSound("mirror.git", replay)
            }
        }
        let outcome = try fixture.mirror("--to", "mirror.git")
        #expect(outcome.status == 0, "\(outcome)")
        try fixture.expectSound()
        let commits = Set(try fixture.git("log", "--format=%H %s", in: "whole.git"))
        let nodes = commits.filter { !$0.contains("Checkpoint") }
        #expect(
            Set(try fixture.git("log", "--format=%H %s")).isSuperset(of: nodes))
        #expect(try fixture.mirror("--to", "mirror.git").text == "nothing to mirror\n")
        // Nothing but what was killed while it wrote a pack stays, and that for an hour.
        _ = try runner.shell(
            "find mirror.git -name 'pack_git2_*' -exec touch -d '2 hours ago' {} +")
        _ = try fixture.mirror("--to", "mirror.git")
        let rest = try runner.contents(of: "mirror.git").keys
        #expect(!rest.contains { $0.contains("pack_git2_") || $0.hasSuffix(".tmp") })
    }

    @Test func aKilledReaderIsCompletedByARepeat() throws {
        let other = try fixture.otherStore()
        try killing([other, "--from", "whole.git"], "rm -rf other/git other/objects/*") { replay in
            let checked = try runner.run("redo-fsck", [other])
            #expect(checked.status == 0, replay)
        }
        #expect(try fixture.mirror(other, "--from", "whole.git").status == 0)
        #expect(try fixture.stateHash(other) == fixture.stateHash())
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
