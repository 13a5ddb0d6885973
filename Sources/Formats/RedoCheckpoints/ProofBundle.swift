import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// A file that proves, without a store, that a statement covers the nodes of a task, or those of a key (docs/proofs.md).
///
/// ```
/// statement ─ root of the heads ─ audit path ─ head ─ parents … ─ node of the task
/// ```
package struct ProofBundle: Sendable {
    /// A head of the statement's nodes, with the proof that it is one.
    package struct Head: Sendable {
        package let id: NodeID
        /// Its index among the heads, by id.
        package let index: Int
        /// The audit path of RFC 6962, beginning with the digest of its sibling.
        package let path: [Digest]

        package init(id: NodeID, index: Int, path: [Digest]) {
            self.id = id
            self.index = index
            self.path = path
        }
    }

    /// The subject of the proof.
    package enum Subject: Equatable, Sendable {
        case task(TaskID)
        /// The nodes of a key, from a moment on by their own clocks; nil for all of them.
        case key(PublicKey, since: Instant?)
    }

    package let subject: Subject
    /// The nodes of the subject, and those on the paths to them, sorted by id.
    package let nodes: [Node]
    /// Sorted by id.
    package let heads: [Head]
    package let statement: SignedStatement
    /// A statement by another key that has seen the first; nil if there is none.
    package let countersignature: SignedStatement?

    /// The maximum size of a file that is read.
    package static let maximumByteCount = 64 << 20
    static let version = 1

    package init(
        of subject: Subject, nodes: [Node], heads: [Head], _ statement: SignedStatement,
        countersignedBy countersignature: SignedStatement?
    ) {
        self.subject = subject
        self.nodes = nodes.sorted { $0.id < $1.id }
        self.heads = heads.sorted { $0.id < $1.id }
        self.statement = statement
        self.countersignature = countersignature
    }

    /// The nodes of the subject itself.
    package var nodesOfSubject: [Node] { nodes.filter(isOfSubject) }

    private func isOfSubject(_ node: Node) -> Bool {
        switch subject {
        case .task(let task): node.taskID == task
        case .key(let key, let since):
            node.author.publicKey == key && since.map { node.timestamp.wall >= $0 } ?? true
        }
    }

    /// Whether it holds every node of its statement: all heads, and with each node all of its parents. Then no node of the
    /// subject can be missing up to the statement, which its signer vouches for with the root of the heads.
    ///
    /// - Complexity: O(n) for n nodes.
    package var isComplete: Bool {
        guard heads.count == statement.statement.headCount,
            nodes.count == statement.statement.nodeCount
        else { return false }
        let ids = Set(nodes.map(\.id))
        return nodes.allSatisfy { $0.parents.allSatisfy(ids.contains) }
    }

    /// The signers of the nodes, sorted by key.
    package var keys: [PublicKey] {
        Set(nodes.compactMap(\.author.publicKey)).sorted { $0.hexadecimal < $1.hexadecimal }
    }

    /// The bytes of the file: canonical JSON and a line feed.
    package var bytes: [UInt8] { CanonicalJSON.bytes(json) + [UInt8(ascii: "\n")] }

    private var json: JSONValue {
        var members = [
            JSONMember(
                "heads",
                .array(
                    heads.map {
                        [
                            "index": .number(Double($0.index)),
                            "node": .string(JSONString($0.id.description)),
                            "path": .array($0.path.map(Statement.json)),
                        ]
                    })),
            JSONMember("keys", .array(keys.map { .string(JSONString($0.hexadecimal)) })),
            JSONMember(
                "nodes",
                // Canonical bytes are valid JSON.
                .array(nodes.compactMap { (try? JSONDocument($0.canonicalBytes))?.root.value })),
            JSONMember("redoProof", .number(Double(Self.version))),
            JSONMember("statement", Self.json(statement)),
        ]
        switch subject {
        case .task(let task):
            members.append(JSONMember("task", .string(JSONString(task.description))))
        case .key(let key, let since):
            members.append(
                JSONMember(
                    "by",
                    [
                        "key": .string(JSONString(key.hexadecimal)),
                        "since": since.map { .string(JSONString($0.wallText)) } ?? .null,
                    ]))
        }
        if let countersignature {
            members.append(JSONMember("countersignature", Self.json(countersignature)))
        }
        return .object(members)
    }

    private static func json(_ signed: SignedStatement) -> JSONValue {
        let lines = signed.file.split(separator: UInt8(ascii: "\n"))
        let signature = lines.count == 2 ? String(decoding: lines[1], as: UTF8.self) : ""
        return [
            "signature": .string(JSONString(signature)), "statement": signed.statement.json,
        ]
    }
}
