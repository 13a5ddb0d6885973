import RedoJSON
import RedoModel
import RedoSystem

/// The accounts that may read the documents of nodes.
package struct NodeReaders: Sendable {
    /// The account that writes the documents, which is in each list.
    private let own: JSONString
    /// The other readers, by shared task, category or room.
    private let subjects: [Subject: [String]]
    /// All accounts with which something is shared: they need the nodes that show whose key is whose.
    private let all: [String]

    /// - Parameter subjects: by task, category or room, the uids of the readers of its nodes.
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

    /// The uids of the participants of a room, without the account that writes, sorted.
    package func others(inRoom room: NodeID) -> [String] { subjects[.room(room)] ?? [] }

    /// The uids that may read a node, without the account that writes it, sorted.
    package func others(of node: Node) -> [String] {
        if all.isEmpty { return [] }
        switch node.subject {
        case .task, .category, .room: return node.subject.flatMap { subjects[$0] } ?? []
        case .person: return all
        // A KEEP_NODES only names a revocation.
        case nil: return node.action.isOfPeople ? all : []
        }
    }
}

extension FirestorePush {
    /// Adds accounts to the readers of existing documents.
    ///
    /// - Parameter readers: for each node, the uids to add.
    /// - Throws: FIREBASE_002 if the server cannot be reached, or its rules forbid it.
    package func open(_ readers: [(id: NodeID, uids: [String])]) throws(RedoError) {
        for start in stride(from: 0, to: readers.count, by: Self.maximumWriteCount) {
            let part = readers[start..<min(readers.count, start + Self.maximumWriteCount)]
            do throws(FirestoreError) {
                try client.commit(part.map { opening($0.id, to: $0.uids) })
            } catch {
                throw RedoError(error, isQuery: false, client.address.host)
            }
        }
    }

    /// The write that adds accounts to the list of an existing document.
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
