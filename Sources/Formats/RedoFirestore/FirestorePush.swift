import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem

/// Writes nodes to a replica, as many at once as it accepts.
///
/// A commit is atomic, and it may have been performed although its answer was lost. So existing documents are read: the
/// same node counts as written.
package struct FirestorePush {
    /// The result for a node.
    package enum Outcome: Equatable, Sendable {
        case sent
        /// The replica had it.
        case present
        /// The replica refuses it for good, with the code and the reason.
        case kept(code: ErrorCode, reason: String)
        /// It is not sent now, for a reason that may be temporary.
        case held(code: ErrorCode, reason: String)
    }

    /// The maximum number of writes in a commit (https://firebase.google.com/docs/firestore/quotas).
    package static let maximumWriteCount = 500
    /// The maximum size of a request in bytes. The service accepts ten MiB, its emulator four.
    package static let maximumRequestByteCount = 3 << 20

    let client: FirestoreClient
    private let readers: NodeReaders
    private let writeLimit: Int
    private var address: FirestoreAddress { client.address }
    /// Whether the nodes are added to the list in the user's document.
    package private(set) var listsNodes: Bool
    /// The reason why they are no longer added.
    package private(set) var listRefusal: String?

    /// Refused nodes. Their descendants are not sent either, since no reader could accept them.
    private var kept: IDSet
    /// Nodes that are not sent now, and their descendants.
    private var held: IDSet = []

    /// - Parameters:
    ///   - listsNodes: whether the user's document lists the nodes, if the layout has such a document.
    ///   - refused: nodes that the replica is known to refuse.
    ///   - readers: the accounts that may read the documents; nil for the account of the address alone.
    ///   - writeLimit: the maximum number of writes in a commit, at least two.
    package init(
        _ client: FirestoreClient, listsNodes: Bool, refused: IDSet = [],
        readers: NodeReaders? = nil, writeLimit: Int = maximumWriteCount
    ) {
        self.client = client
        self.readers = readers ?? NodeReaders(own: client.address.url.uid)
        kept = refused
        self.writeLimit = writeLimit
        self.listsNodes = listsNodes && client.address.url.layout == .nodes
    }

    /// The maximum length of the list in the user's document: a document has 1 MiB.
    package static let maximumListCount = 14_000

    /// Excludes nodes from this push, for reasons of the caller.
    package mutating func hold(_ ids: some Sequence<NodeID>) { held.insert(ids) }

    private typealias Verdict = (id: NodeID, outcome: Outcome)

    /// Writes nodes.
    ///
    /// - Parameters:
    ///   - nodes: parents before children, unless the replica has the parents. Each is validated once more, with its
    ///     signature.
    ///   - settled: receives the results of nodes as soon as they are certain.
    /// - Throws: if nothing more can be sent; earlier results remain valid.
    package mutating func send(
        _ nodes: [Node], settled: ([(id: NodeID, outcome: Outcome)]) -> Void
    ) throws(RedoError) {
        do throws(FirestoreError) {
            try write(nodes, settled: settled)
        } catch {
            throw RedoError(error, isQuery: false, address.host)
        }
    }

    mutating func write(
        _ nodes: [Node], settled: ([(id: NodeID, outcome: Outcome)]) -> Void
    ) throws(FirestoreError) {
        var waiting: [PushEntry] = []
        var byteCount = 0
        let limit = writeLimit - (listsNodes ? 1 : 0)
        for (node, result) in zip(nodes, parcels(nodes)) {
            switch result {
            case .failure(let refusal):
                note([(node.id, refusal.outcome)])
                settled([(node.id, refusal.outcome)])
            case .success(let parcel):
                let size = parcel.write.count + Self.listedByteCount
                if waiting.count == limit || byteCount + size > Self.maximumRequestByteCount {
                    settled(try commit(waiting))
                    (waiting, byteCount) = ([], 0)
                }
                waiting.append(parcel)
                byteCount += size
            }
        }
        if !waiting.isEmpty { settled(try commit(waiting)) }
    }

    /// The size in bytes that a node adds to a request besides its write: its entry in the user's list, and the
    /// separator.
    private static let listedByteCount = 120

    /// The writes of nodes, created on all processors.
    private func parcels(_ nodes: [Node]) -> [Result<PushEntry, PushEntry.Refusal>] {
        let (address, readers) = (address, readers)
        return Parallel.map(count: nodes.count) { range in
            let validator = NodeValidator()
            return range.map { index in
                Result { () throws(PushEntry.Refusal) in
                    try PushEntry(nodes[index], for: address, readers, validator)
                }
            }
        }
    }

    /// The write that adds nodes to the user's list.
    private func listing(_ ids: [NodeID]) -> [UInt8] {
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

    /// Writes some nodes, or determines why they cannot be written.
    private mutating func commit(_ parcels: [PushEntry]) throws(FirestoreError) -> [Verdict] {
        var staying: [Verdict] = []
        var free: [PushEntry] = []
        for parcel in parcels {
            let outcome: Outcome
            if parcel.parents.contains(where: kept.contains) {
                outcome = .kept(code: .syncFailed, reason: Self.follows)
            } else if parcel.parents.contains(where: held.contains) {
                outcome = .held(code: .syncFailed, reason: Self.follows)
            } else {
                free.append(parcel)
                continue
            }
            note([(parcel.id, outcome)])
            staying.append((parcel.id, outcome))
        }
        if free.isEmpty { return staying }
        let outcomes = try commit(free: free)
        note(outcomes)
        return staying + outcomes
    }

    /// Records which nodes are not sent.
    private mutating func note(_ verdicts: [Verdict]) {
        for (id, outcome) in verdicts {
            switch outcome {
            case .sent, .present: break
            case .kept: kept.insert([id])
            case .held: held.insert([id])
            }
        }
    }

    private static let follows = "it follows a node that cannot go there"

    private mutating func commit(free parcels: [PushEntry]) throws(FirestoreError) -> [Verdict] {
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
            // A request that is not permitted at all is not the fault of one node.
            guard error.isStatus(.invalidArgument) else { throw error }
            if parcels.count == 1 {
                return [(parcels[0].id, .kept(code: .syncFailed, reason: error.message))]
            }
            return try commitHalves(parcels)
        }
    }

    /// Writes without the list, which may have become too long, or be closed to this user.
    private mutating func commitUnlisted(
        _ parcels: [PushEntry], _ error: FirestoreError
    ) throws(FirestoreError) -> [Verdict] {
        listsNodes = false
        let outcomes: [Verdict]
        do throws(FirestoreError) {
            outcomes = try commit(parcels)
        } catch {
            listsNodes = true
            throw error
        }
        // If nodes are refused without it as well, the list was not the cause.
        if outcomes.contains(where: { $0.outcome == .sent }) {
            listRefusal = error.message
        } else {
            listsNodes = true
        }
        return outcomes
    }

    private mutating func commitHalves(
        _ parcels: [PushEntry]
    ) throws(FirestoreError) -> [Verdict] {
        let middle = parcels.count / 2
        let first = try commit(Array(parcels[..<middle]))
        return first + (try commit(Array(parcels[middle...])))
    }

    /// Writes the missing nodes, after some were found to be present.
    private mutating func commitRest(
        of parcels: [PushEntry]
    ) throws(FirestoreError) -> [Verdict] {
        let found = try client.lookUp(parcels.map(\.id))
        var outcomes: [Verdict] = []
        var rest: [PushEntry] = []
        for parcel in parcels {
            switch found[parcel.id] {
            case nil: rest.append(parcel)
            case .document(let document)?:
                outcomes.append((parcel.id, Self.outcome(of: document)))
            case .hidden?:
                outcomes.append((parcel.id, try create(parcel)))
            }
        }
        note(outcomes)
        guard !rest.isEmpty else { return outcomes }
        if rest.count < parcels.count { return outcomes + (try commit(rest)) }
        // It is visible to writers and not to readers.
        if rest.count > 1 { return outcomes + (try commitHalves(rest)) }
        return outcomes + [(rest[0].id, try create(rest[0]))]
    }

    private static func outcome(of document: FirestoreDocument) -> Outcome {
        do throws(Rejection) {
            _ = try document.node(NodeValidator())
            return .present
        } catch {
            return .kept(
                code: error.code,
                reason: "another document has its name: \(error.detail)")
        }
    }

    /// Writes one node whose document may not be read.
    private func create(_ parcel: PushEntry) throws(FirestoreError) -> Outcome {
        do throws(FirestoreError) {
            try client.commit([parcel.write])
            return .sent
        } catch {
            guard error.isStatus(.alreadyExists) else { throw error }
            return .kept(
                code: .syncFailed,
                reason: "another account has stored it already, and does not let this one read it")
        }
    }
}
