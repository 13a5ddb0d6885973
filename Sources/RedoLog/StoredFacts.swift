import RedoJSON

extension Node {
    /// What an index knows of a stored node: everything but its data and the bytes of its signature.
    package struct StoredFacts: Sendable {
        package var id: ChangeID
        package var parents: [ChangeID]
        package var timestamp: Timestamp
        package var author: Author
        /// Of the canonical bytes of the author.
        package var authorByteCount: Int
        package var action: Action
        package var taskID: TaskID?
        package var dialect: Dialect
        package var isSigned: Bool

        package init(
            id: ChangeID, parents: [ChangeID], timestamp: Timestamp, author: Author,
            authorByteCount: Int, action: Action, taskID: TaskID?, dialect: Dialect, isSigned: Bool
        ) {
            self.id = id
            self.parents = parents
            self.timestamp = timestamp
            self.author = author
            self.authorByteCount = authorByteCount
            self.action = action
            self.taskID = taskID
            self.dialect = dialect
            self.isSigned = isSigned
        }
    }

    /// A node from a canonical line that a checksum has vouched for: all but its data is known, so
    /// only that is parsed.
    ///
    /// Canonical members stand in one order and the known ones have known lengths, so the data is
    /// found without looking for it.
    ///
    /// - Parameters:
    ///   - facts: what an index says of the node.
    ///   - text: lines of nodes.
    ///   - line: where this node's is, without its line feed.
    /// - Returns: nil where the line is not laid out as the facts say, or has to be read in full.
    package init?(_ facts: StoredFacts, text: [UInt8], line: Range<Int>) {
        let layout = Layout(facts, line: line)
        guard let data = layout.data(in: text), layout.hasID(facts.id, in: text),
            let document = try? JSONDocument(Array(text[data])),
            let fields = document.root[facts.dialect == .payload ? "payload" : "fields"]
        else { return nil }
        // Its rules are many, and read where they are checked.
        if facts.action == .merge, facts.dialect == .payload { return nil }
        self.init(
            facts,
            payload: Payload(facts.action, facts.dialect, fields, nil, id: facts.id),
            encoding: NodeEncoding(
                text: text, line: line, id: layout.id, signature: layout.signature))
    }
}

/// Where the members of a canonical line are.
///
/// ```
/// {"action":"…","author":{…},"data":{…},"id":"…","parents":[…],"signature":"…","taskId":"…",
///  "timestamp":{"lamport":…,"wall":"…"},"version":1}
/// ```
private struct Layout {
    private let line: Range<Int>
    private let data: Range<Int>
    let id: Range<Int>
    let signature: Range<Int>

    private static let beforeData = Array(",\"data\":".utf8)
    private static let afterData = Array(",\"id\":\"sha256:".utf8)

    init(_ facts: Node.StoredFacts, line: Range<Int>) {
        self.line = line
        // From the end: `"timestamp":{"lamport":`, `,"wall":"…"},"version":1}`.
        var end = line.upperBound - 23 - String(facts.timestamp.lamport).utf8.count - 48
        // `"taskId":"…",`
        if facts.taskID != nil { end -= 48 }
        let signatureCount = facts.isSigned ? NodeEncoding.signatureByteCount : 0
        signature = end - signatureCount..<end
        // `"parents":[…],`: an id in quotes has 73 bytes, with a comma before all but the first.
        let parentsCount = 13 + max(0, facts.parents.count * 74 - 1)
        let idEnd = signature.lowerBound - parentsCount
        id = idEnd - NodeEncoding.idByteCount..<idEnd
        // `{"action":"…","author":`, `,"data":`
        let start =
            line.lowerBound + 11 + facts.action.description.utf8.count + 11
            + facts.authorByteCount + Self.beforeData.count
        data = start..<max(start, id.lowerBound - 1)
    }

    /// Where the data is, if it is where it should be.
    func data(in text: [UInt8]) -> Range<Int>? {
        guard line.lowerBound >= 0, line.upperBound <= text.count, data.upperBound < id.upperBound,
            id.lowerBound - 1 == data.upperBound,
            has(Self.beforeData, in: text, at: data.lowerBound - Self.beforeData.count),
            has(Self.afterData, in: text, at: data.upperBound)
        else { return nil }
        return data
    }

    /// Whether the line is that of a node: an index can be wrong about where a line is.
    func hasID(_ id: ChangeID, in text: [UInt8]) -> Bool {
        // After `"id":"`.
        let start = self.id.lowerBound + 6
        return ChangeID(text: text.span.extracting(start..<start + ChangeID.textByteCount)) == id
    }

    private func has(_ part: [UInt8], in text: [UInt8], at start: Int) -> Bool {
        guard start >= line.lowerBound, start + part.count <= line.upperBound else { return false }
        return part.indices.allSatisfy { text[start + $0] == part[$0] }
    }
}
