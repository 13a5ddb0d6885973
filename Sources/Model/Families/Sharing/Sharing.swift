/// Who may do what with a task or category, decided by its own nodes (docs/extensions.md, section 4, "Authority").
struct Sharing: Sendable {
    private let history: SharedHistory
    private let owner: Principal?
    /// By name, the SHAREs that grant to it and whose authors had the authority.
    private var grants: [Principal: BitSet] = [:]
    /// By name, the UNSHAREs that validly remove it.
    private var removals: [Principal: BitSet] = [:]
    /// By name, the UNSHAREs by the owner that name it.
    private var ownersRemovals: [Principal: BitSet] = [:]
    /// By index of an UNSHARE, the names that it validly removes: it counts if there are any.
    private var removed: [[Principal]] = []
    /// By index, whether a SHARE counts.
    private var counts: [Bool] = []
    /// The witnesses: the SHAREs and UNSHAREs that decide who may do what, and the CREATE that closes the task.
    private(set) var witnesses = BitSet()
    private var known: [Question: Permission?] = [:]

    /// A question that has the same answer for many nodes.
    private struct Question: Hashable {
        let key: Identity
        let past: BitSet
    }

    /// - Parameter owner: nil for a task without a CREATE, which cannot be shared.
    /// - Complexity: O(s g s / 64) for s SHAREs and UNSHAREs, g of which grant to one key.
    init(_ history: SharedHistory, owner: Principal?) {
        self.history = history
        self.owner = owner
        let shares = history.shares
        for (index, share) in shares.enumerated() where isOwners(share.author) {
            guard case .unshare(let names) = share.content else { continue }
            for name in names { ownersRemovals[name, default: BitSet()].insert(index) }
        }
        for index in shares.indices { decideView(of: index) }
        for index in shares.indices {
            let author = shares[index].author
            let isByOwner = isOwners(author)
            let isRemoved = concurrentRemoval(of: author, with: index, in: nil) != nil
            let isAdmin =
                isByOwner
                || !isRemoved
                    && permission(of: author, in: history.past(ofShare: index), byCounting: true)
                        == .admin
            switch shares[index].content {
            case .share:
                counts.append(isAdmin)
                if isAdmin { witnesses.insert(index) }
            case .unshare:
                counts.append(false)
                if isAdmin, !removed[index].isEmpty { witnesses.insert(index) }
            case .closing:
                counts.append(isByOwner)
                if isByOwner { witnesses.insert(index) }
            }
        }
    }

    /// Decides, by what it has seen, whether a SHARE has authority, or whom an UNSHARE validly removes.
    private mutating func decideView(of index: Int) {
        let share = history.shares[index]
        let author = share.author
        let past = history.past(ofShare: index)
        let isByOwner = isOwners(author)
        let view = isByOwner ? .admin : permission(of: author, in: past, byCounting: false)
        let isAdmin = isByOwner || view == .admin && !isRemovedByOwner(author, with: index)
        switch share.content {
        case .share(let given):
            removed.append([])
            guard isAdmin else { return }
            for name in given.keys { grants[name, default: BitSet()].insert(index) }
        case .unshare(let names):
            let valid =
                isAdmin ? names : view == nil ? [] : names.filter { author.isMeant(by: $0) }
            removed.append(valid)
            for name in valid { removals[name, default: BitSet()].insert(index) }
        case .closing: removed.append([])
        }
    }

    /// Whether an UNSHARE by the owner that is concurrent with a SHARE or UNSHARE names its author.
    private func isRemovedByOwner(_ author: Identity, with index: Int) -> Bool {
        ownersRemovals.all(of: author).first { history.areConcurrent(index, $0) } != nil
    }

    func isOwners(_ key: Identity) -> Bool { key.principal == owner }

    /// The valid removals of a key.
    func removals(of key: Identity) -> BitSet { removals.all(of: key) }

    /// The first valid removal of a key that is concurrent with a SHARE or UNSHARE.
    ///
    /// - Parameter past: limits the search to these removals; nil for all.
    private func concurrentRemoval(
        of key: Identity, with index: Int, in past: BitSet?
    ) -> Int? {
        removals(of: key).first {
            past?.contains($0) != false && history.areConcurrent(index, $0)
        }
    }

    /// The permission of a key for a node that has seen some SHAREs and UNSHAREs; nil for none.
    ///
    /// - Parameter isByCounting: whether SHAREs that count are used instead of those that are in force there.
    private func permission(
        of key: Identity, in past: BitSet, byCounting isByCounting: Bool
    ) -> Permission? {
        if isOwners(key) { return .admin }
        return giving(to: key, in: past, byCounting: isByCounting)
            .compactMap { history.shares[$0].permission(of: key) }.min()
    }

    /// The SHAREs that give a key its permission, none of which another of them has seen.
    private func giving(
        to key: Identity, in past: BitSet, byCounting isByCounting: Bool
    ) -> [Int] {
        let removals = removals(of: key).intersection(past)
        var giving = BitSet()
        var seen = BitSet()
        for index in grants.all(of: key).intersection(past).elements
        where removals.isSubset(of: history.past(ofShare: index)) {
            let author = history.shares[index].author
            let isInForce =
                isByCounting
                ? counts[index]
                : isOwners(author) || concurrentRemoval(of: author, with: index, in: past) == nil
            if isInForce {
                giving.insert(index)
                seen.formUnion(history.past(ofShare: index))
            }
        }
        return giving.elements.filter { !seen.contains($0) }
    }

    /// The permission of a key, by the whole log, for a node that has seen some SHAREs and UNSHAREs.
    private mutating func fullPermission(of key: Identity, in past: BitSet) -> Permission? {
        let question = Question(key: key, past: past)
        if let known = known[question] { return known }
        let permission = permission(of: key, in: past, byCounting: true)
        known[question] = .some(permission)
        return permission
    }

    // MARK: Who may do what now

    /// The names that SHAREs with authority grant to, or that were validly removed.
    var names: Set<Principal> { Set(grants.keys).union(removals.keys) }

    /// The permission of a key for a node that has seen all of these, and the numbers of the SHAREs that give it;
    /// without one, the number of the last UNSHARE that removed it.
    func present(_ key: Identity) -> (permission: Permission?, decidedBy: [Int]) {
        let all = BitSet(history.shares.indices)
        let giving = giving(to: key, in: all, byCounting: true)
        let permissions = giving.compactMap { history.shares[$0].permission(of: key) }
        if let lowest = permissions.min() {
            let decisive = giving.filter { history.shares[$0].permission(of: key) == lowest }
            return (lowest, decisive.map { history.shares[$0].number })
        }
        let last = removals(of: key).elements.last { !removed[$0].isEmpty }
        return (nil, last.map { [history.shares[$0].number] } ?? [])
    }

    // MARK: Verdicts

    /// Why a SHARE or UNSHARE is void; nil if it counts.
    func reason(ofShare index: Int) -> VoidReason? {
        let share = history.shares[index]
        switch share.content {
        case .share, .closing:
            if counts[index] { return nil }
        case .unshare:
            if !removed[index].isEmpty { return nil }
        }
        return reason(against: share.author, history.past(ofShare: index)) {
            history.areConcurrent(index, $0)
        }
            ?? {
                if case .share = share.content { return .notGranted(needed: .admin) }
                return .notGranted(needed: .anyPermission)
            }()
    }

    /// Why another node of the subject is void; nil if it is effective.
    ///
    /// - Parameters:
    ///   - position: the index of the node among the history's numbers.
    ///   - needed: the permission that the node needs; `admin` for a DELETE_CATEGORY, which no witness that has seen it
    ///     admits.
    mutating func reason(
        of position: Int, by author: Identity, needed: Permission = .write
    ) -> VoidReason? {
        if isOwners(author) { return nil }
        if witnesses.isEmpty { return needed == .admin ? .ownerOnly : nil }
        let past = history.past(of: position)
        if past.intersection(witnesses).isEmpty {
            let isSeen = !history.future(of: position).intersection(witnesses).isEmpty
            if isSeen, needed != .admin { return nil }
            guard let first = witnesses.elements.first else { return nil }
            return .unseen(by: history.shares[first].number)
        }
        if let removal = removals(of: author).first(where: {
            history.isConcurrent(position, with: $0)
        }) {
            return .removed(by: history.shares[removal].number)
        }
        if let permission = fullPermission(of: author, in: past), permission >= needed {
            return nil
        }
        return reason(against: author, past) { _ in false }
            ?? .notGranted(needed: needed == .admin ? .admin : .write)
    }

    /// The removal that makes a node of an author void; nil if there is none.
    private func reason(
        against author: Identity, _ past: BitSet, isConcurrent: (Int) -> Bool
    ) -> VoidReason? {
        let removals = removals(of: author)
        if let removal = removals.first(where: isConcurrent) {
            return .removed(by: history.shares[removal].number)
        }
        return removals.intersection(past).elements.last.map {
            .removedBefore(by: history.shares[$0].number)
        }
    }
}

extension [Principal: BitSet] {
    /// The union of the sets of a key's names.
    fileprivate func all(of key: Identity) -> BitSet {
        var all = self[.user(key.user)] ?? BitSet()
        if let person = key.person, let further = self[.person(person)] { all.formUnion(further) }
        return all
    }
}
