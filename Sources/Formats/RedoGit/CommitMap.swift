import RedoCrypto
import RedoModel
import RedoSystem

/// A rebuildable cache of commits, with the node of each.
///
/// ```
/// RedoMap1                                  8 bytes
/// the fingerprint of the mirrored store     32, or zeros
/// the latest checkpoint                     20, or zeros
/// number of commits                         8, the lowest byte first
/// for each commit, sorted: its name, its node's id (zeros for a checkpoint)    20 + 32
/// SHA-256 of all before it                  32
/// ```
///
/// It describes a mirror whose `refs/heads/log` is that checkpoint, and nothing else.
package struct CommitMap: Sendable {
    /// The fingerprint of the mirrored store; nil if it is unknown.
    package var source: Digest?
    package var checkpoint: GitObjectID?
    /// Sorted by commit, without duplicates.
    private var entries: [Entry] = []

    /// A commit with its node.
    package struct Entry: Sendable {
        package let commit: GitObjectID
        /// Nil for a checkpoint.
        package let node: NodeID?

        package init(commit: GitObjectID, node: NodeID?) {
            self.commit = commit
            self.node = node
        }
    }

    package init() {}

    package var count: Int { entries.count }

    /// Whether the map has a commit. O(log n).
    package func contains(_ commit: GitObjectID) -> Bool { entry(of: commit) != nil }

    /// The entry of a commit. O(log n).
    package func entry(of commit: GitObjectID) -> Entry? {
        let index = entries.partitioningIndex { !($0.commit < commit) }
        guard index < entries.count, entries[index].commit == commit else { return nil }
        return entries[index]
    }

    /// The nodes of the commits, in no particular order.
    package var nodes: some Sequence<NodeID> { entries.lazy.compactMap(\.node) }

    /// The commits of some nodes, without those that have none; for several commits of a node the maximum. O(n).
    package func commits(of nodes: Set<NodeID>) -> [NodeID: GitObjectID] {
        var commits: [NodeID: GitObjectID] = [:]
        for entry in entries {
            if let node = entry.node, nodes.contains(node) { commits[node] = entry.commit }
        }
        return commits
    }

    /// Whether each of some nodes has exactly one commit. A node whose signature was added later has several. O(n).
    package func hasOneCommit(ofEach nodes: Set<NodeID>) -> Bool {
        var found: Set<NodeID> = []
        for entry in entries {
            guard let node = entry.node, nodes.contains(node) else { continue }
            if !found.insert(node).inserted { return false }
        }
        return found.count == nodes.count
    }

    /// Adds further commits. O((n + m) log (n + m)).
    package mutating func add(_ further: some Sequence<Entry>) {
        entries += further
        entries.sort { $0.commit < $1.commit }
        var last: GitObjectID?
        entries.removeAll { entry in
            defer { last = entry.commit }
            return entry.commit == last
        }
    }
}

// MARK: The file

extension CommitMap {
    private static let magic: StaticString = "RedoMap1"
    private static let headerByteCount = 68
    private static let entryByteCount = 52

    /// Parses a file.
    ///
    /// - Returns: nil if it is missing or damaged.
    package init?(reading path: String) {
        guard let file = try? MappedFile(path) else { return nil }
        let bytes = file.bytes
        let end = bytes.count - Digest.byteCount
        guard end >= Self.headerByteCount, bytes.extracting(first: 8).isEqual(to: Self.magic),
            SHA256.digest(bytes.extracting(first: end))
                == Digest(bytes: bytes.extracting(droppingFirst: end))
        else { return nil }
        let count = (end - Self.headerByteCount) / Self.entryByteCount
        guard Self.headerByteCount + count * Self.entryByteCount == end,
            bigEndianWord(bytes, at: 60).byteSwapped == UInt64(count)
        else { return nil }
        source = Self.digest(bytes, at: 8)
        let checkpoint = GitObjectID(bytes: bytes.extracting(40..<60))
        self.checkpoint = checkpoint == Self.noCommit ? nil : checkpoint
        entries.reserveCapacity(count)
        for start in stride(from: Self.headerByteCount, to: end, by: Self.entryByteCount) {
            let commit = GitObjectID(bytes: bytes.extracting(start..<start + 20))
            if let last = entries.last, last.commit >= commit { return nil }
            let node = Self.digest(bytes, at: start + 20).map { NodeID($0) }
            entries.append(Entry(commit: commit, node: node))
        }
    }

    /// Writes a file atomically.
    package func write(to file: ContainedFile) throws(SystemError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            Self.headerByteCount + entries.count * Self.entryByteCount + Digest.byteCount)
        bytes += Self.magic.description.utf8
        bytes += (source ?? Self.noDigest).bytes
        (checkpoint ?? Self.noCommit).append(to: &bytes)
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: entries.count >> shift))
        }
        for entry in entries {
            entry.commit.append(to: &bytes)
            bytes += (entry.node?.digest ?? Self.noDigest).bytes
        }
        bytes += SHA256.digest(bytes.span).bytes
        try file.replace(with: bytes.span, mode: 0o644)
    }

    private static let noDigest = Digest(words: 0, 0, 0, 0)

    private static var noCommit: GitObjectID {
        GitObjectID(bytes: [UInt8](repeating: 0, count: GitObjectID.byteCount).span)
    }

    private static func digest(_ bytes: Span<UInt8>, at start: Int) -> Digest? {
        let digest = Digest(bytes: bytes.extracting(start..<start + Digest.byteCount))
        return digest == noDigest ? nil : digest
    }
}
