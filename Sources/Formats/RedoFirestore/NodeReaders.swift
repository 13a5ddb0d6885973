import RedoJSON
import RedoModel
import RedoSystem

/// The accounts that may read the documents of nodes.
package struct NodeReaders: Sendable {
    /// The account of whoever writes the documents, which is in each list.
    private let own: JSONString
    /// Beside it, those of a shared task or category, or of a room.
    private let subjects: [Subject: [String]]
    /// Those of everyone with whom something is shared: they need to know whose key is whose.
    private let all: [String]

    /// - Parameter subjects: by task, category or room, the uids of those who may read its nodes.
    package init(own: String, subjects: [Subject: Set<String>] = [:]) {
        self.own = JSONString(own)
        self.subjects = subjects.mapValues { $0.subtracting([own]).sorted() }
        all = Set(self.subjects.values.joined()).sorted()
    }

    /// Whether nothing is shared with a known account.
    package var isEmpty: Bool { all.isEmpty }

    /// The uids that the document of a node lists.
    func accessList(of node: Node) -> [JSONString] {
        [own] + others(of: node).map { JSONString($0) }
    }

    /// The uids of those who take part in a room, beside the account that writes, sorted.
    package func others(inRoom room: NodeID) -> [String] { subjects[.room(room)] ?? [] }

    /// The uids that may read a node beside the account that writes it, sorted.
    package func others(of node: Node) -> [String] {
        if all.isEmpty { return [] }
        switch node.subject {
        case .task, .category, .room: return node.subject.flatMap { subjects[$0] } ?? []
        case .person: return all
        // A KEEP_NODES names a revocation alone.
        case nil: return node.action.isOfPeople ? all : []
        }
    }
}

extension FirestorePush {
    /// Adds accounts to those that may read documents that are there.
    ///
    /// - Parameter readers: of each node, the uids to add.
    /// - Throws: FIREBASE_002 if the server cannot be reached, or its rules do not allow it.
    package func open(_ readers: [(id: NodeID, uids: [String])]) throws(RedoError) {
        for start in stride(from: 0, to: readers.count, by: Self.greatestWriteCount) {
            let part = readers[start..<min(readers.count, start + Self.greatestWriteCount)]
            do throws(FirestoreError) {
                try client.commit(part.map { opening($0.id, to: $0.uids) })
            } catch {
                throw RedoError(error, isQuery: false, client.address.host)
            }
        }
    }

    /// The write that adds accounts to the list of a document that is there.
    private func opening(_ id: NodeID, to uids: [String]) -> [UInt8] {
        let values = uids.map { uid -> JSONValue in ["stringValue": .string(JSONString(uid))] }
        return CanonicalJSON.bytes([
            "currentDocument": ["exists": true],
            "update": ["name": .string(client.address.name(of: id)), "fields": [:]],
            "updateMask": ["fieldPaths": []],
            "updateTransforms": [
                [
                    "fieldPath": "accessList",
                    "appendMissingElements": ["values": .array(values)],
                ]
            ],
        ])
    }
}
