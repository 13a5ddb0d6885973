import RedoCrypto
import RedoSystem

/// The key agent: a process that holds unlocked keys for a limited time and signs with them, for the user alone.
///
/// A connection carries one request and one answer (``KeyMessage``). One connection is served at a time: only the user
/// can connect, and each connection has a few seconds.
package struct KeyAgentServer: ~Copyable {
    private let directory: KeyAgentDirectory
    private let listener: LocalListener
    private let lock: FileLock
    private let timer: WallTimer
    private var vault: KeyAgentVault
    /// The time for which a key is held.
    private let nanoseconds: UInt64
    /// Whether a supervisor has made the socket, and keeps it.
    private let isSupervised: Bool

    /// The timeout of a request, in seconds. Keys expire only between requests.
    private static let seconds = 5
    /// The maximum length of a text that is signed, in bytes: more than any node has.
    private static let maximumBodyByteCount = 1 << 22
    /// The maximum wait: a day. The timer also fires when the clock is set or the machine wakes.
    private static let maximumWait: UInt64 = 86_400_000_000_000

    /// Starts to listen. The memory of the process is protected from other processes first.
    ///
    /// - Parameter isSupervised: whether a supervisor has made the socket and passed it to this process.
    /// - Returns: nil if an agent runs already.
    /// - Throws: KEYCHAIN_001 if the directory is not the user's alone, the socket cannot be created, or what the supervisor
    ///   passed is not a socket.
    package static func start(
        in directory: KeyAgentDirectory, nanoseconds: UInt64, isSupervised: Bool = false
    ) throws(RedoError) -> KeyAgentServer? {
        try directory.prepare()
        // A supervisor that listens for an agent starts it for this connection.
        if !isSupervised, KeyAgent(in: directory).isRunning { return nil }
        do throws(SystemError) {
            try ProcessSecrecy.forbidDumps()
            guard let lock = try FileLock.take(directory.lock) else { return nil }
            if isSupervised {
                guard let listener = LocalSocket.inheritedListener(at: directory.socket) else {
                    throw SystemError(
                        code: 88, call: "getsockopt", path: directory.socket,
                        words: "What the supervisor passed is not a socket that listens")
                }
                return KeyAgentServer(
                    directory: directory, listener: listener, lock: consume lock,
                    timer: try WallTimer(), nanoseconds: nanoseconds, isSupervised: true)
            }
            // The lock was free, so a socket that exists has no listener.
            if try Files.statusOfLink(directory.socket) != nil {
                try Files.remove(directory.socket)
            }
            return KeyAgentServer(
                directory: directory, listener: try LocalSocket.listen(at: directory.socket),
                lock: consume lock, timer: try WallTimer(), nanoseconds: nanoseconds,
                isSupervised: false)
        } catch {
            throw RedoError(.keyNotSaved, "the key agent cannot be started", cause: error)
        }
    }

    private init(
        directory: KeyAgentDirectory, listener: consuming LocalListener, lock: consuming FileLock,
        timer: consuming WallTimer, nanoseconds: UInt64, isSupervised: Bool
    ) {
        self.isSupervised = isSupervised
        self.directory = directory
        self.listener = listener
        self.lock = lock
        self.timer = timer
        self.nanoseconds = nanoseconds
        vault = KeyAgentVault(at: .now())
    }

    private enum Event { case termination, timer, connection }

    /// Serves until a request or a termination signal stops it. The keys are wiped at the end.
    ///
    /// - Throws: KEYCHAIN_001 if the socket or the timer fails.
    package mutating func serve() throws(RedoError) {
        do throws(SystemError) {
            var loop = try EventLoop<Event>(termination: .termination)
            loop.watch(.input(timer.descriptor), as: .timer)
            loop.watch(.input(listener.descriptor), as: .connection)
            defer { vault.lock() }
            var isServing = true
            while isServing {
                let wait = min(vault.remaining ?? Self.maximumWait, Self.maximumWait)
                try timer.set(to: Clock.milliseconds() + Int64(wait / 1_000_000) + 1)
                let events = loop.wait()
                // This comes first: a key that expired while the machine slept must sign nothing.
                vault.advance(to: .now())
                if events.contains(.termination) { break }
                if events.contains(.timer) { _ = try timer.ring() }
                if events.contains(.connection), let connection = try listener.accept() {
                    isServing = answer(connection)
                }
            }
            // A client that connects from here on finds no agent; a supervisor starts the next one for it.
            if !isSupervised { try Files.remove(directory.socket) }
        } catch {
            throw RedoError(.keyNotSaved, "the key agent failed", cause: error)
        }
    }

    /// Serves one connection. Only the client sees a failure.
    ///
    /// - Returns: false if the agent must stop.
    private mutating func answer(_ connection: consuming TimeoutSocket) -> Bool {
        guard let peer = try? connection.peer(), peer.user == Environment.effectiveUser else {
            return true
        }
        var isServing = true
        let deadline = Deadline(after: Self.seconds)
        do throws(TimeoutSocket.Interruption) {
            let head = try readHead(connection, until: deadline)
            let answer: KeyMessage
            if let message = KeyMessage(head: head.span),
                let request = message["request"].flatMap(KeyAgent.Request.init),
                let count = message.bodyByteCount(limit: Self.maximumBodyByteCount)
            {
                answer = try self.answer(request, message, count, connection, until: deadline)
                isServing = request != .stop
            } else {
                answer = Self.refusal("unknown request")
            }
            try connection.write(answer.bytes.span, until: deadline)
        } catch {
            return isServing
        }
        return isServing
    }

    /// Reads byte by byte up to the empty line, so that a key that follows is read into its own memory.
    private func readHead(
        _ connection: borrowing TimeoutSocket, until deadline: Deadline
    ) throws(TimeoutSocket.Interruption) -> [UInt8] {
        var head: [UInt8] = []
        while head.count < 4096, head.suffix(2) != [10, 10] {
            if try connection.read(atMost: 1, into: &head, until: deadline) == 0 { break }
        }
        return head
    }

    private func readBody(
        _ count: Int, _ connection: borrowing TimeoutSocket, until deadline: Deadline
    ) throws(TimeoutSocket.Interruption) -> [UInt8] {
        var body: [UInt8] = []
        // The array is not moved while it grows, so no copy of a key stays in memory.
        body.reserveCapacity(2 * count + 64)
        while body.count < count {
            let read = try connection.read(
                atMost: count - body.count, into: &body, until: deadline)
            if read == 0 { break }
        }
        return body
    }

    private mutating func answer(
        _ request: KeyAgent.Request, _ message: KeyMessage, _ count: Int,
        _ connection: borrowing TimeoutSocket, until deadline: Deadline
    ) throws(TimeoutSocket.Interruption) -> KeyMessage {
        switch request {
        case .status:
            return Self.done(
                [("process", "\(Environment.processID)")]
                    + vault.keys.map { ("key", "\($0.key.hexadecimal.prefix(32)) \($0.seconds)") })
        case .lock:
            vault.lock()
            return Self.done([])
        case .stop: return Self.done([])
        case .public, .sign, .unseal, .store, .delete: break
        }
        guard let key = message.publicKey else { return Self.refusal("no key was named") }
        var body = try readBody(count, connection, until: deadline)
        defer { wipe(&body) }
        // The request may have been slow, and the time of a key may be over.
        vault.advance(to: .now())
        guard body.count == count else { return Self.refusal("the request was cut off") }
        if request == .store { return store(key, &body) }
        if request == .delete {
            vault.delete(key)
            return Self.done([])
        }
        guard vault.has(key) else { return Self.refusal("it does not have the key") }
        switch request {
        case .public:
            let box = vault.boxKey(of: key)?.hexadecimal ?? ""
            return Self.done([("publicKey", key.hexadecimal), ("box", box)])
        case .sign:
            let signature = vault.sign(body.span, with: key)?.hexadecimal ?? ""
            return Self.done([("signature", signature)])
        default:
            guard let opened = vault.unseal(body.span, with: key) else {
                return Self.refusal("the box is not sealed to the key, or damaged")
            }
            return KeyMessage([("ok", "1")], body: opened)
        }
    }

    /// - Parameter seed: is wiped before the function returns.
    private mutating func store(_ key: PublicKey, _ seed: inout [UInt8]) -> KeyMessage {
        guard seed.count == SigningKey.seedByteCount else {
            return Self.refusal("not a valid key")
        }
        let made = SigningKey(seed: SecretMemory(taking: &seed))
        guard made.publicKey == key else {
            return Self.refusal("it was given a different key")
        }
        vault.store(made, nanoseconds: nanoseconds)
        return Self.done([])
    }

    private static func done(_ lines: [(name: String, value: String)]) -> KeyMessage {
        KeyMessage([("ok", "1")] + lines)
    }

    private static func refusal(_ reason: String) -> KeyMessage {
        KeyMessage([("error", reason)])
    }
}
