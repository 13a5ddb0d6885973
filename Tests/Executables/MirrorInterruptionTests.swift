import Foundation
import TestSupport
import Testing

/// Mirrors that are killed while they are written: git finds them sound at any moment, and a repeat
/// completes them.
@Suite struct MirrorInterruptionTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    /// A store with a pack.
    init() throws {
        fixture = try MirrorFixture()
        let nodes = (1...193).map { SampleNode(task: SampleNode.task($0)) }
        let text = try runner.lines(of: nodes).map { $0 + "\n" }.joined()
        #expect(try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8)).status == 0)
        _ = try fixture.mirror("--to", "whole.git")
    }

    /// - Parameter preparation: a shell command that makes things as they were before.
    private func loop(_ arguments: [String], _ preparation: String) -> KillLoop {
        KillLoop(runner: runner, name: "redo-mirror", arguments: arguments) {
            _ = try runner.shell(preparation)
        }
    }

    @Test(arguments: ["rm -rf mirror.git", "rm -rf mirror.git; cp -a old.git mirror.git"])
    func aKilledMirrorIsCompletedByARepeat(_ preparation: String) throws {
        let first = try fixture.otherStore()
        let line = try runner.lines(of: [SampleNode(task: SampleNode.task(1))])[0]
        _ = try runner.run("redo-import", ["--unsigned", first], input: Array(line.utf8))
        _ = try fixture.mirror(first, "--to", "old.git")
        let wanted = try nodes("whole.git")
        let arguments = ["--to", "mirror.git"]
        try loop(arguments, preparation).kill { replay in
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
        let preparation = "rm -rf other/git other/inventory other/objects/*"
        let hash = try fixture.stateHash()
        try loop([other, "--from", "whole.git"], preparation).kill { replay in
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
        let loop = loop(["--to", "mirror.git"], "rm -rf mirror.git")
        let duration = try loop.duration()
        for _ in 0..<6 {
            try loop.prepare()
            let status = try loop.run(endedBy: signal, at: 0.3...1, of: duration, &generator)
            #expect(status == 0 || status == 128 + signal, seed.replay)
            let names = (try? runner.contents(of: "mirror.git").keys).map(Array.init) ?? []
            #expect(
                !names.contains { $0.contains("pack_git2_") || $0.hasSuffix(".tmp") }, seed.replay)
        }
    }
}
