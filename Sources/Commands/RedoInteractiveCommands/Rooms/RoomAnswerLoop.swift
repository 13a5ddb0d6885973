import RedoCommandLine
import RedoInsight
import RedoMachine
import RedoModel
import RedoStore
import RedoSystem

/// Answers for the machine of a room whenever it is asked, until the room ends or a signal comes.
struct RoomAnswerLoop {
    private let answering: RoomAnswering
    private let room: NodeID
    private let store: Store
    private let sync: RoomSync?
    /// The lock of the process that asks the machine of the room on this device.
    private var lock: LockHolder?
    /// The request that is not answered yet.
    private var pending: (question: RoomQuestion, exchange: MachineExchange)?
    /// The number of times in a row that there was no answer, or none was waited for.
    private var failureCount = 0
    /// The earliest time of the next request, by the monotonic clock in nanoseconds.
    private var notBefore: UInt64 = 0

    private enum Event { case termination, change, progress }

    /// The room is looked at this often in any case, in milliseconds.
    private static let interval = 30_000
    /// How long the lock is tried at once, in milliseconds.
    private static let patience = 20
    /// After failures the machine is left alone for this many seconds, and twice as long each time.
    private static let pause = 5
    private static let maximumPause = 300

    init(_ answering: RoomAnswering, _ room: NodeID, _ store: Store) throws(RedoError) {
        self.answering = answering
        self.room = room
        self.store = store
        sync = try RoomSync(store)
    }

    mutating func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var loop = try failing(.notFound, "signals cannot be watched") {
            () throws(SystemError) in try EventLoop<Event>(termination: .termination)
        }
        var changes = try StoreWatch.begin(store)
        loop.watch(.input(changes.descriptor), as: .change)
        var isChanged = true
        while true {
            if isChanged || isDue, let ending = try look(&context) { return ending }
            isChanged = false
            try take(&context)
            sync?.advance()
            loop.watch(source, as: .progress)
            for event in loop.wait() {
                switch event {
                case .termination:
                    // A signal is delivered when the loop ends: the machine is ended before.
                    pending = nil
                    return .done
                case .change:
                    if try changes.changes().isEmpty { continue }
                    isChanged = true
                    sync?.noteOthers()
                case .progress: break
                }
            }
        }
    }

    /// The events beside changes of the store.
    private var source: EventSource {
        var source = (sync?.source ?? .none).or(.every(milliseconds: Self.interval))
        if let pending { return source.or(pending.exchange.source) }
        if failureCount > 0 { source = source.or(.moment(notBefore)) }
        return source
    }

    /// True if the machine should be asked again after a failure.
    private var isDue: Bool {
        failureCount > 0 && pending == nil && Clock.monotonicNanoseconds() >= notBefore
    }

    /// Reads the room, and sends a request to the machine if it is its turn.
    ///
    /// - Returns: how the command ends; nil while it runs.
    private mutating func look(_ context: inout CommandContext) throws(RedoError) -> ExitStatus? {
        let view = try RoomHall(context).view(of: room.description)
        let question = RoomQuestion(view.room, wantsCenotaph: false)
        // An answer to what is asked no more is not waited for. A participant can replace the last message again and
        // again: the machine is not asked each time.
        if let pending, pending.question != question {
            self.pending = nil
            if pending.question.turnCount == question?.turnCount { _ = postpone() }
        }
        if view.room.state == .defunct {
            try context.print("\(view.room.title()): \(view.situation)\n")
            try context.flush()
            sync?.runOnce()
            return .done
        }
        // Nothing should be asked again.
        if question == nil {
            failureCount = 0
            notBefore = 0
        }
        if lock == nil, let taken = try store.askingLock(of: self.room, patience: Self.patience) {
            lock = LockHolder(taken)
        }
        // Another process of this device asks.
        guard lock != nil else { return nil }
        guard let question, pending == nil, Clock.monotonicNanoseconds() >= notBefore else {
            return nil
        }
        do throws(RedoError) {
            pending = (
                question, try answering.send(question, of: view.room, errors: .inherited)
            )
        } catch {
            noteFailure(error, context)
        }
        return nil
    }

    /// Notes an answer that has come, and writes it.
    private mutating func take(_ context: inout CommandContext) throws(RedoError) {
        guard let (question, exchange) = pending else { return }
        do throws(RedoError) {
            guard let answer = try answering.answer(from: exchange, to: question, within: 0) else {
                return
            }
            pending = nil
            failureCount = 0
            guard let after = try answering.write(answer, to: question, context) else { return }
            let situation = RoomView(room: after, own: nil, ignored: [], now: .earliest).situation
            try context.print("\(after.title()): \(situation)\n")
            try context.flush()
            sync?.noteWritten()
        } catch {
            guard error.code == .machineFailed else { throw error }
            pending = nil
            noteFailure(error, context)
        }
    }

    /// Leaves the machine alone for a time.
    ///
    /// - Returns: the time in seconds.
    private mutating func postpone() -> Int {
        let seconds = min(Self.pause << min(failureCount, 6), Self.maximumPause)
        failureCount += 1
        notBefore = Clock.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
        return seconds
    }

    private mutating func noteFailure(_ error: RedoError, _ context: borrowing CommandContext) {
        let seconds = postpone()
        if Signals.isTerminationPending { return }
        context.warn(error.code, "\(error.message); next attempt in \(seconds) s")
    }
}

/// The owner of a lock in a value that is copied.
private final class LockHolder {
    private let lock: FileLock

    init(_ lock: consuming FileLock) { self.lock = lock }
}
