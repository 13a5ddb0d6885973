import RedoJSON
import RedoModel

extension Sample {
    /// The protocol's worked examples: a CREATE, and the CREATE_TODO after it.
    package static let create = worked(
        draft(.create, .fields, fields: ["frequencyDays": 7, "title": "Water the plants"]))
    package static let createTodo = worked(
        draft(
            .createTodo, .fields, parents: [create.id], lamport: 2,
            wall: instant("2025-01-01T09:00:00.000Z"),
            fields: ["deadline": "2025-01-05T09:00:00.000Z", "todoTaskId": todo]))

    private static func worked(_ draft: NodeDraft) -> Node {
        do {
            return try draft.node(signedBy: key(), validator: NodeValidator())
        } catch {
            preconditionFailure("the protocol's example is not a node: \(error)")
        }
    }

    /// A CREATE if it has no parents, otherwise an UPDATE.
    ///
    /// - Parameter number: another one makes another node.
    package static func node(
        _ number: Int, title: String? = nil, task: TaskID = task, after parents: [Node] = [],
        isSigned: Bool = true
    ) throws -> Node {
        let draft = Writer.ana.draft(
            parents.isEmpty ? .create : .update, task: task, after: parents, minute: number,
            ["title": .string(JSONString(title ?? "number \(number)"))])
        return isSigned
            ? try Writer.ana.sign(draft) : try draft.unsignedNode(validator: NodeValidator())
    }

    /// Nodes of a task, each of which follows the one before.
    package static func chain(_ count: Int, task: TaskID = task) throws -> [Node] {
        var nodes: [Node] = []
        for number in 0..<count {
            nodes.append(try node(number, task: task, after: nodes.suffix(1)))
        }
        return nodes
    }

    /// A node with the hash of another one and a signature that is not its author's.
    package static func withForgedSignature(_ node: Node) throws -> Node {
        let start = "\"signature\":\""
        let parts = String(decoding: node.canonicalBytes, as: UTF8.self).split(separator: start)
        let digit = parts[1].first == "0" ? "1" : "0"
        let text = "\(parts[0])\(start)\(digit)\(parts[1].dropFirst())"
        return try NodeValidator().read(Array(text.utf8), signature: .unchecked)
    }
}

extension [Node] {
    /// In the order in which replay sees them.
    package var inReplayOrder: [Node] { sorted { $0.position < $1.position } }
}
