import RedoCommandLine
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// Keeps a store in step with its remote while a room is followed: at once after something was written here, and else
/// at a rate that adapts. `redo sync` runs beside this process, so a remote that does not answer holds nothing up.
final class RoomSync {
    private let program: LimitedProgram
    private var rate = RoomPollRate()
    private var running: RunningProgram?
    /// When to sync next, by the monotonic clock in nanoseconds.
    private var due: UInt64 = 0
    private var isWanted = false
    private var isActive = false
    /// Why the last sync failed; nil if it did not.
    private(set) var failure: String?
    /// The number of syncs that have ended.
    private(set) var endCount = 0

    /// The maximum duration of a sync, in seconds.
    private static let seconds = 300
    private static let maximumOutputByteCount = 1 << 14
    /// The interval of looking for a termination signal, in milliseconds.
    private static let tick: Int32 = 20

    /// - Returns: nil for a store without remotes.
    /// - Throws: STORAGE_001 if the suite's programs cannot be found.
    init?(_ store: Store) throws(RedoError) {
        guard !ConfiguredRemote.all(of: store).isEmpty else { return nil }
        program = LimitedProgram(
            Path.join(try SuiteExecutables.directory(), "redo-sync"),
            arguments: ["--redo-dir", store.path, "--json", "--no-progress"], environment: [:],
            leavingOut: "REDO_COLOR", in: nil, errors: .dropped)
    }

    /// Notes that something was written here, so that it is sent at once.
    func noteWritten() {
        isWanted = true
        isActive = true
    }

    /// Others wrote something, so they may write more; or they are about to.
    func noteOthers() {
        isActive = true
        due = min(due, Clock.monotonicNanoseconds() + UInt64(RoomPollRate.least) * 1_000_000)
    }

    /// True if there is something to send, or a sync runs.
    var isBusy: Bool { running != nil || isWanted }

    /// The events for which ``advance()`` should be called.
    var source: EventSource { running?.source ?? .moment(isWanted ? 0 : due) }

    /// Starts a sync if it is time, and reads how one ended. Does not wait.
    func advance() {
        if let running {
            guard let outcome = running.advance() else { return }
            end(outcome)
        }
        guard isWanted || Clock.monotonicNanoseconds() >= due else { return }
        isWanted = false
        do throws(SystemError) {
            running = try program.start(
                input: [], seconds: Self.seconds, keeping: Self.maximumOutputByteCount)
        } catch {
            failure = error.reason
            schedule()
        }
    }

    /// Syncs, and waits for the end.
    func runOnce() {
        isWanted = true
        repeat {
            advance()
            guard let running else { return }
            if let outcome = running.advance(within: Self.tick) { end(outcome) }
        } while isBusy && !Signals.isTerminationPending
    }

    private func end(_ outcome: LimitedProgram.Outcome) {
        running = nil
        endCount += 1
        // What was refused, and damage elsewhere, do not keep a room from its remote.
        if let record = SyncRecord(printed: outcome.output) {
            failure = record.failure.map {
                Diagnostic(.error, $0.code, $0.message.printable).line
            }
        } else {
            failure = "the sync did not end well"
        }
        schedule()
    }

    private func schedule() {
        rate.note(isActive: isActive, hasFailed: failure != nil)
        isActive = false
        due = Clock.monotonicNanoseconds() + UInt64(rate.milliseconds) * 1_000_000
    }
}
