import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The index of a pack: what is known of its nodes without reading the pack, as columns in a mapped file.
///
/// A node is identified by its number, which is its position in the pack, in replay order. Every chunk that is read
/// has been compared with its checksum, and every number in it that refers elsewhere has been checked: an index with
/// the right checksums can still be wrong, and a wrong number is detected and never followed.
package struct PackIndex: Sendable {
    private let file: MappedFile
    package let pack: PackName
    /// The size of the pack.
    let packByteCount: Int
    package let nodeCount: Int
    /// The range of each chunk in the file, by its position in the list of chunks; nil if it must not be read.
    private let ranges: [Range<Int>?]
    /// The number of CREATEs that close their tasks, according to the header.
    let closingCount: Int
    /// The actions that are identified only by their names; empty unless the index was opened with their chunk.
    let namedActions: [Action]

    /// Why an index is invalid.
    struct Damage: Error {
        let reason: String
        let offset: Int
    }

    /// Whether bytes are an index in the format of another version, which is recreated.
    static func isOtherVersion(_ bytes: Span<UInt8>) -> Bool {
        let magic = PackFormat.indexMagic
        let digit = PackFormat.magicByteCount - 1
        return bytes.count > digit
            && bytes.extracting(first: digit).isEqual(to: magic.span.extracting(first: digit))
            && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[digit])
            && bytes[digit] != magic[digit]
    }

    static func headerByteCount(chunkCount: Int) -> Int {
        PackFormat.magicByteCount + Digest.byteCount + 8 + 4 + 4 + chunkCount * 32 + 8
    }

    /// Opens a mapped index.
    ///
    /// - Parameter chunks: those that will be read. O(n) for n bytes in them.
    /// - Throws: ``Damage`` if the header or one of these chunks is not as it was written, or is inconsistent.
    init(_ file: MappedFile, using chunks: [IndexChunk]) throws(Damage) {
        let bytes = file.bytes
        let chunkCount = IndexChunk.allCases.count
        let magic = PackFormat.indexMagic
        let headerByteCount = Self.headerByteCount(chunkCount: chunkCount)
        guard bytes.count >= headerByteCount + Digest.byteCount,
            bytes.extracting(first: PackFormat.magicByteCount)
                .isEqual(to: magic.span)
        else { throw Damage(reason: "it is not an index of this version", offset: 0) }
        let checksum = bytes.number(at: headerByteCount - 8, as: UInt64.self)
        guard FastChecksum.value(of: bytes.extracting(first: headerByteCount - 8)) == checksum,
            Int(bytes.number(at: 52, as: UInt32.self)) == chunkCount
        else { throw Damage(reason: "the checksum of its header does not match", offset: 0) }
        self.file = file
        pack = PackName(Digest(bytes: bytes.extracting(8..<40)))
        packByteCount = Int(clamping: bytes.number(at: 40, as: UInt64.self))
        nodeCount = Int(bytes.number(at: 48, as: UInt32.self))
        closingCount = Self.elementCount(of: .closing, in: bytes)
        var ranges: [Range<Int>?] = Array(repeating: nil, count: chunkCount)
        for chunk in chunks {
            ranges[chunk.rawValue] = try Self.range(of: chunk, in: bytes, nodeCount: nodeCount)
        }
        self.ranges = ranges
        namedActions = Self.actions(named: ranges[IndexChunk.actionNames.rawValue], in: bytes)
        for chunk in chunks { try checkNumbers(of: chunk) }
    }

    /// The same index with further chunks opened. O(n) for n bytes in them, and in those that refer to them.
    ///
    /// - Throws: ``Damage`` as ``init(_:using:)``.
    init(_ other: PackIndex, alsoUsing chunks: [IndexChunk]) throws(Damage) {
        file = other.file
        pack = other.pack
        packByteCount = other.packByteCount
        nodeCount = other.nodeCount
        closingCount = other.closingCount
        let bytes = other.file.bytes
        var ranges = other.ranges
        for chunk in chunks {
            ranges[chunk.rawValue] = try Self.range(
                of: chunk, in: bytes, nodeCount: other.nodeCount)
        }
        self.ranges = ranges
        namedActions = Self.actions(named: ranges[IndexChunk.actionNames.rawValue], in: bytes)
        // Chunks that refer to one another are checked if both are open.
        for chunk in IndexChunk.allCases where isOpen(chunk) {
            if chunks.contains(chunk) || chunks.contains(where: chunk.leadsInto.contains) {
                try checkNumbers(of: chunk)
            }
        }
    }

    private static func actions(
        named range: Range<Int>?, in bytes: Span<UInt8>
    ) -> [Action] {
        range.map {
            bytes.extracting($0).array.lines.compactMap { Action(name: $0.bytes.span) }
        } ?? []
    }

    /// The number of a chunk's elements, according to the header.
    private static func elementCount(of chunk: IndexChunk, in bytes: Span<UInt8>) -> Int {
        let byteCount = bytes.number(at: 56 + chunk.rawValue * 32 + 16, as: UInt64.self)
        return Int(clamping: byteCount) / chunk.width
    }

    /// The range of a chunk, after it was compared with its checksum.
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
                reason: "the checksum of its chunk \(chunk.name) does not match", offset: start)
        }
        return range
    }

    // MARK: Elements

    /// Whether a chunk is open, and so may be read.
    func isOpen(_ chunk: IndexChunk) -> Bool { ranges[chunk.rawValue] != nil }

    /// The range of a chunk in the file; empty for one that is not open.
    func range(of chunk: IndexChunk) -> Range<Int> { ranges[chunk.rawValue] ?? 0..<0 }

    /// The offset in the file at which a chunk starts.
    func offset(of chunk: IndexChunk) -> Int { range(of: chunk).lowerBound }

    /// The size of the file.
    var byteCount: Int { file.count }

    /// The elements of a chunk.
    @_lifetime(borrow self)
    func column<Element: ColumnElement>(
        _ chunk: IndexChunk, of type: Element.Type = Element.self
    ) -> Column<Element> {
        guard let range = ranges[chunk.rawValue], chunk.width == Element.byteCount else {
            preconditionFailure("the index was opened without the chunk \(chunk.name)")
        }
        return Column(file.bytes.extracting(range))
    }

    /// Frees the memory of the file, which is loaded again when it is read.
    func forget() { file.forget(0..<file.count) }

    // MARK: Nodes

    /// The id of a node, by its number in the pack.
    package func id(of node: Int) -> NodeID { ids[node] }

    /// The position of a node in replay order.
    package func position(of node: Int) -> ReplayPosition {
        ReplayPosition(timestamp: timestamp(of: node), id: id(of: node))
    }

    /// The timestamp of a node.
    package func timestamp(of node: Int) -> Timestamp {
        Timestamp(lamport: lamport(of: node), wall: wall(of: node))
    }

    func wall(of node: Int) -> Instant { Instant(milliseconds: walls[node]) }

    /// Nil for an action that only the node names.
    package func action(of node: Int) -> Action? { Self.action(actions[node], namedActions) }

    /// The action that a code encodes; nil if only its node names it.
    static func action(_ code: UInt8, _ named: [Action]) -> Action? {
        if code < IndexChunk.firstNamedAction { return Action(code: code) }
        let index = Int(code - IndexChunk.firstNamedAction)
        return index < named.count ? named[index] : nil
    }

    /// For each code of an action the rule for the role of its nodes; nil if only a node names the action.
    var roleRules: [RoleRule?] {
        (0...UInt8.max).map { Self.action($0, namedActions)?.roleRule }
    }

    /// Whether a node has a signature, valid or not.
    package func isSigned(_ node: Int) -> Bool {
        flags[node] & IndexChunk.signedFlag != 0
    }

    /// The task of a node; nil if it belongs to none.
    package func taskID(of node: Int) -> TaskID? {
        hasTask(node) ? taskID(numbered: Int(taskNumber(of: node))) : nil
    }

    /// The tasks of the pack's nodes, in the order of their first nodes.
    var taskIDs: [TaskID] { (0..<taskCount).map { taskID(numbered: $0) } }

    /// The number of a node's task in the pack's table; the same number for all nodes without a task.
    func taskNumber(of node: Int) -> UInt32 { subjects[node] }

    func header(of node: Int, _ action: Action) -> NodeHeader {
        NodeHeader(
            id: id(of: node), parents: parents(of: node), timestamp: timestamp(of: node),
            action: action, dialect: IndexChunk.dialect(flags: flags[node]),
            taskID: taskID(of: node),
            isSigned: isSigned(node))
    }

    /// The subject of a node; nil if it names nothing.
    package func subject(of node: Int) -> Subject? {
        if let task = taskID(of: node) { return .task(task) }
        let subject = subjects[node]
        if subject == IndexChunk.none { return nil }
        return otherSubjects[Int(subject & ~IndexChunk.foreignBit)].subject
    }

    /// The subjects that are not tasks.
    var otherSubjects: Column<StoredSubject> {
        @_lifetime(borrow self)
        get { column(.otherSubjects) }
    }

    func hasTask(_ node: Int) -> Bool { Int(taskNumber(of: node)) < taskCount }

    /// The nodes of the wanted tasks, which are identified by their numbers; nil stands for nodes without a task.
    /// O(n).
    func nodes(where isWanted: (Int?) -> Bool) -> [Int] {
        let subjects = subjects
        let taskCount = taskCount
        var nodes: [Int] = []
        for node in 0..<nodeCount {
            let task = Int(subjects[node])
            if isWanted(task < taskCount ? task : nil) { nodes.append(node) }
        }
        return nodes
    }

    var taskCount: Int { column(.taskIDs, of: TaskID.self).count }

    func taskID(numbered number: Int) -> TaskID { column(.taskIDs)[number] }

    func lamport(of node: Int) -> Int { Int(clamping: lamports[node]) }

    /// The data that stage 2 needs of a node; nil if it is not in the pack. O(log n).
    func parentFacts(of id: NodeID) -> ParentFacts? {
        number(of: id).map { ParentFacts(lamport: lamport(of: $0), taskID: taskID(of: $0)) }
    }

    /// The index of the author of a node.
    func authorNumber(of node: Int) -> Int { Int(column(.authors, of: UInt32.self)[node]) }

    /// Whether the author indices of all nodes are less than a number. O(n).
    func areAuthors(below count: Int) -> Bool {
        isOpen(.authors) ? column(.authors, of: UInt32.self).isBelow(UInt32(clamping: count)) : true
    }

    /// The authors' members, one a line.
    var authorLines: [UInt8] {
        let bytes = column(.authorLines, of: UInt8.self)
        return (0..<bytes.count).map { bytes[$0] }
    }

    /// A parent: a node of the pack, or one that is elsewhere.
    enum Parent {
        case inside(Int)
        case outside(NodeID)
    }

    /// The range of a node's parents in the column of all parents.
    func parentIndices(of node: Int) -> Range<Int> { parentStarts.range(at: node) }

    func parent(at index: Int) -> Parent {
        let parent = parents[index]
        return parent & IndexChunk.foreignBit == 0
            ? .inside(Int(parent)) : .outside(foreignParent(parent))
    }

    /// A parent that is not in the pack, by its value in the column of parents.
    func foreignParent(_ parent: UInt32) -> NodeID {
        column(.foreignParents)[Int(parent & ~IndexChunk.foreignBit)]
    }

    /// The ids of a node's parents, in the order of the node.
    package func parents(of node: Int) -> [NodeID] {
        parentIndices(of: node).map { index in
            switch parent(at: index) {
            case .inside(let parent): id(of: parent)
            case .outside(let id): id
            }
        }
    }
}

extension PackIndex {
    /// The nodes of the pack, and which of them have children. The index was opened with the chunks of
    /// ``Pack/connections``.
    ///
    /// - Complexity: O(n).
    var links: NodeLinks {
        var isParent = [Bool](repeating: false, count: nodeCount)
        let parents = parents
        for ordinal in 0..<parents.count {
            let number = parents[ordinal]
            if number & IndexChunk.foreignBit == 0 { isParent[Int(number)] = true }
        }
        let (ids, sorted) = (ids, sorted)
        var hasChild: [Bool] = []
        var ascending: [NodeID] = []
        hasChild.reserveCapacity(nodeCount)
        ascending.reserveCapacity(nodeCount)
        for ordinal in 0..<nodeCount {
            let number = Int(sorted[ordinal])
            ascending.append(ids[number])
            hasChild.append(isParent[number])
        }
        return NodeLinks(ids: ascending, hasChild: hasChild, otherParents: otherParents)
    }

    /// The parents that do not come before their children in the pack, each once, in no order.
    var otherParents: [NodeID] {
        let column = column(.foreignParents, of: NodeID.self)
        return (0..<column.count).map { column[$0] }
    }
}
