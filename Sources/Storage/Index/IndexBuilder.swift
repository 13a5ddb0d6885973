import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// A builder of the index of a pack, to which the pack's nodes are added one by one.
struct IndexBuilder {
    /// A frame of the pack.
    struct Frame {
        let offset: Int
        let byteCount: Int
        let contentByteCount: Int
        let firstNode: Int
    }

    private var nodes = NodeTable()
    private var actionCodes: [Action: UInt8] = [:]
    private var subjectNumbers: [Subject: UInt32] = [:]
    private var taskCount: UInt32 = 0
    private var authorNumbers: [Author: UInt32] = [:]
    /// The author of the previous node, cached: most nodes have the same one.
    private var lastAuthor: (author: Author, number: UInt32)?
    private var foreignNumbers: [NodeID: UInt32] = [:]
    /// By the chunk's position in the list of chunks.
    private var chunks: [[UInt8]] = IndexChunk.allCases.map { _ in [] }
    /// The number of parents so far.
    private var parentCount = 0

    init() { append(UInt32(0), to: .parentStarts) }

    var nodeCount: Int { nodes.count }

    /// Adds the next node of the pack.
    ///
    /// - Parameter offset: of its line in its frame's content.
    mutating func add(_ node: Node, lineOffset offset: Int) {
        let number = UInt32(nodes.count)
        nodes.append(node.id)
        append(UInt64(node.timestamp.lamport), to: .lamports)
        append(node.timestamp.wall.milliseconds, to: .walls)
        append(self.code(of: node.action), to: .actions)
        let signed = node.isSigned ? IndexChunk.signedFlag : 0
        append(signed | (node.dialect == .payload ? IndexChunk.payloadFlag : 0), to: .flags)
        append(node.subject.map { self.number(of: $0) } ?? IndexChunk.none, to: .subjects)
        append(self.number(of: node.author), to: .authors)
        for parent in node.parents { append(self.number(of: parent), to: .parents) }
        parentCount += node.parents.count
        append(UInt32(parentCount), to: .parentStarts)
        if let todo = node.payload.todo {
            append(number, to: .todos)
            append(todo.value.bytes, to: .todos)
        }
        if let base = node.payload.mergeBase {
            append(number, to: .bases)
            append(base.digest.bytes, to: .bases)
        }
        if node.closesItsTask { append(number, to: .closing) }
        append(UInt32(offset), to: .lines)
    }

    /// The data that stage 2 needs of a node; nil if it was not added. O(1).
    func facts(of id: NodeID) -> ParentFacts? {
        guard let number = nodes.number(of: id).map({ Int($0) }) else { return nil }
        return ParentFacts(
            lamport: Int(clamping: element(number, of: .lamports) as UInt64),
            taskID: task(numbered: Int(element(number, of: .subjects) as UInt32)))
    }

    private func element<Element: ColumnElement>(_ number: Int, of chunk: IndexChunk) -> Element {
        let bytes = chunks[chunk.rawValue]
        return Element(bytes.span, at: number * Element.byteCount)
    }

    /// Nil for a subject that is not a task.
    private func task(numbered number: Int) -> TaskID? {
        number < Int(taskCount) ? element(number, of: .taskIDs) : nil
    }

    mutating func add(_ frame: Frame) {
        append(UInt64(frame.offset), to: .frames)
        append(UInt32(frame.byteCount), to: .frames)
        append(UInt32(frame.contentByteCount), to: .frames)
        append(UInt32(frame.firstNode), to: .frames)
    }

    private mutating func append(_ number: some FixedWidthInteger, to chunk: IndexChunk) {
        chunks[chunk.rawValue].append(littleEndian: number)
    }

    private mutating func append(_ bytes: [UInt8], to chunk: IndexChunk) {
        chunks[chunk.rawValue] += bytes
    }

    /// The byte that encodes an action.
    private mutating func code(of action: Action) -> UInt8 {
        if action.isKnown { return action.code }
        if let code = actionCodes[action] { return code }
        let code = Int(IndexChunk.firstNamedAction) + actionCodes.count
        guard code < IndexChunk.unnamedAction else { return IndexChunk.unnamedAction }
        actionCodes[action] = UInt8(code)
        append(Array("\(action)\n".utf8), to: .actionNames)
        return UInt8(code)
    }

    private mutating func number(of subject: Subject) -> UInt32 {
        if let number = subjectNumbers[subject] { return number }
        let number: UInt32
        if case .task(let task) = subject {
            number = taskCount
            taskCount += 1
            append(task.value.bytes, to: .taskIDs)
        } else {
            number = (UInt32(subjectNumbers.count) - taskCount) | IndexChunk.foreignBit
            append(StoredSubject.bytes(of: subject) ?? [], to: .otherSubjects)
        }
        subjectNumbers[subject] = number
        return number
    }

    private mutating func number(of author: Author) -> UInt32 {
        if let lastAuthor, lastAuthor.author == author { return lastAuthor.number }
        let number = tableNumber(of: author)
        lastAuthor = (author, number)
        return number
    }

    /// The number of an author in the table, which is extended if the author is new.
    private mutating func tableNumber(of author: Author) -> UInt32 {
        if let number = authorNumbers[author] { return number }
        let number = UInt32(authorNumbers.count)
        authorNumbers[author] = number
        append(CanonicalJSON.bytes(author.json) + [10], to: .authorLines)
        return number
    }

    /// A parent comes before its child, so a parent in the pack has been added.
    private mutating func number(of parent: NodeID) -> UInt32 {
        if let number = nodes.number(of: parent) { return number }
        if let number = foreignNumbers[parent] { return number }
        let number = UInt32(foreignNumbers.count) | IndexChunk.foreignBit
        foreignNumbers[parent] = number
        append(parent.digest.bytes, to: .foreignParents)
        return number
    }

    /// The index of a pack: header, chunks, SHA-256.
    ///
    /// ```
    /// magic · pack's name · pack's size (8) · nodes (4) · chunks (4)
    /// for each chunk: name (4) · zero (4) · offset (8) · size (8) · XXH3 (8)
    /// XXH3 of all before it (8)
    /// ```
    consuming func image(of pack: PackName, byteCount: Int) -> IndexImage {
        let nodeCount = nodes.count
        let sorted = nodes.numbersByID
        var fanOut = Array(repeating: UInt32(0), count: 256)
        chunks[IndexChunk.ids.rawValue].reserveCapacity(nodeCount * Digest.byteCount)
        chunks[IndexChunk.sorted.rawValue].reserveCapacity(nodeCount * MemoryLayout<UInt32>.size)
        for id in nodes.ids {
            id.digest.append(to: &chunks[IndexChunk.ids.rawValue])
            fanOut[Int(id.digest.firstByte)] += 1
        }
        // Freed here, so that two copies of the ids are in memory only for a moment.
        nodes = NodeTable()
        for number in sorted { append(number, to: .sorted) }
        var sum: UInt32 = 0
        for count in fanOut {
            sum += count
            append(sum, to: .fanOut)
        }
        var header = PackFormat.indexMagic + pack.digest.bytes
        header.append(littleEndian: UInt64(byteCount))
        header.append(littleEndian: UInt32(nodeCount))
        header.append(littleEndian: UInt32(chunks.count))
        var offset = PackIndex.headerByteCount(chunkCount: chunks.count)
        for chunk in IndexChunk.allCases {
            let content = chunks[chunk.rawValue]
            header += Array(chunk.name.utf8)
            header.append(littleEndian: UInt32(0))
            header.append(littleEndian: UInt64(offset))
            header.append(littleEndian: UInt64(content.count))
            header.append(littleEndian: FastChecksum.value(of: content.span))
            offset += content.count
        }
        header.append(littleEndian: FastChecksum.value(of: header.span))
        return IndexImage([header] + chunks)
    }
}
