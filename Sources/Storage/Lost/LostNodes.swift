import RedoModel
import RedoSystem

/// The record of what a store has lost: what a repair could not save, until it is back or given up.
///
/// ```
/// lost    lines, sorted, with their checksum; no file if nothing is lost
///
/// sha256:<64 hex>    a node that is nowhere in the store
/// pack-<64 hex>      a pack that was damaged; how many of its nodes were not saved is not known
/// unknown            an earlier record of what is lost was damaged, and can have named more
/// ```
struct LostNodes: Sendable {
    /// The contents of the record.
    struct Contents: Equatable, Sendable {
        var nodes: Set<NodeID> = []
        var packs: Set<PackName> = []
        /// Whether more was lost than the record names.
        var hasForgotten = false

        var isEmpty: Bool { nodes.isEmpty && packs.isEmpty && !hasForgotten }

        /// Whether this names everything that another record names.
        func includes(_ other: Contents) -> Bool {
            nodes.isSuperset(of: other.nodes) && packs.isSuperset(of: other.packs)
                && (hasForgotten || !other.hasForgotten)
        }

        mutating func formUnion(_ other: Contents) {
            nodes.formUnion(other.nodes)
            packs.formUnion(other.packs)
            hasForgotten = hasForgotten || other.hasForgotten
        }
    }

    private static let unknown = "unknown"

    static let fileName = "lost"

    let filePath: String

    init(of store: Store) { filePath = Path.join(store.path, Self.fileName) }

    /// Reads the record. If it is damaged, the result is what can be read, and that more was lost. A changed line can
    /// name a node that never existed: it cannot be distinguished from the others, so all are kept.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read.
    func read() throws(SystemError) -> Contents {
        guard let record = try ChecksummedLines.read(filePath) else { return Contents() }
        var contents = Contents()
        contents.hasForgotten = !record.isWhole
        for line in record.lines {
            if let id = NodeID(line) {
                contents.nodes.insert(id)
            } else if let pack = PackName(fileName: line, suffix: "") {
                contents.packs.insert(pack)
            } else if line == Self.unknown {
                contents.hasForgotten = true
            }
        }
        return contents
    }

    /// Whether the file is as it was written, or missing.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read.
    func isWhole() throws(SystemError) -> Bool {
        try ChecksummedLines.read(filePath)?.isWhole ?? true
    }

    /// Replaces the record atomically. On disk when this returns.
    func write(_ contents: Contents) throws(SystemError) {
        if contents.isEmpty { return try ContainedFile(filePath).removeIfPresent() }
        let lines =
            contents.packs.sorted().map(\.description) + contents.nodes.sorted().map(\.description)
            + (contents.hasForgotten ? [Self.unknown] : [])
        try Files.replace(filePath, with: ChecksummedLines.bytes(of: lines).span, mode: 0o644)
    }
}
