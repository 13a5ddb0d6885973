import RedoCommand
import RedoJSON
import RedoLog
import RedoStore

/// What a fetch takes in, refuses, and holds back until parents come.
struct FetchTaking {
    /// A document that was refused.
    struct Refusal {
        let path: String
        let rejection: Rejection
    }

    private let store: Store
    private let authors: Set<UserID>?
    private let isDry: Bool
    /// The nodes that the store has.
    private(set) var known: Set<ChangeID>
    /// Nodes that came and were not in the store, in the order in which they were taken in.
    private(set) var taken: [ChangeID] = []
    private(set) var refused: [Refusal] = []
    /// Nodes whose parents have not come yet.
    private(set) var pending: [(path: String, node: Node)] = []
    /// Documents that came.
    private(set) var seen: Set<ChangeID> = []
    /// Why the store cannot be written to.
    var failure: CommandError?
    /// Nodes that are there and here, since they were last asked for.
    private var fresh: Set<ChangeID> = []

    init(into store: Store, knowing ids: Set<ChangeID>, authors: Set<UserID>?, isDry: Bool) {
        self.store = store
        self.authors = authors
        self.isDry = isDry
        known = ids
    }

    /// Takes documents in that have passed stage 1 with their signature, and those that wait with them.
    mutating func take(_ entries: [(name: JSONString, result: Result<Node, Rejection>)]) {
        var candidates = pending
        pending = []
        for entry in entries {
            let path = Self.path(entry.name)
            switch entry.result {
            case .failure(let rejection): refuse(path, rejection)
            case .success(let node):
                guard seen.insert(node.id).inserted else { continue }
                if known.contains(node.id) {
                    fresh.insert(node.id)
                } else if let authors, !authors.contains(node.author.userID) {
                    refuse(
                        path,
                        Rejection(
                            .validationFailed,
                            "its author \(node.author.userID) is not one of sync.allowedAuthors",
                            id: node.id))
                } else {
                    candidates.append((path, node))
                }
            }
        }
        if !candidates.isEmpty { admit(candidates) }
    }

    private mutating func refuse(_ path: String, _ rejection: Rejection) {
        if let id = rejection.id, !seen.insert(id).inserted,
            refused.contains(where: { $0.path == path })
        {
            return
        }
        refused.append(Refusal(path: path, rejection: rejection))
    }

    /// Stage 2, and the good ones on disk.
    private mutating func admit(_ candidates: [(path: String, node: Node)]) {
        let verdicts: [Rejection?]
        if isDry {
            verdicts = candidates.map { _ in nil }
        } else {
            do throws(StoreError) {
                verdicts = try store.admit(
                    candidates.map { .success($0.node) }, reader: NodeReader())
            } catch {
                failure = CommandError(error)
                return
            }
        }
        var accepted: [Node] = []
        for (candidate, verdict) in zip(candidates, verdicts) {
            switch verdict {
            case nil: accepted.append(candidate.node)
            case let rejection? where rejection.code == .parentNotFound:
                pending.append(candidate)
            case let rejection?:
                refused.append(Refusal(path: candidate.path, rejection: rejection))
            }
        }
        accepted.sort { $0.position < $1.position }
        taken += accepted.map(\.id)
        known.formUnion(accepted.map(\.id))
        fresh.formUnion(accepted.map(\.id))
    }

    /// Parents that nodes wait for, and that neither wait themselves nor were refused.
    var missingParents: Set<ChangeID> {
        Set(pending.flatMap(\.node.parents)).subtracting(known).subtracting(seen)
    }

    /// Refuses what still waits: no parent will come now.
    mutating func refusePending(_ waiting: inout [ChangeID: [ChangeID]]) {
        for (path, node) in pending {
            let missing = node.parents.filter { !known.contains($0) }
            let first = missing.first.map { "\($0)" } ?? "a parent"
            refused.append(
                Refusal(
                    path: path,
                    rejection: Rejection(
                        .parentNotFound, "its parent \(first) is not there", id: node.id)))
            waiting[node.id] = missing
        }
        pending = []
    }

    /// All nodes that are there and here.
    var there: Set<ChangeID> { seen.intersection(known) }

    /// Those that have come since they were last asked for.
    mutating func drained() -> Set<ChangeID> {
        defer { fresh = [] }
        return fresh
    }

    /// The end of a document's name that says where it is in its database.
    private static func path(_ name: JSONString) -> String {
        let parts = name.description.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropFirst(5).joined(separator: "/")
    }
}
