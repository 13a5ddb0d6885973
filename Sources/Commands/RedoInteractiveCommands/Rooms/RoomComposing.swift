import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// Notifies the remote that the user writes in a room, and requests who else does, while the room is followed.
/// `redo-composing` runs beside this process. A failure is not reported: a lost notice harms no one.
final class RoomComposing {
    private let path: String
    private let arguments: [String]
    private let room: NodeID
    private var pace = ComposingPace()
    private var running: (order: Order, program: RunningProgram)?
    private var wanted: Order?

    private enum Order { case ask, send, stop }

    /// The maximum duration of an exchange, in seconds; and of the last one, for which the user waits.
    private static let seconds = 20
    private static let lastSeconds = 3
    private static let maximumOutputByteCount = 1 << 12
    /// The interval of looking for a termination signal, in milliseconds.
    private static let tick: Int32 = 20

    /// - Returns: nil if the remote is not told who is writing.
    init?(_ store: Store, _ room: NodeID) {
        guard let remote = try? ConfiguredRemote.chosen(nil, of: store),
            (try? remote.sharesComposing(in: store)) == true,
            let directory = try? SuiteExecutables.directory()
        else { return nil }
        path = Path.join(directory, "redo-composing")
        self.room = room
        arguments = ["--redo-dir", store.path]
    }

    /// Notes what happened to the line in which messages are written.
    ///
    /// - Parameters:
    ///   - hasTyped: whether it is different.
    ///   - isComposing: whether it holds what to say.
    func note(hasTyped: Bool, isComposing: Bool) {
        if !isComposing {
            if pace.stops() { wanted = .stop }
        } else if hasTyped, pace.isDue(at: Clock.monotonicNanoseconds()) {
            wanted = .send
        }
    }

    /// The events for which ``follow(_:_:)`` should be called.
    var source: EventSource { running?.program.source ?? (wanted == nil ? .none : .moment(0)) }

    /// Starts an exchange if one is wanted, and reads how one ended. Does not wait.
    ///
    /// - Parameters:
    ///   - sync: whenever one has ended, the remote is asked who else is writing.
    ///   - count: how many syncs had ended the last time.
    func follow(_ sync: RoomSync?, _ count: inout Int) {
        if let sync, sync.endCount != count {
            count = sync.endCount
            if wanted == nil { wanted = .ask }
        }
        if let running {
            guard running.program.advance() != nil else { return }
            self.running = nil
        }
        guard let order = wanted else { return }
        wanted = nil
        running = start(order, seconds: Self.seconds).map { (order, $0) }
    }

    /// Withdraws the notice, and waits briefly for that.
    func end() {
        let isNotified = pace.stops() || wanted == .stop
        // What is under way may tell the opposite, or take it back.
        if let running, isNotified || running.order == .stop { Self.wait(for: running.program) }
        running = nil
        guard isNotified, !Signals.isTerminationPending,
            let last = start(.stop, seconds: Self.lastSeconds)
        else { return }
        Self.wait(for: last)
    }

    /// Waits for the end of an exchange, but not for long, and for nothing if a signal wants to end the process.
    private static func wait(for program: RunningProgram) {
        let end = Clock.monotonicNanoseconds() + UInt64(lastSeconds) * 1_000_000_000
        while !Signals.isTerminationPending, Clock.monotonicNanoseconds() < end,
            program.advance(within: tick) == nil
        {}
    }

    private func start(_ order: Order, seconds: Int) -> RunningProgram? {
        let words: [String] =
            switch order {
            case .ask: []
            case .send: ["--room", room.description]
            case .stop: ["--stopped"]
            }
        // The terminal shows the room: no one is asked for a passphrase there.
        let program = LimitedProgram(
            path, arguments: arguments + words, environment: ["REDO_PASSPHRASE_FD": "-1"],
            leavingOut: "REDO_COLOR", in: nil)
        return try? program.start(
            input: [], seconds: seconds, keeping: Self.maximumOutputByteCount)
    }
}

/// The times of notices that someone writes: with the first key, and then every ten seconds while keys are pressed.
struct ComposingPace {
    /// The time of the next notice by the monotonic clock, in nanoseconds; nil if no notice has to be withdrawn.
    private var next: UInt64?

    static let interval: UInt64 = 10_000_000_000

    /// True if a notice of a key is due.
    mutating func isDue(at now: UInt64) -> Bool {
        if let next, now < next { return false }
        next = now + Self.interval
        return true
    }

    /// True if a notice is due that nothing is written any more.
    mutating func stops() -> Bool {
        defer { next = nil }
        return next != nil
    }
}
