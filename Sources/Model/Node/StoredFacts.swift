extension Node {
    /// What an index knows of a stored node: everything but its data and the bytes of its signature.
    package struct StoredFacts: Sendable {
        package var line: LineFacts
        package var parents: [NodeID]
        package var timestamp: Timestamp
        package var author: Author
        package var taskID: TaskID?

        package init(
            line: LineFacts, parents: [NodeID], timestamp: Timestamp, author: Author,
            taskID: TaskID?
        ) {
            self.line = line
            self.parents = parents
            self.timestamp = timestamp
            self.author = author
            self.taskID = taskID
        }
    }

    /// A node from a canonical line that a checksum has vouched for: all but its data is known, so
    /// only that is parsed.
    ///
    /// - Parameters:
    ///   - facts: what an index says of the node.
    ///   - text: lines of nodes.
    ///   - line: where this node's is, without its line feed.
    /// - Returns: nil where the line is not laid out as the facts say, or has to be read in full.
    package init?(_ facts: StoredFacts, text: [UInt8], line: Range<Int>) {
        let layout = LineLayout(facts.line, line: line)
        guard let payload = layout.payload(facts.line, in: text.span) else { return nil }
        self.init(
            facts, payload: payload,
            encoding: NodeEncoding(
                text: text, line: line, id: layout.id, signature: layout.signature))
    }
}
