import Foundation
import TestSupport
import Testing

@testable import RedoSystem

/// Programs that run beside this process.
@Suite struct RunningProgramTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func start(_ script: String, seconds: Int = 60) throws -> RunningProgram {
        let program = LimitedProgram(
            "/bin/sh", arguments: ["-c", script], environment: [:], leavingOut: "REDO_",
            in: directory.path)
        return try program.start(input: Array("input".utf8), seconds: seconds, keeping: 100)
    }

    /// Waits until a program has ended.
    private func outcome(_ program: RunningProgram) -> LimitedProgram.Outcome {
        while true { if let outcome = program.advance(within: 20) { return outcome } }
    }

    @Test func severalRunSideBySide() throws {
        // Each waits for what the other does.
        let first = try start("mkfifo a; echo 1 > a; cat")
        let second = try start("while ! [ -p a ]; do sleep 0.01; done; cat a; exit 3")
        let outcomes = [outcome(second), outcome(first)]
        #expect(outcomes[0].ending == .exited(3) && outcomes[0].output == Array("1\n".utf8))
        #expect(outcomes[1].ending == .exited(0) && outcomes[1].output == Array("input".utf8))
        // What is known of one that has ended stays.
        #expect(first.advance()?.ending == .exited(0))
    }

    @Test func askingDoesNotWait() throws {
        let program = try start("sleep 1000")
        for _ in 0..<100 { #expect(program.advance() == nil) }
    }

    @Test func oneThatTakesTooLongIsEnded() throws {
        let polite = try start("sleep 1000", seconds: 0)
        let stubborn = try start("trap '' TERM; while :; do sleep 0.05; done", seconds: 0)
        #expect(outcome(polite).ending == .outOfTime)
        #expect(outcome(stubborn).ending == .outOfTime)
    }

    /// A cancelled program can finish what it is writing; one that does not end is ended.
    ///
    /// The shell waits with nothing but its own words: while it starts a program it loses a signal (`vfork` of dash 0.5.12).
    @Test func oneThatIsCancelledIsEnded() throws {
        let polite = try start(
            "trap 'echo end; exit 0' TERM; echo ready; while :; do :; done")
        while polite.printed.isEmpty { _ = polite.advance(within: 5) }
        polite.cancel()
        let outcome = outcome(polite)
        #expect(outcome.ending == .interrupted && outcome.output == Array("ready\nend\n".utf8))
        let stubborn = try start("trap '' TERM; echo ready; while :; do sleep 0.05; done")
        while stubborn.printed.isEmpty { _ = stubborn.advance(within: 5) }
        stubborn.cancel()
        stubborn.cancel()
        #expect(self.outcome(stubborn).ending == .interrupted)
    }

    @Test func oneThatIsLetGoOfIsEnded() throws {
        do {
            let program = try start("echo $$ > process; sleep 1000")
            while ((try? Files.read("\(directory.path)/process")) ?? []).last != 10 {
                _ = program.advance(within: 5)
            }
        }
        let text = String(
            decoding: try Files.read("\(directory.path)/process").dropLast(), as: UTF8.self)
        let process = try #require(pid_t(text))
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }
}
