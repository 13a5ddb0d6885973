import RedoCrypto
import RedoModel
import RedoSystem

/// A pack and its index, both mapped.
package struct Pack: Sendable {
    package let index: PackIndex
    let file: MappedFile
    /// With the sizes of their members in the nodes; empty if the pack was opened without the authors.
    private let authors: [(author: Author, byteCount: Int)]

    package var name: PackName { index.pack }
    package var nodeCount: Int { index.nodeCount }
    package var path: String { file.path }

    /// The chunks that are read to find a node by its id and read it.
    static let lookup: [IndexChunk] = [.ids, .sorted, .fanOut, .flags, .frames, .lines]
    /// The chunks that are read to locate nodes in the log.
    static let facts: [IndexChunk] = [
        .ids, .sorted, .fanOut, .lamports, .walls, .actions, .actionNames, .flags, .subjects,
        .taskIDs,
        .authors, .authorLines, .parentStarts, .parents, .foreignParents, .todos, .bases,
        .closing, .frames, .lines,
    ]

    /// The chunks that link nodes to their parents.
    static let connections: [IndexChunk] = [
        .ids, .sorted, .fanOut, .parentStarts, .parents, .foreignParents,
    ]

    /// The chunks that are read to send a pack and to find the parents of its nodes.
    static let outgoing = lookup + [.parentStarts, .parents, .foreignParents]

    /// Opens a pack.
    ///
    /// - Parameter chunks: of the index, those that will be read.
    /// - Throws: STORAGE_004 if pack or index are damaged or do not belong together; ``RedoError`` with the system's
    ///   reason if one cannot be opened.
    init(
        _ name: PackName, in directory: PackDirectory, using chunks: [IndexChunk]
    ) throws(RedoError) {
        let packPath = Path.join(directory.path, name.packFileName)
        let indexPath = Path.join(directory.path, name.indexFileName)
        do throws(SystemError) {
            file = try MappedFile(packPath)
        } catch {
            throw RedoError(reading: "a pack cannot be read", cause: error)
        }
        index = try directory.index(of: name, using: chunks)
        authors = try Self.authors(of: index, indexPath)
        try check(name, packPath, indexPath)
    }

    /// The same pack with further chunks of its index open.
    ///
    /// - Throws: STORAGE_004 if they are damaged.
    init(_ other: Pack, alsoUsing chunks: [IndexChunk], in directory: String) throws(RedoError) {
        let indexPath = Path.join(directory, other.name.indexFileName)
        file = other.file
        index = try PackDirectory.checkedIndex(indexPath) { () throws(PackIndex.Damage) in
            try PackIndex(other.index, alsoUsing: chunks)
        }
        authors =
            other.authors.isEmpty || chunks.contains(.authors)
            ? try Self.authors(of: index, indexPath) : other.authors
        try check(other.name, other.path, indexPath)
    }

    /// The authors of an index; empty if it was opened without them.
    private static func authors(
        of index: PackIndex, _ path: String
    ) throws(RedoError) -> [(author: Author, byteCount: Int)] {
        guard index.isOpen(.authorLines) else { return [] }
        var authors: [(author: Author, byteCount: Int)] = []
        for line in index.authorLines.lines {
            guard let author = Author(stored: line.bytes) else {
                throw .damagedIndex(path, "has an invalid author")
            }
            authors.append((author, line.bytes.count))
        }
        guard index.areAuthors(below: authors.count) else {
            throw .damagedIndex(path, "names an author that it does not have")
        }
        return authors
    }

    /// Whether one of its nodes has a key as its author's.
    func hasAuthor(with key: PublicKey) -> Bool {
        authors.contains { $0.author.publicKey == key }
    }

    /// Checks that pack and index belong together.
    private func check(
        _ name: PackName, _ packPath: String, _ indexPath: String
    ) throws(RedoError) {
        guard index.pack == name else {
            throw .damagedIndex(indexPath, "is the index of another pack, \(index.pack)")
        }
        guard file.count == index.packByteCount else {
            throw .damage(
                "\(packPath) is damaged: it has \(file.count) bytes, and its index was made for "
                    + "\(index.packByteCount)")
        }
        guard Self.hasEnds(file, of: index) else {
            throw .damage(
                "\(packPath) is damaged: its header and trailer are not what its index was made for"
            )
        }
    }

    /// Whether a file has the header and trailer of the pack of an index: the name, number of nodes and number of
    /// frames of the index.
    private static func hasEnds(_ file: MappedFile, of index: PackIndex) -> Bool {
        let bytes = file.bytes
        let header = PackFormat.header
        let end = bytes.count - PackFormat.trailerByteCount
        guard end >= header.count, bytes.extracting(first: header.count).isEqual(to: header.span)
        else { return false }
        let frameCount =
            index.isOpen(.frames)
            ? index.frameCount
            : Int(
                clamping: bytes.number(at: bytes.count - Digest.byteCount - 8, as: UInt64.self))
        let trailer = PackFormat.trailer(
            nodeCount: index.nodeCount, frameCount: frameCount, digest: index.pack.digest)
        return bytes.extracting(end...).isEqual(to: trailer.span)
    }

    /// A scan of the pack by its own bytes, without its index.
    ///
    /// - Complexity: O(n) for n bytes, which are hashed.
    func scan() -> PackScan { PackScan(file, named: name) }

    /// Why a frame cannot be read.
    struct FrameDamage: Error {
        let path: String
        let reason: String

        var description: String { "\(path): \(reason)" }
    }

    /// The lines of a frame, as they were written.
    ///
    /// - Throws: ``FrameDamage`` if the frame's checksum is wrong.
    func content(
        ofFrame ordinal: Int, _ decompressor: borrowing Decompressor
    ) throws(FrameDamage) -> [UInt8] {
        let frame = index.frame(ordinal)
        guard frame.offset <= file.count, frame.byteCount <= file.count - frame.offset else {
            throw FrameDamage(path: path, reason: "the frame at byte \(frame.offset) is cut off")
        }
        let bytes = file.bytes.extracting(frame.offset..<frame.offset + frame.byteCount)
        do throws(Decompressor.Failure) {
            return try decompressor.content(of: bytes, count: frame.contentByteCount)
        } catch {
            throw FrameDamage(
                path: path, reason: "the frame at byte \(frame.offset): \(error.reason)")
        }
    }

    /// Frees the memory of a part of the pack that will not be read again soon.
    func forget(_ range: Range<Int>) { file.forget(range) }

    /// The positions of the members of a node's line; nil if the line has to be parsed in full.
    private func layout(
        of node: Int, _ columns: borrowing LineColumns, line: Range<Int>
    ) -> LineLayout? {
        let author = columns.author(of: node)
        guard authors.indices.contains(author) else { return nil }
        return columns.layout(
            of: node, authorByteCount: authors[author].byteCount, line: line)
    }

    /// For each node, whether one of some users wrote it. O(n).
    func isAuthored(by users: Set<UserID>) -> [Bool] {
        let isWanted = authors.map { users.contains($0.author.userID) }
        return (0..<nodeCount).map { isWanted[index.authorNumber(of: $0)] }
    }

    /// The authors, with the number of nodes of each. O(n).
    var nodeCounts: [(author: Author, count: Int)] {
        var counts = Array(repeating: 0, count: authors.count)
        for node in 0..<nodeCount { counts[index.authorNumber(of: node)] += 1 }
        return zip(authors, counts).map { ($0.author, $1) }
    }

    /// The authors as families distinguish them, by number.
    var authorKeys: [AuthorKey] { authors.map { AuthorKey($0.author) } }

    /// The author of a node; nil if the index has none of that number.
    func author(of node: Int) -> Author? {
        let number = index.authorNumber(of: node)
        return authors.indices.contains(number) ? authors[number].author : nil
    }

    /// A node from the content of its frame, trusted by the checksums.
    ///
    /// - Throws: ``FrameDamage`` if its line is not where the index has it; ``Rejection`` if it is not a node.
    func node(
        _ number: Int, inFrame ordinal: Int, content: [UInt8], _ validator: borrowing NodeValidator
    ) throws(FrameDamage) -> Result<Node, Rejection> {
        let range = try lineRange(of: number, inFrame: ordinal, content: content)
        let columns = LineColumns(index)
        if let layout = layout(of: number, columns, line: range),
            let node = Node(
                index.header(of: number, layout.action),
                author: authors[columns.author(of: number)].author, layout, in: content)
        {
            return .success(node)
        }
        let line = Array(content[range])
        let id = index.id(of: number)
        return Result { () throws(Rejection) in try validator.readStored(line, id: id) }
    }

    /// The change that a node makes, trusted by the checksums; nil if it is not a node.
    ///
    /// - Throws: ``FrameDamage`` if its line is not where the index has it.
    func change(
        _ number: Int, inFrame ordinal: Int, content: [UInt8], _ validator: borrowing NodeValidator
    ) throws(FrameDamage) -> Change? {
        let range = try lineRange(of: number, inFrame: ordinal, content: content)
        return change(number, LineColumns(index), content.span, range, validator)
    }

    /// The change that a node makes, trusted by the checksums; nil if it is not a node.
    ///
    /// - Parameters:
    ///   - columns: of the pack's index.
    ///   - content: of its frame.
    ///   - range: the range of its line in the content.
    func change(
        _ number: Int, _ columns: borrowing LineColumns, _ content: Span<UInt8>,
        _ range: Range<Int>, _ validator: borrowing NodeValidator
    ) -> Change? {
        if let layout = layout(of: number, columns, line: range),
            let payload = layout.payload(in: content)
        {
            return Change(
                id: layout.id, timestamp: columns.timestamp(of: number),
                user: authors[columns.author(of: number)].author.userID,
                taskID: columns.taskID(of: number), action: layout.action, payload: payload)
        }
        let line = content.extracting(range).array
        return (try? validator.readStored(line, id: columns.id(of: number))).map { Change($0) }
    }

    /// A node's line in the content of its frame.
    ///
    /// - Throws: ``FrameDamage`` if its line is not where the index has it.
    func line(
        of node: Int, inFrame ordinal: Int, content: [UInt8]
    ) throws(FrameDamage) -> ArraySlice<UInt8> {
        content[try lineRange(of: node, inFrame: ordinal, content: content)]
    }

    private func lineRange(
        of node: Int, inFrame ordinal: Int, content: [UInt8]
    ) throws(FrameDamage) -> Range<Int> {
        let nodes = index.nodes(ofFrame: ordinal)
        guard let range = index.lines.line(of: node, among: nodes, in: content.span)
        else {
            throw FrameDamage(
                path: path,
                reason: "the frame at byte \(index.frame(ordinal).offset) has no line of "
                    + "\(index.id(of: node)) where the index says")
        }
        return range
    }
}

extension [Pack] {
    /// The data that stage 2 needs of a node that is in one of the packs; nil if it is in none.
    func parentFacts(of id: NodeID) -> ParentFacts? {
        for pack in self { if let facts = pack.index.parentFacts(of: id) { return facts } }
        return nil
    }
}
