import Glibc

/// A ``LimitedProgram`` that runs. It is ended when its time is over, or with this object.
package final class RunningProgram {
    private let process: pid_t
    private let pipe: FileDescriptor
    /// Whether the program, or what it started, may print more.
    private var isOpen = true
    private var output: Output
    /// By the monotonic clock, in nanoseconds: when its time is over.
    private let end: UInt64
    /// How it was ended, and when SIGKILL follows; nil if it was not.
    private var stop: (ending: LimitedProgram.Ending, kill: UInt64)?
    /// What it did; nil while it runs.
    private var outcome: LimitedProgram.Outcome?

    /// The time between SIGTERM and SIGKILL in nanoseconds.
    private static let grace: UInt64 = 1_000_000_000

    /// - Parameters:
    ///   - process: the leader of a process group.
    ///   - pipe: its output, which does not block.
    init(_ process: pid_t, output pipe: consuming FileDescriptor, seconds: Int, keeping limit: Int)
    {
        self.process = process
        self.pipe = pipe
        output = Output(limit: limit)
        end = Clock.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
    }

    deinit {
        guard outcome == nil else { return }
        _ = kill(-process, SIGKILL)
        _ = Self.status(of: process, 0)
    }

    /// Reads what the program has printed, and ends it if its time is over.
    ///
    /// - Parameter milliseconds: how long to wait for something to happen; 0 does not wait.
    /// - Returns: what it did; nil while it runs.
    package func advance(within milliseconds: Int32 = 0) -> LimitedProgram.Outcome? {
        if let outcome { return outcome }
        if isOpen {
            isOpen = output.read(from: pipe, within: milliseconds)
        } else if milliseconds > 0 {
            _ = usleep(1000)
        }
        if let status = Self.status(of: process, WNOHANG) {
            // What it wrote last.
            if isOpen { _ = output.read(from: pipe, within: 0) }
            return finish(stop?.ending ?? .exited(status))
        }
        let now = Clock.monotonicNanoseconds()
        if let stop {
            guard now >= stop.kill else { return nil }
            _ = kill(-process, SIGKILL)
            _ = Self.status(of: process, 0)
            return finish(stop.ending)
        }
        let isInterrupted = Signals.isTerminationPending
        guard isInterrupted || now >= end else { return nil }
        _ = kill(-process, SIGTERM)
        stop = (isInterrupted ? .interrupted : .outOfTime, now + Self.grace)
        return nil
    }

    /// What it has printed so far, standard output and standard error in the order of writing.
    package var printed: [UInt8] { output.bytes }

    private func finish(_ ending: LimitedProgram.Ending) -> LimitedProgram.Outcome {
        let outcome = LimitedProgram.Outcome(
            ending: ending, output: output.bytes, isCut: output.isCut)
        self.outcome = outcome
        return outcome
    }

    /// The exit status of a process; nil while it runs. Wraps `waitpid(2)`.
    private static func status(of process: pid_t, _ options: Int32) -> Int32? {
        var status: Int32 = 0
        let result = try? retrying("waitpid") { unsafe waitpid(process, &status, options) }
        // Of a process that cannot be waited for nothing good is known.
        guard let result else { return 128 }
        return result == process ? Spawn.exitStatus(status, of: process) : nil
    }

    /// The beginning of what a program prints.
    private struct Output {
        private(set) var bytes: [UInt8] = []
        private(set) var isCut = false
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        /// Reads what there is, and waits for it at most so long.
        ///
        /// - Returns: false at the end.
        mutating func read(
            from pipe: borrowing FileDescriptor, within milliseconds: Int32
        ) -> Bool {
            guard Terminal.hasInput(pipe.rawValue, within: milliseconds) else { return true }
            var piece: [UInt8] = []
            do throws(SystemError) {
                if try pipe.read(atMost: 1 << 16, into: &piece) == 0 { return false }
            } catch {
                return error.code == EAGAIN
            }
            let room = limit - bytes.count
            if piece.count > room { isCut = true }
            bytes += piece.prefix(room)
            return true
        }
    }
}
