import RedoFirestore
import RedoJSON
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// The nodes of a fetch: those that are admitted, those that are refused, and those that are held back until their
/// parents arrive.
struct FetchAdmission {
    /// A document that was refused.
    struct Refusal {
        let path: String
        let rejection: Rejection
    }

    private let store: Store
    private let authors: Set<UserID>?
    private let isDry: Bool
    /// The nodes of the store when the fetch began.
    private let stored: IDSet
    /// Nodes that are recorded as present in the replica. They are in the store as well.
    private var noted: IDSet
    /// Nodes that are in the replica and in the store, and that must still be recorded so.
    private(set) var fresh = IDSet()
    /// All nodes that are in the replica and in the store; nil unless the caller needs them.
    private(set) var all: IDSet?
    /// New nodes since the last report, in the order in which they were admitted.
    private var admitted: [NodeID] = []
    /// All new nodes of the fetch.
    private(set) var admittedIDs: [NodeID] = []
    var admittedCount: Int { admittedIDs.count }
    /// The number of received documents.
    private(set) var receivedCount = 0
    /// Documents that were refused since the last report.
    private var refused: [Refusal] = []
    private(set) var refusedCount = 0
    /// Documents that were refused, by path, without those that wait for a parent.
    private var rejections: [String: Rejection] = [:]
    /// Paths of documents that an earlier fetch refused: if they are still refused, that is not reported again.
    private(set) var reread: Set<String> = []
    private var refusedIDs = IDSet()
    /// Nodes whose parents have not arrived yet.
    private(set) var pending: [(path: String, node: Node)] = []
    /// The number of packs that were written, and not joined yet.
    private var packCount = 0
    private static let maximumPackCount = 16
    /// The maximum number of nodes of a pack that is joined with others: two pages.
    private static let maximumPackSize = 2 * FirestoreFetch.pageDocumentCount
    /// Why the store cannot be written.
    var failure: RedoError?

    /// - Parameters:
    ///   - ids: the ids of all nodes of the store.
    ///   - noted: the ids of the nodes that are recorded as present in the replica.
    ///   - countsAll: whether ``all`` is needed.
    init(
        into store: Store, knowing ids: IDSet, noted: IDSet, countsAll: Bool,
        authors: Set<UserID>?, isDry: Bool
    ) {
        self.store = store
        self.authors = authors
        self.isDry = isDry
        self.noted = noted
        stored = ids
        all = countsAll ? [] : nil
    }

    /// Whether the store has a node.
    func isKnown(_ id: NodeID) -> Bool {
        stored.contains(id) || fresh.contains(id) || noted.contains(id)
    }

    /// Adds nodes that are in the replica and in the store.
    private mutating func addPresent(_ ids: [NodeID]) {
        fresh.insert(ids.filter { !noted.contains($0) })
        all?.insert(ids)
    }

    /// Replaces the recorded nodes, after those in ``fresh`` were recorded.
    mutating func setNoted(_ ids: IDSet) {
        noted = ids
        fresh = []
    }

    /// Admits documents that have passed stage 1 with their signature, and those that wait with them.
    mutating func admit(_ entries: [(name: JSONString, result: Result<Node, Rejection>)]) {
        receivedCount += entries.count
        var candidates = pending
        var waiting = Set(pending.map(\.node.id))
        var known: [NodeID] = []
        pending = []
        for entry in entries {
            let path = path(entry.name)
            switch entry.result {
            case .failure(let rejection): refuse(path, rejection)
            case .success(let node):
                if isKnown(node.id) {
                    known.append(node.id)
                } else if let authors, !authors.contains(node.author.userID) {
                    refuse(
                        path,
                        Rejection(
                            .validationFailed,
                            "its author \(node.author.userID) is not one of sync.allowedAuthors",
                            id: node.id))
                } else if waiting.insert(node.id).inserted {
                    candidates.append((path, node))
                }
            }
        }
        addPresent(known)
        if !candidates.isEmpty { admit(candidates) }
    }

    /// Admits documents that an earlier fetch refused, if they are valid now.
    ///
    /// - Parameter paths: the paths of the requested documents.
    mutating func admit(
        _ entries: [(name: JSONString, result: Result<Node, Rejection>)], reread paths: [String]
    ) {
        reread.formUnion(paths)
        admit(entries)
    }

    /// The documents that were refused, without those that wait for a parent.
    var rejected: [RejectedDocument] {
        rejections.map {
            RejectedDocument(path: $0.key, code: $0.value.code, detail: $0.value.detail)
        }
    }

    private mutating func refuse(_ path: String, _ rejection: Rejection) {
        if rejection.code != .parentNotFound { rejections[path] = rejection }
        if reread.contains(path) { return }
        if let id = rejection.id, refusedIDs.insert([id]).isEmpty { return }
        refused.append(Refusal(path: path, rejection: rejection))
        refusedCount += 1
    }

    /// Performs stage 2, and stores the valid nodes.
    private mutating func admit(_ candidates: [(path: String, node: Node)]) {
        let verdicts: [Rejection?]
        if isDry {
            verdicts = candidates.map { _ in nil }
        } else {
            do throws(RedoError) {
                verdicts = try store.admit(
                    candidates.map { .success($0.node) }, validator: NodeValidator())
            } catch {
                failure = error
                return
            }
        }
        var accepted: [Node] = []
        for (candidate, verdict) in zip(candidates, verdicts) {
            switch verdict {
            case nil: accepted.append(candidate.node)
            case let rejection? where rejection.code == .parentNotFound:
                pending.append(candidate)
            case let rejection?: refuse(candidate.path, rejection)
            }
        }
        accepted.sort { $0.position < $1.position }
        admitted += accepted.map(\.id)
        admittedIDs += accepted.map(\.id)
        if accepted.count > Store.maximumLooseBatch { packCount += 1 }
        addPresent(accepted.map(\.id))
    }

    /// Joins packs into one.
    ///
    /// - Parameter isOver: whether the fetch is over; otherwise packs are joined only if there are too many.
    mutating func joinPacks(isOver: Bool) {
        guard !isDry, packCount > (isOver ? 1 : Self.maximumPackCount) else { return }
        packCount = 0
        // The nodes are stored already. Packs that cannot be joined now are joined by the next `redo gc`.
        try? store.packUnlessSwitchedOff(.small(Self.maximumPackSize))
    }

    /// Parents for which nodes wait, and that neither wait themselves nor were refused.
    var missingParents: Set<NodeID> {
        Set(pending.flatMap(\.node.parents)).subtracting(pending.map(\.node.id))
            .filter { !isKnown($0) && !refusedIDs.contains($0) }
    }

    /// Refuses the nodes that still wait, since no parent will arrive now.
    ///
    /// Descendants of nodes that were given up are set aside silently.
    mutating func refusePending(_ waiting: inout [NodeID: [NodeID]]) {
        keepCutOffAside()
        for (path, node) in pending {
            let missing = node.parents.filter { !isKnown($0) }
            let first = missing.first.map { "\($0)" } ?? "a parent"
            refuse(
                path,
                Rejection(.parentNotFound, "its parent \(first) is missing", id: node.id))
            waiting[node.id] = missing
        }
        pending = []
    }

    private mutating func keepCutOffAside() {
        do throws(RedoError) {
            let cutOff = try store.givenUp().followers(among: pending.map(\.node))
            if cutOff.isEmpty || isDry { return }
            try store.setAside(cutOff)
            let ids = Set(cutOff.map(\.id))
            pending.removeAll { ids.contains($0.node.id) }
            addPresent(Array(ids))
        } catch {
            failure = error
        }
    }

    /// The nodes that were admitted and refused since the last call.
    mutating func drainedNews() -> (admitted: [NodeID], refused: [Refusal]) {
        defer { (admitted, refused) = ([], []) }
        return (admitted, refused)
    }

    /// The path of a document in its database: the end of its name.
    func path(_ name: JSONString) -> String {
        let parts = name.description.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropFirst(5).joined(separator: "/")
    }
}
