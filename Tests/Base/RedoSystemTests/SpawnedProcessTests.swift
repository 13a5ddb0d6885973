import Foundation
import Testing

@testable import RedoSystem

/// Child processes whose ends an event loop waits for.
@Suite struct SpawnedProcessTests {
    private enum Event { case end, timeout }

    /// Waits for an end in a loop.
    private func status(_ process: consuming SpawnedProcess) throws -> Int32? {
        var process = process
        var loop = EventLoop<Event>()
        loop.watch(process.source, as: .end)
        loop.watch(.after(milliseconds: 60_000), as: .timeout)
        while true {
            if let status = try process.exitStatus() { return status }
            if loop.wait().contains(.timeout) { return nil }
        }
    }

    private func start(_ script: String) throws -> SpawnedProcess {
        try Program.start("/bin/sh", arguments: ["sh", "-c", script])
    }

    @Test func anEndIsReportedAndItsStatusStays() throws {
        #expect(try status(start("exit 3")) == 3)
        #expect(try status(start("sleep 0.05; kill -KILL $$")) == 128 + SIGKILL)
        var process = try start("exit 4")
        let status = try process.wait()
        let later = try process.exitStatus()
        #expect(status == 4 && later == 4)
        // There is no process any more to which that could go.
        process.terminate()
    }

    @Test func itCanBeTerminatedWhileItIsWaitedFor() throws {
        let process = try start("exec sleep 1000")
        process.terminate()
        let status = try status(process)
        #expect(status == 128 + SIGTERM)
    }

    /// As with a kernel that has no descriptors of processes.
    @Test func withoutADescriptorItIsCheckedAgainAndAgain() throws {
        let script = ["sh", "-c", "sleep 0.05; exit 5"]
        var number = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = script.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        try #require(posix_spawn(&number, "/bin/sh", nil, nil, &arguments, environ) == 0)
        let process = SpawnedProcess(number, isGroupLeader: false, hasDescriptor: false)
        #expect(process.source == .every(milliseconds: 10))
        let status = try status(process)
        #expect(status == 5)
    }

    /// What a program leaves running keeps its output open.
    @Test func anEndIsNoticedAtOnceWhileTheOutputStaysOpen() throws {
        let program = LimitedProgram(
            "/bin/sh", arguments: ["-c", "sleep 20 & exit 6"], environment: [:],
            leavingOut: "REDO_", in: nil)
        let running = try program.start(input: [], seconds: 60, keeping: 100)
        let start = Clock.monotonicNanoseconds()
        #expect(running.advance(within: 15_000)?.ending == .exited(6))
        #expect(Clock.monotonicNanoseconds() - start < 10_000_000_000)
        #expect(running.source == .none)
    }
}
