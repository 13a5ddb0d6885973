import RedoModel
import RedoSystem

extension Repository {
    /// Writes what was made, between the hooks that may refuse it and those that are told of it.
    ///
    /// - Throws: HOOK_001 if a hook refuses; nothing is written then. Else see ``TaskWriter/commit(to:)``.
    func commit(_ writer: borrowing TaskWriter) throws(RedoError) {
        let nodes = writer.nodes
        if !nodes.isEmpty {
            try hooks?.ask(.preWrite) { () throws(RedoError) in Self.lines(of: nodes) }
        }
        try writer.commit(to: store)
        if !nodes.isEmpty {
            hooks?.tell(.postWrite) { Self.lines(of: nodes) }
            didWrite()
        }
        // A hook may have written more.
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
