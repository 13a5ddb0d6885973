import Glibc

/// A ``LimitedProgram`` that runs. It is ended when its time is over, or with this object.
package final class RunningProgram {
    private var process: SpawnedProcess
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

    /// What ``advance(within:)`` should be called for: output, the end, and the limit of the time.
    package var source: EventSource {
        if outcome != nil { return .none }
        let printed: EventSource = isOpen ? .input(pipe.rawValue) : .none
        return printed.or(process.source).or(.moment(stop?.kill ?? end))
    }

    private enum Event { case progress, timeout }

    /// Reads what the program has printed, and ends it if its time is over.
    ///
    /// - Parameter milliseconds: how long to wait for something to happen; 0 does not wait.
    /// - Returns: what it did; nil while it runs.
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
            // What it wrote last.
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

    /// What it has printed so far, standard output and standard error in the order of writing.
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
            // Of a process that cannot be waited for nothing good is known.
            return 128
        }
    }

    /// The beginning of what a program prints.
    private struct Output {
        private(set) var bytes: [UInt8] = []
        private(set) var isCut = false
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        /// Reads what there is, and does not wait for it.
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
