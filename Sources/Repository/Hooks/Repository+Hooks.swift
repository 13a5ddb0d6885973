import RedoModel
import RedoSystem

extension Repository {
    /// Writes the nodes of a writer. Hooks that may refuse them run before, and those that are notified run after.
    ///
    /// - Throws: HOOK_001 if a hook refuses; then nothing is written. Otherwise see ``TaskWriter/commit(to:)``.
    func commit(_ writer: borrowing TaskWriter) throws(RedoError) {
        let nodes = writer.nodes
        if !nodes.isEmpty {
            try hooks?.check(.preWrite) { () throws(RedoError) in Self.lines(of: nodes) }
        }
        if writer.expectations.isEmpty {
            try writer.commit(to: store)
        } else {
            try commitIfExpected(writer)
        }
        if !nodes.isEmpty {
            hooks?.notify(.postWrite) { Self.lines(of: nodes) }
            didWrite()
        }
        // A hook may have written more nodes.
        forget()
    }

    /// Nodes as JSON Lines.
    private static func lines(of nodes: [Node]) -> [UInt8] {
        var lines: [UInt8] = []
        for node in nodes {
            lines += node.canonicalBytes
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}

extension Hooks {
    /// Ids of nodes, one a line.
    package static func lines(of ids: [NodeID]) -> [UInt8] {
        var lines: [UInt8] = []
        for id in ids {
            id.append(to: &lines)
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}
