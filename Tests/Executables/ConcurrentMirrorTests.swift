import Foundation
import TestSupport
import Testing

/// Several commands that use one mirror at once.
@Suite struct ConcurrentMirrorTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    init() throws { fixture = try MirrorFixture(log: MirrorTests.log) }

    @Test func whoeverComesSecondIsToldToRepeat() throws {
        try fixture.update()
        let held = try runner.shell("flock mirror.git/redo-lock redo-mirror --to mirror.git")
        #expect(held.status == 128)
        #expect(
            held.codedError
                == "error: STORAGE_003: another command is writing the mirror mirror.git\n"
                + "hint: repeat this one when it is done\n")
    }

    /// Git's lock of the branch is respected, unless a mirror's own writer has left it.
    @Test func aLockOfGitIsLeftAloneAndOneOfOursIsNot() throws {
        try fixture.update()
        try runner.store(SampleNode())
        let lock = "mirror.git/refs/heads/log.lock"
        try runner.write("".utf8, to: lock)
        let outcome = try fixture.mirror("--to", "mirror.git")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("refs/heads/log.lock is there"), "\(outcome)")
        #expect(try runner.contents(ofFile: lock).isEmpty)
        _ = try runner.shell(
            "rm \(lock); echo x > mirror.git/redo-branch; ln mirror.git/redo-branch \(lock)")
        #expect(try fixture.update().text == "mirrored 1 node and 1 checkpoint\n")
        let files = try runner.contents(of: "mirror.git")
        #expect(files["refs/heads/log.lock"] == nil && files["redo-branch"] == nil)
        try fixture.expectSound()
    }

    /// Some write, one reads, and git collects what it takes for garbage.
    @Test func nothingIsBrokenOrLost() throws {
        let count = 4
        for number in 1...count {
            let option = try fixture.otherStore("store-\(number)")
            let lines = try runner.lines(
                of: (0..<50).map { SampleNode(task: SampleNode.task(100 * number + $0)) })
            let text = lines.map { $0 + "\n" }.joined()
            _ = try runner.run("redo-import", ["--unsigned", option], input: Array(text.utf8))
        }
        let reader = try fixture.otherStore("reader")
        let line = """
            for n in $(seq \(count)); do
              (until redo-mirror --redo-dir=store-$n --to mirror.git 2>> busy; do sleep 0.01; done) &
            done
            for n in 1 2 3; do git -C mirror.git gc -q 2>> gc; done &
            wait
            redo-mirror \(reader) --from mirror.git
            """
        let outcome = try runner.shell(line)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.last == "received \(50 * count) nodes")
        try fixture.expectSound()
        let busy = String(decoding: try runner.contents(ofFile: "busy"), as: UTF8.self)
        #expect(
            busy.split(separator: "\n").allSatisfy {
                $0.contains("another command is writing") || $0.hasPrefix("hint: repeat")
            }, "\(busy)")
    }
}
