import RedoCrypto
import RedoJSON
import Testing

@testable import RedoModel

/// A log that is written step by step, each node after those that its writer is said to have seen.
package struct SharedScenario {
    package private(set) var nodes: [Node]

    package init(_ nodes: [Node] = []) { self.nodes = nodes }

    /// The nodes that no other one follows.
    package var heads: [Node] {
        let followed = Set(nodes.flatMap(\.parents))
        return nodes.filter { !followed.contains($0.id) }
    }

    /// Adds a node.
    ///
    /// - Parameters:
    ///   - seen: what it follows; the heads of the log if it is not given.
    ///   - minute: its wall time; without one it is dated back as far as can be.
    @discardableResult
    package mutating func add(
        _ action: String, _ writer: Writer, task: TaskID? = nil, after seen: [Node]? = nil,
        minute: Int = 0, _ fields: JSONValue
    ) throws -> Node {
        guard let action = Action(action) else { preconditionFailure("no action \(action)") }
        // More heads than a node can follow are joined by others.
        var parents = seen ?? heads
        while parents.count > 10 {
            parents =
                [try add("NOTHING", writer, after: Array(parents.prefix(10)), [:])]
                + parents.dropFirst(10)
        }
        let node = try writer.node(action, task: task, after: parents, minute: minute, fields)
        // The same said again is the same node.
        if nodes.contains(where: { $0.id == node.id }) { return node }
        nodes.append(node)
        nodes = nodes.inReplayOrder
        return node
    }

    /// Adds a node of a task by a user without a key.
    package mutating func addUnsigned(
        _ action: Action, _ writer: Writer, _ task: TaskID, after seen: [Node],
        _ fields: [JSONMember]
    ) throws -> Node {
        var author = writer.author
        author.publicKey = nil
        let lamport = (seen.map(\.timestamp.lamport).max() ?? 0) + 1
        let draft = NodeDraft(
            action: action, taskID: task, parents: seen.map(\.id),
            timestamp: Timestamp(lamport: lamport, wall: Sample.wall), author: author,
            dialect: .fields, fields: fields)
        nodes.append(try draft.unsignedNode(validator: NodeValidator()))
        nodes = nodes.inReplayOrder
        return try #require(nodes.first { !$0.isSigned })
    }

    // MARK: People

    @discardableResult
    package mutating func person(_ writer: Writer, _ recovery: Writer = Writer(200)) throws -> Node
    {
        try add(
            "CREATE_PERSON", writer, after: [],
            ["name": "P", "recovery": .string(JSONString(recovery.commitment))])
    }

    /// Lets a key join a person.
    @discardableResult
    package mutating func join(_ writer: Writer, _ person: Node, by other: Writer) throws -> Node {
        try add("ADD_DEVICE", other, ["person": person.reference, "key": writer.keyValue])
        return try add("JOIN_PERSON", writer, ["person": person.reference])
    }

    @discardableResult
    package mutating func revoke(
        _ writer: Writer, _ person: Node, by other: Writer, after seen: [Node]? = nil
    ) throws -> Node {
        try add(
            "REVOKE_DEVICE", other, after: seen,
            ["person": person.reference, "key": writer.keyValue, "keeps": []])
    }

    // MARK: Sharing

    @discardableResult
    package mutating func share(
        _ task: TaskID, _ permission: String, to grantee: JSONValue, by writer: Writer,
        after seen: [Node]? = nil
    ) throws -> Node {
        try add(
            "SHARE", writer, task: task, after: seen,
            ["grants": [["grantee": grantee, "permission": .string(JSONString(permission))]]])
    }

    @discardableResult
    package mutating func unshare(
        _ task: TaskID, _ grantee: JSONValue, by writer: Writer, after seen: [Node]? = nil
    ) throws -> Node {
        try add("UNSHARE", writer, task: task, after: seen, ["grantees": [grantee]])
    }

    @discardableResult
    package mutating func update(_ task: TaskID, by writer: Writer, after seen: [Node]? = nil)
        throws
        -> Node
    {
        try add(
            "UPDATE", writer, task: task, after: seen,
            ["title": .string(JSONString("\(nodes.count)"))])
    }

    // MARK: Answers

    package var replay: Replay { Replay(nodes, Exclusion(LogRule(leavesOutVoid: true))) }

    /// The codes of the void nodes of `effective` and `people`.
    package var codes: [NodeID: String] {
        let replay = replay
        let void =
            replay.authority.voidNodes { nodes[$0].id }
            + People(replay.log(of: People.self)).voidNodes
        return Dictionary(
            void.map { ($0.id, $0.code.rawValue) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Writer {
    /// The key, as a field names it.
    package var keyValue: JSONValue { .string(JSONString(author.publicKey?.hexadecimal ?? "")) }

    /// The user, as a field names a principal.
    package var userValue: JSONValue { .string(JSONString(author.userID.description)) }

    /// What a RECOVER by this key answers to.
    package var commitment: String {
        let bytes = author.publicKey?.bytes ?? []
        return SHA256.digest(bytes.span).hexadecimal
    }
}
