import RedoCrypto
import RedoJSON
import RedoLog
import RedoSystem

/// What is known of a pack's nodes without reading the pack: columns in a mapped file.
///
/// Nodes are told by their number, their place in the pack, which is in replay order. Every chunk
/// that is looked at has been compared with its checksum, and every number in it that leads
/// elsewhere is checked where it is used, so damage is found and never followed.
package struct PackIndex: Sendable {
    private let file: MappedFile
    package let pack: PackName
    /// Of the pack.
    let packByteCount: Int
    package let nodeCount: Int
    /// Where each chunk is in the file, by its place in the list of chunks; nil where it is not to be
    /// looked at.
    private let ranges: [Range<Int>?]

    /// Why an index is none.
    struct Damage: Error {
        let reason: String
        let offset: Int
    }

    static func headerByteCount(chunkCount: Int) -> Int {
        PackFormat.magicByteCount + Digest.byteCount + 8 + 4 + 4 + chunkCount * 32 + 8
    }

    /// Takes a mapped index.
    ///
    /// - Parameter chunks: those that may be looked at. O(n) for n bytes in them.
    /// - Throws: ``Damage`` where the header or one of these chunks is not what was written.
    init(_ file: MappedFile, using chunks: [IndexChunk]) throws(Damage) {
        let bytes = file.bytes
        let chunkCount = IndexChunk.allCases.count
        let magic = PackFormat.indexMagic
        let headerByteCount = Self.headerByteCount(chunkCount: chunkCount)
        guard bytes.count >= headerByteCount + Digest.byteCount,
            bytes.extracting(first: PackFormat.magicByteCount)
                .isEqual(to: magic.span)
        else { throw Damage(reason: "it is no index of this version", offset: 0) }
        let checksum = bytes.number(at: headerByteCount - 8, as: UInt64.self)
        guard FastChecksum.value(of: bytes.extracting(first: headerByteCount - 8)) == checksum,
            Int(bytes.number(at: 52, as: UInt32.self)) == chunkCount
        else { throw Damage(reason: "the checksum of its header does not hold", offset: 0) }
        self.file = file
        pack = PackName(Digest(bytes: bytes.extracting(8..<40)))
        packByteCount = Int(clamping: bytes.number(at: 40, as: UInt64.self))
        nodeCount = Int(bytes.number(at: 48, as: UInt32.self))
        var ranges: [Range<Int>?] = Array(repeating: nil, count: chunkCount)
        for chunk in chunks {
            ranges[chunk.rawValue] = try Self.range(of: chunk, in: bytes, nodeCount: nodeCount)
        }
        self.ranges = ranges
    }

    /// Where a chunk is, after comparing it with its checksum.
    private static func range(
        of chunk: IndexChunk, in bytes: Span<UInt8>, nodeCount: Int
    ) throws(Damage) -> Range<Int> {
        let entry = 56 + chunk.rawValue * 32
        let start = Int(clamping: bytes.number(at: entry + 8, as: UInt64.self))
        let count = Int(clamping: bytes.number(at: entry + 16, as: UInt64.self))
        let end = bytes.count - Digest.byteCount
        guard start <= end, count <= end - start, count.isMultiple(of: chunk.width) else {
            throw Damage(reason: "its chunk \(chunk.name) is cut off", offset: start)
        }
        let range = start..<start + count
        let checksum = bytes.number(at: entry + 24, as: UInt64.self)
        guard FastChecksum.value(of: bytes.extracting(range)) == checksum,
            chunk.elementCount(nodeCount: nodeCount).map({ $0 * chunk.width == count }) ?? true
        else {
            throw Damage(
                reason: "the checksum of its chunk \(chunk.name) does not hold", offset: start)
        }
        return range
    }

    /// Compares the whole file with its SHA-256.
    func isWhole() -> Bool {
        let bytes = file.bytes
        let end = bytes.count - Digest.byteCount
        return SHA256.digest(bytes.extracting(first: end))
            == Digest(bytes: bytes.extracting(end...))
    }

    // MARK: Elements

    /// How many elements a chunk has.
    private func count(_ chunk: IndexChunk) -> Int { range(chunk).count / chunk.width }

    private func range(_ chunk: IndexChunk) -> Range<Int> {
        guard let range = ranges[chunk.rawValue] else {
            preconditionFailure("the index was opened without the chunk \(chunk.name)")
        }
        return range
    }

    private func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ chunk: IndexChunk, _ place: Int, at offset: Int = 0, as type: Number.Type = Number.self
    ) -> Number {
        let range = range(chunk)
        let start = range.lowerBound + place * chunk.width + offset
        precondition(place >= 0 && start + MemoryLayout<Number>.size <= range.upperBound)
        return file.bytes.number(at: start)
    }

    private func digest(_ chunk: IndexChunk, _ place: Int, at offset: Int = 0) -> ChangeID {
        let range = range(chunk)
        let start = range.lowerBound + place * chunk.width + offset
        precondition(place >= 0 && start + Digest.byteCount <= range.upperBound)
        let bytes = file.bytes
        func word(_ offset: Int) -> UInt64 {
            (bytes.number(at: start + offset) as UInt64).byteSwapped
        }
        return ChangeID(Digest(words: word(0), word(8), word(16), word(24)))
    }

    private func uuid(_ chunk: IndexChunk, _ place: Int, at offset: Int = 0) -> UUIDValue {
        UUIDValue(
            high: (number(chunk, place, at: offset) as UInt64).byteSwapped,
            low: (number(chunk, place, at: offset + 8) as UInt64).byteSwapped)
    }

    // MARK: Nodes

    package func id(of node: Int) -> ChangeID { digest(.ids, node) }

    package func position(of node: Int) -> ReplayPosition {
        ReplayPosition(timestamp: timestamp(of: node), id: id(of: node))
    }

    package func timestamp(of node: Int) -> Timestamp {
        Timestamp(lamport: lamport(of: node), wall: wall(of: node))
    }

    func wall(of node: Int) -> Instant { Instant(milliseconds: number(.walls, node)) }

    /// Nil for an action that this version does not know: the node has its name.
    package func action(of node: Int) -> Action? { ActionCode.action(number(.actions, node)) }

    package func isSigned(_ node: Int) -> Bool {
        (number(.flags, node) as UInt8) & IndexChunk.signedFlag != 0
    }

    package func dialect(of node: Int) -> Dialect {
        (number(.flags, node) as UInt8) & IndexChunk.payloadFlag != 0 ? .payload : .fields
    }

    package func taskID(of node: Int) -> TaskID? {
        hasTask(node) ? taskID(numbered: Int(taskNumber(of: node))) : nil
    }

    /// The tasks of the pack's nodes, in the order of their first ones.
    var taskIDs: [TaskID] { (0..<taskCount).map { taskID(numbered: $0) } }

    /// Which of the pack's tasks a node is of; the same number for all that are of none.
    func taskNumber(of node: Int) -> UInt32 { number(.tasks, node) }

    func hasTask(_ node: Int) -> Bool { Int(taskNumber(of: node)) < taskCount }

    /// The nodes of some tasks, which are told by their numbers; nil is no task. O(n).
    func nodes(where isWanted: (Int?) -> Bool) -> [Int] {
        let column = file.bytes.extracting(range(.tasks))
        let taskCount = taskCount
        return (0..<nodeCount).filter { node in
            let task = Int(column.number(at: node * IndexChunk.tasks.width) as UInt32)
            return isWanted(task < taskCount ? task : nil)
        }
    }

    var taskCount: Int { count(.taskIDs) }

    func taskID(numbered number: Int) -> TaskID { TaskID(uuid(.taskIDs, number)) }

    func lamport(of node: Int) -> Int { Int(clamping: number(.lamports, node) as UInt64) }

    /// Which of the authors wrote a node.
    func authorNumber(of node: Int) -> Int { Int(number(.authors, node) as UInt32) }

    /// The authors' members, one a line.
    var authorLines: [UInt8] {
        let bytes = file.bytes.extracting(range(.authorLines))
        return bytes.indices.map { bytes[$0] }
    }

    /// A parent: a node of the pack, or one that is elsewhere.
    enum Parent {
        case inside(Int)
        case outside(ChangeID)
    }

    /// Where a node's parents are among those of all nodes.
    func parentPlaces(of node: Int) -> Range<Int> {
        let start = Int(number(.parentStarts, node) as UInt32)
        return start..<max(start, Int(number(.parentStarts, node + 1) as UInt32))
    }

    func parent(at place: Int) -> Parent {
        let parent: UInt32 = number(.parents, place)
        return parent & IndexChunk.foreignBit == 0
            ? .inside(Int(parent))
            : .outside(digest(.foreignParents, Int(parent & ~IndexChunk.foreignBit)))
    }

    package func parents(of node: Int) -> [ChangeID] {
        parentPlaces(of: node).map { place in
            switch parent(at: place) {
            case .inside(let parent): id(of: parent)
            case .outside(let id): id
            }
        }
    }

    // MARK: What nodes are about

    var todoCount: Int { count(.todos) }

    /// One of the nodes that are about a to-do, in their order, and the to-do.
    func todo(at place: Int) -> (node: Int, id: TodoID) {
        (Int(number(.todos, place) as UInt32), TodoID(uuid(.todos, place, at: 4)))
    }

    var baseCount: Int { count(.bases) }

    /// One of the MERGEs of the payload dialect, in their order, and its base.
    func base(at place: Int) -> (node: Int, id: ChangeID) {
        (Int(number(.bases, place) as UInt32), digest(.bases, place, at: 4))
    }

    // MARK: Finding

    /// The number of a node; nil where it is not in the pack. O(log n).
    package func number(of id: ChangeID) -> Int? {
        let place = firstPlace(from: id)
        guard place < nodeCount else { return nil }
        let node = Int(number(.sorted, place) as UInt32)
        return self.id(of: node) == id ? node : nil
    }

    /// The ids from one on, in their order, for as long as they are wanted.
    package func ids(from start: ChangeID, while isWanted: (ChangeID) -> Bool) -> [ChangeID] {
        var found: [ChangeID] = []
        for place in firstPlace(from: start)..<nodeCount {
            let id = id(of: Int(number(.sorted, place) as UInt32))
            guard isWanted(id) else { break }
            found.append(id)
        }
        return found
    }

    /// Of the sorted ids the one before an id, itself if it is here, and the one after it.
    func neighbours(of id: ChangeID) -> [ChangeID] {
        let place = firstPlace(from: id)
        return (max(0, place - 1)..<min(nodeCount, place + 2)).map {
            self.id(of: Int(number(.sorted, $0) as UInt32))
        }
    }

    /// The place among the sorted ids of the first that is not below an id.
    private func firstPlace(from id: ChangeID) -> Int {
        let byte = Int(id.digest.firstByte)
        var low = byte == 0 ? 0 : Int(number(.fanOut, byte - 1) as UInt32)
        var high = Int(number(.fanOut, byte) as UInt32)
        precondition(low <= high && high <= nodeCount)
        while low < high {
            let middle = (low + high) / 2
            if self.id(of: Int(number(.sorted, middle) as UInt32)) < id {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    // MARK: Frames

    var frameCount: Int { count(.frames) }

    func frame(_ place: Int) -> IndexBuilder.Frame {
        IndexBuilder.Frame(
            offset: Int(clamping: number(.frames, place) as UInt64),
            byteCount: Int(number(.frames, place, at: 8) as UInt32),
            contentByteCount: Int(number(.frames, place, at: 12) as UInt32),
            firstNode: firstNode(ofFrame: place))
    }

    private func firstNode(ofFrame place: Int) -> Int {
        Int(number(.frames, place, at: 16) as UInt32)
    }

    /// The nodes of a frame.
    func nodes(ofFrame place: Int) -> Range<Int> {
        let start = firstNode(ofFrame: place)
        let end = place + 1 < frameCount ? firstNode(ofFrame: place + 1) : nodeCount
        return start..<max(start, min(end, nodeCount))
    }

    /// The frame that holds a node. O(log n).
    func frame(of node: Int) -> Int {
        var low = 0
        var high = frameCount - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if firstNode(ofFrame: middle) <= node { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Where a node's line, without its line feed, is in the content of its frame.
    func lineRange(of node: Int, inFrame place: Int) -> Range<Int>? {
        let nodes = nodes(ofFrame: place)
        let content = Int(number(.frames, place, at: 12) as UInt32)
        let start = Int(number(.lines, node) as UInt32)
        let next =
            node + 1 < nodes.upperBound ? Int(number(.lines, node + 1) as UInt32) : content
        guard start < next, next <= content else { return nil }
        return start..<next - 1
    }
}
