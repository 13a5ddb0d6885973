import RedoCheckpoints
import RedoSystem
import TestSupport

/// How well a device reaches a remote during one command.
enum Connection {
    case good
    /// Nothing is reached.
    case none
    /// Requests fail at random, before or after they were done, or are made twice.
    case bad
}

/// A device's way to the remote during one command: what the suite asks, with what goes wrong on the way.
///
/// Unchecked: a simulation has one thread.
final class RemoteLink: @unchecked Sendable {
    private let remote: SimulatedRemote
    private let device: Int
    private let connection: Connection
    private var numbers: SeededGenerator
    /// How many operations on files the command has done; nil if they are not recorded.
    private let operationCount: (() -> Int)?
    /// The states of the remote before each change, and how many operations on files came before it.
    private var undo: [(operation: Int, state: SimulatedRemote.State)] = []
    /// Whether a request has failed.
    private(set) var hasFailed = false
    private var requestCount = 0
    /// What happens before a request.
    private var interruption: Interruption?
    /// What went wrong in it.
    private(set) var failure: (any Error)?

    /// Something that happens before a request, counted from 0.
    struct Interruption {
        let request: Int
        let body: () throws -> Void
    }

    init(
        _ remote: SimulatedRemote, of device: Int, _ connection: Connection, seed: UInt64,
        countingBy operationCount: (() -> Int)?, _ interruption: Interruption? = nil
    ) {
        self.remote = remote
        self.device = device
        self.connection = connection
        self.operationCount = operationCount
        self.interruption = interruption
        numbers = SeededGenerator(seed: seed)
    }

    private static let unreachable = RedoError(.unreachable, "the remote cannot be reached")

    private func fails() -> Bool {
        switch connection {
        case .good: return false
        case .none:
            hasFailed = true
            return true
        case .bad:
            guard numbers.next() % 12 == 0 else { return false }
            hasFailed = true
            return true
        }
    }

    private func reach() throws(RedoError) {
        requestCount += 1
        if let interruption, requestCount > interruption.request {
            self.interruption = nil
            do { try interruption.body() } catch { failure = error }
        }
        if fails() { throw Self.unreachable }
    }

    func list(_ prefix: String) throws(RedoError) -> [StoredFile] {
        try reach()
        return remote.files(for: device).filter { $0.key.hasPrefix(prefix) }
            .map { StoredFile(name: $0.key, byteCount: $0.value.count) }
            .sorted { $0.name < $1.name }
    }

    func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
        try reach()
        guard let bytes = remote.files(for: device)[name] else { return nil }
        guard bytes.count <= limit else { throw RedoError(.corrupted, "\(name) is too long") }
        return bytes
    }

    func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        try reach()
        let isNew = remote.files(for: device)[name] == nil
        if isNew { change(name, content) }
        // The answer is lost, or the request was made twice on the way.
        try reach()
        let isRepeated = connection == .bad && numbers.next() % 16 == 0
        return isNew && !isRepeated
    }

    func delete(_ name: String) throws(RedoError) {
        try reach()
        if remote.files(for: device)[name] != nil { change(name, nil) }
        try reach()
    }

    private func change(_ name: String, _ content: [UInt8]?) {
        if let operationCount { undo.append((operationCount(), remote.state)) }
        remote.change(name, to: content, by: device)
    }

    /// Takes back what was changed after some operations on files.
    ///
    /// - Parameter inclusive: whether that includes what came between the last of them and the next.
    func takeBack(after operation: Int, inclusive: Bool) {
        if let first = undo.first(where: {
            $0.operation > operation || inclusive && $0.operation == operation
        }) {
            remote.restore(first.state)
        }
    }
}

/// The link of the command that runs on this thread.
enum CurrentLink {
    @TaskLocal static var link: RemoteLink?
}

/// What the suite's storage asks of a link.
protocol LinkedVerbs: StoreVerbs, SendableMetatype {
    var link: RemoteLink { get }

    init(_ link: RemoteLink)
}

extension LinkedVerbs {
    func list(_ prefix: String) throws(RedoError) -> [StoredFile] { try link.list(prefix) }

    func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
        try link.get(name, limit: limit)
    }

    func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        try link.put(name, content)
    }

    func delete(_ name: String) throws(RedoError) { try link.delete(name) }
}

/// A store that is far away.
struct HostVerbs: LinkedVerbs {
    let link: RemoteLink

    init(_ link: RemoteLink) { self.link = link }
}

/// A copy on the device.
struct CopyVerbs: LinkedVerbs {
    let link: RemoteLink
    static let isNear = true

    init(_ link: RemoteLink) { self.link = link }
}
