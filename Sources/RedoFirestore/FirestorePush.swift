import RedoJSON
import RedoLog
import RedoReplica
import RedoSystem

/// Writes nodes to a replica, so many at a time as it takes.
///
/// A commit is carried out as a whole or not at all, and it may have been carried out although its answer
/// never came. So what is there already is looked at: the same node is as good as written.
package struct FirestorePush {
    /// What became of a node.
    package enum Outcome: Equatable, Sendable {
        case sent
        /// It was there.
        case present
        /// It cannot go there, and why: with a code.
        case kept(code: String, reason: String)
    }

    /// The most writes of a commit (https://firebase.google.com/docs/firestore/quotas).
    package static let greatestWriteCount = 500
    /// The most bytes of a request. The service takes ten, its emulator four.
    package static let greatestRequestByteCount = 3 << 20

    private let client: FirestoreClient
    private let writeLimit: Int
    private var address: FirestoreAddress { client.address }
    /// Whether the nodes are added to the list in the user's document.
    package private(set) var listsNodes: Bool
    /// Why they are not any more.
    package private(set) var listRefusal: String?

    /// Nodes that cannot go there: what follows one of them stays as well, since nobody could take it in.
    private var kept: Set<ChangeID> = []

    /// - Parameters:
    ///   - listsNodes: whether the user's document lists the nodes; only where the layout has one.
    ///   - writeLimit: the most writes of a commit; two or more.
    package init(
        _ client: FirestoreClient, listsNodes: Bool, writeLimit: Int = greatestWriteCount
    ) {
        self.client = client
        self.writeLimit = writeLimit
        self.listsNodes = listsNodes && client.address.url.layout == .nodes
    }

    /// The most nodes that the list in the user's document is let grow to: a document has 1 MiB.
    package static let greatestListCount = 14_000

    /// Nodes that are not sent, for reasons of their own.
    package mutating func keep(_ ids: some Sequence<ChangeID>) { kept.formUnion(ids) }

    /// A node on its way.
    private struct Parcel {
        let id: ChangeID
        let parents: [ChangeID]
        /// `google.firestore.v1.Write` in JSON.
        let write: [UInt8]
    }

    private typealias Verdict = (id: ChangeID, outcome: Outcome)

    /// Writes nodes.
    ///
    /// - Parameters:
    ///   - nodes: parents before children, or their parents are there. Each is read once more, with its
    ///     signature.
    ///   - settled: is told what became of nodes as soon as that is certain.
    /// - Throws: ``FirestoreError`` where nothing more can be sent; what was settled before stays so.
    package mutating func send(
        _ nodes: [Node], settled: ([(id: ChangeID, outcome: Outcome)]) -> Void
    ) throws(FirestoreError) {
        var waiting: [Parcel] = []
        var byteCount = 0
        let limit = writeLimit - (listsNodes ? 1 : 0)
        for (node, result) in zip(nodes, parcels(nodes)) {
            switch result {
            case .failure(let refusal):
                kept.insert(node.id)
                settled([(node.id, .kept(code: refusal.code, reason: refusal.reason))])
            case .success(let parcel):
                let size = parcel.write.count + Self.listedByteCount
                if waiting.count == limit || byteCount + size > Self.greatestRequestByteCount {
                    settled(try commit(waiting))
                    (waiting, byteCount) = ([], 0)
                }
                waiting.append(parcel)
                byteCount += size
            }
        }
        if !waiting.isEmpty { settled(try commit(waiting)) }
    }

    /// Bytes that a node takes in the list of the user's, and between two writes.
    private static let listedByteCount = 120

    // MARK: Documents

    private struct Refusal: Error, Sendable {
        let code: String
        let reason: String
    }

    /// The writes of nodes, made on all processors.
    private func parcels(_ nodes: [Node]) -> [Result<Parcel, Refusal>] {
        let address = address
        return Parallel.map(count: nodes.count) { range in
            let reader = NodeReader()
            return range.map { index in
                Result { () throws(Refusal) in try Self.parcel(nodes[index], address, reader) }
            }
        }
    }

    private static func parcel(
        _ node: Node, _ address: FirestoreAddress, _ reader: borrowing NodeReader
    ) throws(Refusal) -> Parcel {
        let document: NodeDocument
        do throws(Rejection) {
            let line = node.canonicalBytes
            let read = try reader.read(line, signature: .required)
            document = try NodeDocument(
                line: line, id: read.id, accessList: [JSONString(address.url.uid)])
        } catch {
            throw Refusal(code: error.code.rawValue, reason: error.detail)
        }
        let size = document.byteCount(in: address.collection)
        guard size <= NodeDocument.greatestByteCount else {
            throw Refusal(
                code: "FIREBASE_002",
                reason: "its document would have \(size) bytes, and Firestore takes "
                    + "\(NodeDocument.greatestByteCount)")
        }
        var write = Array(#"{"currentDocument":{"exists":false},"update":{"fields":"#.utf8)
        FirestoreValue.append(document.fields, to: &write)
        write += #","name":"#.utf8
        CanonicalJSON.appendString(address.name(of: node.id).utf8.span, to: &write)
        write += #"},"updateTransforms":[{"fieldPath":"createdAt","#.utf8
        write += #""setToServerValue":"REQUEST_TIME"}]}"#.utf8
        return Parcel(id: node.id, parents: node.parents, write: write)
    }

    /// The write that adds nodes to the user's list.
    private func listing(_ ids: [ChangeID]) -> [UInt8] {
        let values = ids.map { id -> JSONValue in
            ["stringValue": .string(JSONString(id.description))]
        }
        return CanonicalJSON.bytes([
            "update": ["name": .string(address.userName), "fields": [:]],
            "updateMask": ["fieldPaths": []],
            "updateTransforms": [
                [
                    "fieldPath": "ownedNodes",
                    "appendMissingElements": ["values": .array(values)],
                ]
            ],
        ])
    }

    // MARK: Commits

    /// Writes some nodes, or finds out why that cannot be.
    private mutating func commit(_ parcels: [Parcel]) throws(FirestoreError) -> [Verdict] {
        var held: [Verdict] = []
        var free: [Parcel] = []
        for parcel in parcels {
            if parcel.parents.contains(where: kept.contains) {
                kept.insert(parcel.id)
                held.append((parcel.id, .kept(code: "FIREBASE_002", reason: Self.follows)))
            } else {
                free.append(parcel)
            }
        }
        if free.isEmpty { return held }
        let outcomes = try commit(free: free)
        for case (let id, .kept) in outcomes { kept.insert(id) }
        return held + outcomes
    }

    private static let follows = "it follows a node that cannot go there"

    private mutating func commit(free parcels: [Parcel]) throws(FirestoreError) -> [Verdict] {
        do throws(FirestoreError) {
            try client.commit(
                parcels.map(\.write) + (listsNodes ? [listing(parcels.map(\.id))] : []))
            return parcels.map { ($0.id, .sent) }
        } catch {
            if error.isStatus(.alreadyExists) { return try commitRest(of: parcels) }
            guard error.isStatus(.invalidArgument) || error.isStatus(.permissionDenied) else {
                throw error
            }
            if listsNodes { return try commitUnlisted(parcels, error) }
            // A request that is not allowed at all is no matter of one node.
            guard error.isStatus(.invalidArgument) else { throw error }
            if parcels.count == 1 {
                return [(parcels[0].id, .kept(code: "FIREBASE_002", reason: error.message))]
            }
            return try commitHalves(parcels)
        }
    }

    /// Writes without the list, which may have become too long, or be closed to this user.
    private mutating func commitUnlisted(
        _ parcels: [Parcel], _ error: FirestoreError
    ) throws(FirestoreError) -> [Verdict] {
        listsNodes = false
        let outcomes: [Verdict]
        do throws(FirestoreError) {
            outcomes = try commit(parcels)
        } catch {
            listsNodes = true
            throw error
        }
        // Where nodes are refused without it as well, it was not the list.
        if outcomes.contains(where: { $0.outcome == .sent }) {
            listRefusal = error.message
        } else {
            listsNodes = true
        }
        return outcomes
    }

    private mutating func commitHalves(
        _ parcels: [Parcel]
    ) throws(FirestoreError) -> [Verdict] {
        let middle = parcels.count / 2
        let first = try commit(Array(parcels[..<middle]))
        return first + (try commit(Array(parcels[middle...])))
    }

    /// Writes what is not there, after some of it was found to be there.
    private mutating func commitRest(
        of parcels: [Parcel]
    ) throws(FirestoreError) -> [Verdict] {
        let found = try client.lookUp(parcels.map(\.id))
        var outcomes: [Verdict] = []
        var rest: [Parcel] = []
        for parcel in parcels {
            switch found[parcel.id] {
            case nil: rest.append(parcel)
            case .document(let document)?:
                outcomes.append((parcel.id, Self.outcome(of: document)))
            case .hidden?:
                outcomes.append((parcel.id, try create(parcel)))
            }
        }
        for case (let id, .kept) in outcomes { kept.insert(id) }
        guard !rest.isEmpty else { return outcomes }
        if rest.count < parcels.count { return outcomes + (try commit(rest)) }
        // It is there for writers and not for readers.
        if rest.count > 1 { return outcomes + (try commitHalves(rest)) }
        return outcomes + [(rest[0].id, try create(rest[0]))]
    }

    private static func outcome(of document: FirestoreDocument) -> Outcome {
        do throws(Rejection) {
            _ = try document.node(NodeReader())
            return .present
        } catch {
            return .kept(
                code: error.code.rawValue,
                reason: "another document has its name: \(error.detail)")
        }
    }

    /// Writes one node that cannot be looked at.
    private func create(_ parcel: Parcel) throws(FirestoreError) -> Outcome {
        do throws(FirestoreError) {
            try client.commit([parcel.write])
            return .sent
        } catch {
            guard error.isStatus(.alreadyExists) else { throw error }
            return .kept(
                code: "FIREBASE_002",
                reason: "another account has stored it already, and does not let this one read it")
        }
    }
}
