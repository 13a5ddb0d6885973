import RedoCommandLine
import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

/// Lets the machines of rooms be asked while a process runs: by the device that did what the machine answers to, if it
/// has the machine's key (docs/extensions.md, section 5). `redo room answer` runs beside this process.
///
/// One process of a device asks for a room: it holds the room's lock until it ends.
package final class MachineAsking {
    private let store: Store
    private let keys: Set<UserID>
    private let program: String
    private var requests: [NodeID: Request] = [:]
    /// What machines should answer for whose rooms another process has the lock.
    private var waiting: [NodeID: RoomQuestion] = [:]

    /// The requests to the machine of one room.
    private final class Request {
        let lock: FileLock
        /// What the machine should answer now; nil for nothing.
        var question: RoomQuestion?
        /// The last request.
        var asked: RoomQuestion?
        var running: RunningProgram?
        var failureCount = 0
        /// The earliest time of the next request after a failure, by the monotonic clock in nanoseconds.
        var notBefore: UInt64 = 0

        init(_ lock: consuming FileLock) { self.lock = lock }

        /// The events for which it should be continued.
        var source: EventSource {
            if let running { return running.source }
            return failureCount > 0 && question != nil ? .moment(notBefore) : .none
        }
    }

    /// How long the machine and the syncs around it may take, in seconds.
    private static let seconds = 900
    private static let maximumOutputByteCount = 1 << 14
    /// After a failure the machine is left alone for this many seconds, and twice as long each time.
    private static let pause = 60
    private static let maximumPause = 3600
    /// How often a lock is tried that another process has, and how long at once, in milliseconds.
    private static let interval = 30_000
    private static let patience = 20

    /// - Returns: nil if no machine is configured, or this device has no key.
    package init?(_ context: borrowing CommandContext, _ store: Store) {
        guard MachineDuty.hasMachine(store.configuration),
            let keys = try? context.keyring().ownUsers(), !keys.isEmpty,
            let directory = try? SuiteExecutables.directory()
        else { return nil }
        self.store = store
        self.keys = keys
        program = Path.join(directory, "redo-room")
    }

    /// The events for which ``advance()`` should be called.
    package var source: EventSource {
        let source = requests.values.reduce(EventSource.none) { $0.or($1.source) }
        return waiting.isEmpty ? source : source.or(.every(milliseconds: Self.interval))
    }

    /// Notes the rooms as they are now.
    package func note(_ rooms: [Room]) {
        for room in rooms {
            var question: RoomQuestion?
            if case .here? = MachineDuty(room, own: keys, store.configuration) {
                question = RoomQuestion(room, wantsCenotaph: false)
            }
            if let request = requests[room.id] {
                if request.question != question { request.failureCount = 0 }
                request.question = question
            } else {
                waiting[room.id] = question
            }
        }
    }

    /// Takes the locks of rooms that no other process has.
    private func takeLocks() {
        for (room, question) in waiting {
            guard let request = request(in: room) else { continue }
            request.question = question
            requests[room] = request
            waiting[room] = nil
        }
    }

    /// The requests in a room; nil if another process of this device asks there.
    private func request(in room: NodeID) -> Request? {
        do throws(RedoError) {
            guard let lock = try store.askingLock(of: room, patience: Self.patience) else {
                return nil
            }
            return Request(lock)
        } catch {
            return nil
        }
    }

    /// Starts the requests that are due, and reads how others ended. Does not wait.
    ///
    /// - Returns: why requests failed, a line each.
    package func advance() -> [String] {
        takeLocks()
        var failures: [String] = []
        for (room, request) in requests {
            if let running = request.running {
                guard let outcome = running.advance() else { continue }
                request.running = nil
                // Status 1: the room has changed since.
                guard outcome.ending != .exited(0), outcome.ending != .exited(1) else {
                    request.failureCount = 0
                    continue
                }
                let seconds = min(Self.pause << min(request.failureCount, 6), Self.maximumPause)
                request.failureCount += 1
                request.notBefore = Clock.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
                let text = String(decoding: outcome.output, as: UTF8.self)
                if let line = text.split(separator: "\n").first {
                    failures.append(String(line).printable)
                }
            }
            start(request, in: room)
        }
        return failures
    }

    private func start(_ request: Request, in room: NodeID) {
        guard let question = request.question else { return }
        let isAgain =
            request.failureCount > 0 && Clock.monotonicNanoseconds() >= request.notBefore
        guard question != request.asked || isAgain else { return }
        request.asked = question
        let answer = LimitedProgram(
            program, arguments: ["answer", "--redo-dir", store.path, "--", room.description],
            environment: ErrorForm.forLines, leavingOut: "REDO_COLOR", in: nil)
        request.running = try? answer.start(
            input: [], seconds: Self.seconds, keeping: Self.maximumOutputByteCount)
    }
}
