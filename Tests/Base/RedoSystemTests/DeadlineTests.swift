import Testing

@testable import RedoSystem

/// Programs that are never silent, and never done.
@Suite(.timeLimit(.minutes(2))) struct DeadlineTests {
    private func child(_ script: String) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", arguments: ["-c", script], errors: .captured, isGroupLeader: true)
    }

    /// Reads all that a program prints.
    private func readAll(_ child: ChildProcess, until deadline: Deadline) -> ChildProcess
        .Interruption?
    {
        var bytes: [UInt8] = []
        do throws(ChildProcess.Interruption) {
            while try child.read(atMost: 4096, into: &bytes, until: deadline) > 0 {}
            return nil
        } catch {
            return error
        }
    }

    private func isSilence(_ interruption: ChildProcess.Interruption?) -> Bool {
        if case .silent? = interruption { true } else { false }
    }

    /// The program would take 30 seconds.
    @Test func oneByteAtATimeDoesNotExtendADeadline() throws {
        let slow = try child("for i in $(seq 300); do printf x; sleep 0.1; done")
        let start = Clock.monotonicNanoseconds()
        #expect(isSilence(readAll(slow, until: Deadline(after: 1))))
        #expect(Clock.monotonicNanoseconds() - start < 20_000_000_000)
    }

    /// The same for what it says on standard error while it answers nothing.
    @Test func errorsDoNotExtendATimeout() throws {
        let chatty = try child("for i in $(seq 300); do printf x >&2; sleep 0.05; done")
        var bytes: [UInt8] = []
        let error = #expect(throws: ChildProcess.Interruption.self) {
            try chatty.read(atMost: 1, into: &bytes, within: 1)
        }
        #expect(isSilence(error))
        #expect(!chatty.errorOutput.isEmpty)
    }

    @Test func whatComesInTimeIsRead() throws {
        #expect(readAll(try child("printf x; printf y"), until: Deadline(after: 60)) == nil)
    }

    @Test func oneThatHasPassedHasNoTimeLeft() throws {
        #expect(try Deadline(after: 60).remaining() > 50)
        #expect(throws: ChildProcess.Interruption.self) { try Deadline(after: 0).remaining() }
        #expect(throws: ChildProcess.Interruption.self) { try Deadline(after: -1).remaining() }
    }
}
