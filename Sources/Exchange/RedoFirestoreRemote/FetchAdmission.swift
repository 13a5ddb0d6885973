import RedoFirestore
import RedoJSON
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// What a fetch takes in, refuses, and holds back until parents come.
struct FetchAdmission {
    /// A document that was refused.
    struct Refusal {
        let path: String
        let rejection: Rejection
    }

    private let store: Store
    private let authors: Set<UserID>?
    private let isDry: Bool
    /// The nodes that the store had.
    private let stored: IDSet
    /// Nodes of which it has been noted that they are there. They are here as well.
    private var noted: IDSet
    /// Nodes that are there and here, and which must be noted so.
    private(set) var fresh = IDSet()
    /// All nodes that are there and here, where that is asked.
    private(set) var all: IDSet?
    /// Nodes that came and were not in the store, in the order in which they were taken in, since they
    /// were last told.
    private var taken: [NodeID] = []
    /// All nodes that came and were not in the store.
    private(set) var takenIDs: [NodeID] = []
    var takenCount: Int { takenIDs.count }
    /// Documents that came.
    private(set) var cameCount = 0
    /// Documents that were refused since they were last told.
    private var refused: [Refusal] = []
    private(set) var refusedCount = 0
    /// Documents that were refused, by path, those that wait for a parent left out.
    private var rejections: [String: Rejection] = [:]
    /// Paths of documents that an earlier fetch refused: that they are refused still is not told again.
    private(set) var reread: Set<String> = []
    private var refusedIDs = IDSet()
    /// Nodes whose parents have not come yet.
    private(set) var pending: [(path: String, node: Node)] = []
    /// Packs that were written, and not joined yet.
    private var packCount = 0
    private static let greatestPackCount = 16
    /// Nodes of a pack that is joined with others: two pages.
    private static let greatestPackSize = 2 * FirestoreFetch.pageDocumentCount
    /// Why the store cannot be written to.
    var failure: RedoError?

    /// - Parameters:
    ///   - ids: of all nodes of the store.
    ///   - noted: of those that are known to be there.
    ///   - countsAll: whether ``all`` is wanted.
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

    /// Nodes have come that are here.
    private mutating func come(_ ids: [NodeID]) {
        fresh.insert(ids.filter { !noted.contains($0) })
        all?.insert(ids)
    }

    /// What was fresh has been noted.
    mutating func setNoted(_ ids: IDSet) {
        noted = ids
        fresh = []
    }

    /// Takes documents in that have passed stage 1 with their signature, and those that wait with them.
    mutating func take(_ entries: [(name: JSONString, result: Result<Node, Rejection>)]) {
        cameCount += entries.count
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
        come(known)
        if !candidates.isEmpty { admit(candidates) }
    }

    /// Takes in documents that an earlier fetch refused, if they are good now.
    ///
    /// - Parameter paths: those that were asked for.
    mutating func take(
        _ entries: [(name: JSONString, result: Result<Node, Rejection>)], reread paths: [String]
    ) {
        reread.formUnion(paths)
        take(entries)
    }

    /// The documents that were refused, those that wait for a parent left out.
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

    /// Stage 2, and the good ones on disk.
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
        taken += accepted.map(\.id)
        takenIDs += accepted.map(\.id)
        if accepted.count > Store.greatestLooseBatch { packCount += 1 }
        come(accepted.map(\.id))
    }

    /// Makes one pack of several.
    ///
    /// - Parameter isOver: whether no more comes; else only what would be too many is packed.
    mutating func joinPacks(isOver: Bool) {
        guard !isDry, packCount > (isOver ? 1 : Self.greatestPackCount) else { return }
        packCount = 0
        // What came is here. Packs that cannot be joined now are joined by the next `redo gc`.
        try? store.packUnlessSwitchedOff(.small(Self.greatestPackSize))
    }

    /// Parents that nodes wait for, and that neither wait themselves nor were refused.
    var missingParents: Set<NodeID> {
        Set(pending.flatMap(\.node.parents)).subtracting(pending.map(\.node.id))
            .filter { !isKnown($0) && !refusedIDs.contains($0) }
    }

    /// Refuses what still waits: no parent will come now.
    ///
    /// What follows nodes that were given up is kept aside without a word.
    mutating func refusePending(_ waiting: inout [NodeID: [NodeID]]) {
        keepCutOffAside()
        for (path, node) in pending {
            let missing = node.parents.filter { !isKnown($0) }
            let first = missing.first.map { "\($0)" } ?? "a parent"
            refuse(
                path,
                Rejection(.parentNotFound, "its parent \(first) is not there", id: node.id))
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
            come(Array(ids))
        } catch {
            failure = error
        }
    }

    /// What was taken in and refused since that was last asked for.
    mutating func drainedNews() -> (taken: [NodeID], refused: [Refusal]) {
        defer { (taken, refused) = ([], []) }
        return (taken, refused)
    }

    /// The end of a document's name that says where it is in its database.
    func path(_ name: JSONString) -> String {
        let parts = name.description.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropFirst(5).joined(separator: "/")
    }
}
