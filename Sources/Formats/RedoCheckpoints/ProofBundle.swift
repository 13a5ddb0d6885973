import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// A file that proves, without a store, that a statement covers the nodes of a task (docs/proofs.md).
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

    package let task: TaskID
    /// The nodes of the task, and those on the paths to them, sorted by id.
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
        of task: TaskID, nodes: [Node], heads: [Head], _ statement: SignedStatement,
        countersignedBy countersignature: SignedStatement?
    ) {
        self.task = task
        self.nodes = nodes.sorted { $0.id < $1.id }
        self.heads = heads.sorted { $0.id < $1.id }
        self.statement = statement
        self.countersignature = countersignature
    }

    /// The nodes of the task itself.
    package var nodesOfTask: [Node] { nodes.filter { $0.taskID == task } }

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
            JSONMember("task", .string(JSONString(task.description))),
        ]
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
