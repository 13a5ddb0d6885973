import RedoJSON
import RedoModel

/// The parsed header of a commit that anyone may have written. Nothing in it is verified.
struct CommitHeader: Sendable {
    let id: GitObjectID
    let tree: GitObjectID
    let parents: [GitObjectID]
    /// The author's date; nil if it is missing or has another format.
    let seconds: Int64?
    /// The device in the address of a checkpoint's author.
    let checkpointDevice: String?
    /// The trailer `Redo-Node`.
    let nodeID: NodeID?
    /// Whether the message has a trailer `Redo-Checkpoint`.
    let isCheckpoint: Bool

    /// The maximum size of a commit of this format: 10 or 101 parents, and limited texts.
    static let maximumByteCount = 1 << 16

    /// Returns nil if the content is not a commit's.
    init?(_ id: GitObjectID, _ content: [UInt8]) {
        var lines = Lines(content)
        guard let tree = lines.objectID(after: "tree ") else { return nil }
        var parents: [GitObjectID] = []
        while let parent = lines.objectID(after: "parent ") { parents.append(parent) }
        self.id = id
        self.tree = tree
        self.parents = parents
        let author = lines.next() ?? []
        seconds = Self.seconds(author)
        checkpointDevice = Self.checkpointDevice(author)
        var nodeID: NodeID?
        var isCheckpoint = false
        while let line = lines.next() {
            if line.starts(with: CommitTrailer.node.utf8) {
                nodeID = NodeID(
                    text: line.span.extracting(droppingFirst: CommitTrailer.node.utf8.count))
            } else if line.starts(with: CommitTrailer.checkpoint.utf8) {
                isCheckpoint = true
            }
        }
        self.nodeID = nodeID
        self.isCheckpoint = isCheckpoint
    }

    /// The number before the zone of `author … SECONDS +0000`.
    private static func seconds(_ author: ArraySlice<UInt8>) -> Int64? {
        guard let start = author.lastIndex(of: UInt8(ascii: ">")) else { return nil }
        let words = author[(start + 1)...].split(separator: UInt8(ascii: " "))
        return words.first.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
    }

    /// The device of `author redo <redo@DEVICE> …`.
    private static func checkpointDevice(_ author: ArraySlice<UInt8>) -> String? {
        let start = Array("author \(Checkpoint.name) <\(Checkpoint.user)@".utf8)
        guard author.starts(with: start) else { return nil }
        let device = author.dropFirst(start.count).prefix { $0 != UInt8(ascii: ">") }
        let text = String(decoding: device, as: UTF8.self)
        return CommitText.isDevice(text) ? text : nil
    }
}

/// An iterator over the lines of a commit.
private struct Lines {
    private var rest: ArraySlice<UInt8>

    init(_ content: [UInt8]) { rest = content[...] }

    /// The next line, without its end; nil after the last.
    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...].dropFirst()
        return line
    }

    /// The name in the next line, if the line begins with a word; otherwise the line is not consumed.
    mutating func objectID(after word: String) -> GitObjectID? {
        guard rest.starts(with: word.utf8) else { return nil }
        let start = rest
        guard let line = next(),
            let id = GitObjectID(
                hexadecimal: line.span.extracting(droppingFirst: word.utf8.count))
        else {
            rest = start
            return nil
        }
        return id
    }
}
