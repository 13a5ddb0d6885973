import RedoModel
import RedoSystem

/// The nodes that watchers could not report when it was their turn, since they were damaged, missing or cut off. They
/// get another record in the journal once they are whole.
///
/// ```
/// watch/untold    their ids, sorted, a line each, with their checksum; no file if there are none
/// ```
///
/// A writer holds the lock of the journal.
struct UnreportedArrivals: Sendable {
    /// Its path below the store.
    static let recordName = "watch/untold"

    private let file: ContainedFile
    private let inventory: Inventory
    /// The nodes in memory, if the store is read-only; nil if there is a file.
    private let memory: Locked<Set<NodeID>>?

    init(of store: Store, isKept: Bool) {
        file = ContainedFile(Path.name(of: Self.recordName), in: store.watchDirectory)
        inventory = store.inventory
        memory = isKept ? nil : Locked([])
    }

    /// Reads the nodes; of a damaged file those that can be read.
    func read() throws(SystemError) -> Set<NodeID> {
        if let memory { return memory.withLock { $0 } }
        return Set(try ChecksummedLines.read(file.path)?.lines.compactMap { NodeID($0) } ?? [])
    }

    /// Replaces the nodes.
    func write(_ ids: Set<NodeID>) throws(SystemError) {
        if let memory { return memory.withLock { $0 = ids } }
        if ids.isEmpty {
            try? inventory.strike(record: Self.recordName)
            return try file.removeIfPresent()
        }
        let lines = ids.sorted().map(\.description)
        try file.replace(
            with: ChecksummedLines.bytes(of: lines).span, mode: 0o644, isSynced: false)
        try? inventory.note(record: Self.recordName)
    }

    /// The fault of the file.
    static func faults(in bytes: [UInt8]) -> [FormFault] {
        let beginnings = ["sha256:", "checksum "].map { Array($0.utf8) }
        let fault = FormFault.ofChecksummedLines(
            bytes, "a list of nodes", isWhole: ChecksummedLines(reading: bytes).isWhole,
            isLine: { _, line in NodeID(String(decoding: line, as: UTF8.self)) != nil },
            isPrefix: { _, rest in
                beginnings.contains { rest.starts(with: $0) || $0.starts(with: rest) }
            })
        return fault.map { [$0] } ?? []
    }
}
