import RedoCrypto
import RedoModel
import RedoSystem

/// The nodes that the owner of a store gave up because no one has them any more, and their descendants.
///
/// The store does not report them as missing, and a fetch silently sets aside descendants of them. A given-up node
/// that is found again is admitted like any other, and its descendants return with it.
///
/// ```
/// given-up    lines, sorted, with their checksum; no file if nothing was given up
///
/// lost sha256:<64 hex>       a node that was lost
/// cut-off sha256:<64 hex>    a node that follows a lost one: it is in the quarantine
/// lost pack-<64 hex>         a damaged pack of which not all nodes were saved
/// ```
package struct GivenUpNodes: Equatable, Sendable {
    /// The nodes that were lost.
    package internal(set) var lost: Set<NodeID> = []
    /// The descendants of the lost nodes, which are in the quarantine.
    package internal(set) var cutOff: Set<NodeID> = []
    /// The packs of which not all nodes were saved.
    package internal(set) var packs: Set<PackName> = []

    package init() {}

    package var isEmpty: Bool { lost.isEmpty && cutOff.isEmpty && packs.isEmpty }

    /// Whether a node was given up, or is a descendant of one that was.
    package func contains(_ id: NodeID) -> Bool { lost.contains(id) || cutOff.contains(id) }

    /// Distinguishes what was given up at different times; 0 if nothing was. O(n log n).
    var fingerprint: UInt64 {
        if isEmpty { return 0 }
        var bytes: [UInt8] = []
        for id in lost.union(cutOff).sorted() { bytes += id.digest.bytes }
        for pack in packs.sorted() { bytes += pack.digest.bytes }
        return FastChecksum.value(of: bytes.span)
    }

    /// The descendants of given-up nodes among some nodes, in replay order.
    ///
    /// - Parameter nodes: nodes whose parents are not all in the store.
    package func followers(among nodes: some Sequence<Node>) -> [Node] {
        if isEmpty { return [] }
        var awaited = lost.union(cutOff)
        var found: [Node] = []
        for node in nodes.sorted(by: { $0.position < $1.position })
        where node.parents.contains(where: awaited.contains) {
            awaited.insert(node.id)
            found.append(node)
        }
        return found
    }

    /// Removes nodes that are in the store again.
    mutating func remove(_ ids: Set<NodeID>) {
        lost.subtract(ids)
        cutOff.subtract(ids)
    }
}

/// The file of ``GivenUpNodes``.
struct GivenUpRecord: Sendable {
    private static let lostPrefix = "lost "
    private static let cutOffPrefix = "cut-off "

    static let fileName = "given-up"

    let filePath: String

    init(of store: Store) { filePath = Path.join(store.path, Self.fileName) }

    /// Reads the record. If it is damaged, the result is what can be read: what is left out counts as missing again.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read.
    func read() throws(SystemError) -> (nodes: GivenUpNodes, isWhole: Bool) {
        guard let record = try ChecksummedLines.read(filePath) else {
            return (GivenUpNodes(), true)
        }
        var nodes = GivenUpNodes()
        for line in record.lines {
            if line.hasPrefix(Self.lostPrefix) {
                let name = String(line.dropFirst(Self.lostPrefix.utf8.count))
                if let id = NodeID(name) { nodes.lost.insert(id) }
                if let pack = PackName(fileName: name, suffix: "") { nodes.packs.insert(pack) }
            } else if line.hasPrefix(Self.cutOffPrefix),
                let id = NodeID(String(line.dropFirst(Self.cutOffPrefix.utf8.count)))
            {
                nodes.cutOff.insert(id)
            }
        }
        return (nodes, record.isWhole)
    }

    /// Replaces the record atomically. On disk when this returns.
    func write(_ nodes: GivenUpNodes) throws(SystemError) {
        if nodes.isEmpty { return try ContainedFile(filePath).removeIfPresent() }
        let lines =
            nodes.cutOff.sorted().map { "\(Self.cutOffPrefix)\($0)" }
            + nodes.packs.sorted().map { "\(Self.lostPrefix)\($0)" }
            + nodes.lost.sorted().map { "\(Self.lostPrefix)\($0)" }
        try Files.replace(filePath, with: ChecksummedLines.bytes(of: lines).span, mode: 0o644)
    }
}

extension Store {
    var givenUpRecord: GivenUpRecord { GivenUpRecord(of: self) }

    /// Replaces the record of what was given up, and records in the inventory whether there is one.
    func write(givenUp nodes: GivenUpNodes) throws(SystemError) {
        if nodes.isEmpty { strike(record: GivenUpRecord.fileName) }
        try givenUpRecord.write(nodes)
        if !nodes.isEmpty { note(record: GivenUpRecord.fileName) }
    }

    /// What the owner of the store gave up.
    ///
    /// - Throws: STORAGE_001 if the record cannot be read.
    /// - Complexity: one attempt to open a file if nothing was given up.
    package func givenUp() throws(RedoError) -> GivenUpNodes {
        try listed { () throws(SystemError) in try givenUpRecord.read().nodes }
    }
}
