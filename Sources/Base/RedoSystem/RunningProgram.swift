import Glibc

/// A ``LimitedProgram`` that runs. It is ended at its time limit, or when this object is deallocated.
package final class RunningProgram {
    private var process: SpawnedProcess
    private let pipe: FileDescriptor
    /// Whether the program, or what it started, may print more.
    private var isOpen = true
    private var output: Output
    /// The time limit by the monotonic clock, in nanoseconds.
    private let end: UInt64
    /// The reason why it was ended, and the time of SIGKILL; nil if it was not.
    private var stop: (ending: LimitedProgram.Ending, kill: UInt64)?
    /// Its result; nil while it runs.
    private var outcome: LimitedProgram.Outcome?

    /// The time between SIGTERM and SIGKILL in nanoseconds.
    private static let grace: UInt64 = 1_000_000_000

    /// - Parameters:
    ///   - process: the leader of a process group.
    ///   - pipe: its output, a descriptor that does not block.
    init(
        _ process: consuming SpawnedProcess, output pipe: consuming FileDescriptor, seconds: Int,
        keeping limit: Int
    ) {
        self.process = process
        self.pipe = pipe
        output = Output(limit: limit)
        end = Clock.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
    }

    deinit {
        guard outcome == nil else { return }
        process.signal(SIGKILL)
        _ = try? process.wait()
    }

    /// The events after which ``advance(within:)`` should be called: output, the end of the program, and the time
    /// limit.
    package var source: EventSource {
        if outcome != nil { return .none }
        let printed: EventSource = isOpen ? .input(pipe.rawValue) : .none
        return printed.or(process.source).or(.moment(stop?.kill ?? end))
    }

    private enum Event { case progress, timeout }

    /// Reads what the program has printed, and ends it at its time limit.
    ///
    /// - Parameter milliseconds: the maximum wait for an event; 0 does not wait.
    /// - Returns: the result; nil while the program runs.
    package func advance(within milliseconds: Int32 = 0) -> LimitedProgram.Outcome? {
        if let outcome { return outcome }
        if milliseconds > 0 {
            var loop = EventLoop<Event>()
            loop.watch(source, as: .progress)
            loop.watch(.after(milliseconds: Int(milliseconds)), as: .timeout)
            _ = loop.wait()
        }
        if isOpen { isOpen = output.read(from: pipe) }
        if let status {
            // The last output.
            if isOpen { _ = output.read(from: pipe) }
            return finish(stop?.ending ?? .exited(status))
        }
        let now = Clock.monotonicNanoseconds()
        if let stop {
            guard now >= stop.kill else { return nil }
            process.signal(SIGKILL)
            _ = try? process.wait()
            return finish(stop.ending)
        }
        let isInterrupted = Signals.isTerminationPending
        guard isInterrupted || now >= end else { return nil }
        process.terminate()
        stop = (isInterrupted ? .interrupted : .outOfTime, now + Self.grace)
        return nil
    }

    /// Asks the program to end, and ends it if it does not within a second. ``advance(within:)`` reports its end.
    package func cancel() {
        guard outcome == nil, stop == nil else { return }
        process.terminate()
        stop = (.interrupted, Clock.monotonicNanoseconds() + Self.grace)
    }

    /// The output so far: standard output and standard error in the order of writing.
    package var printed: [UInt8] { output.bytes }

    private func finish(_ ending: LimitedProgram.Ending) -> LimitedProgram.Outcome {
        let outcome = LimitedProgram.Outcome(
            ending: ending, output: output.bytes, isCut: output.isCut)
        self.outcome = outcome
        return outcome
    }

    /// The exit status; nil while it runs.
    private var status: Int32? {
        do throws(SystemError) {
            return try process.exitStatus()
        } catch {
            // A process that cannot be waited for counts as failed.
            return 128
        }
    }

    /// The beginning of what a program prints.
    private struct Output {
        private(set) var bytes: [UInt8] = []
        private(set) var isCut = false
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        /// Reads what is available, without waiting.
        ///
        /// - Returns: false at the end.
        mutating func read(from pipe: borrowing FileDescriptor) -> Bool {
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
