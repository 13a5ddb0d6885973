/// A task or category with SHAREs or UNSHAREs, or a task that is closed from the start: its nodes that are void for
/// lack of permission, and who has one.
struct SharedSubject: Sendable {
    /// The reasons of the void nodes, by number.
    private(set) var reasons: [Int: VoidReason] = [:]
    let owner: Principal?
    /// The permissions by which nodes are judged.
    let sharing: Sharing
    /// The numbers of the nodes that are not void and that no other such node has seen, in replay order.
    private(set) var heads: [Int] = []

    /// A node of the subject that is neither SHARE nor UNSHARE.
    struct Member {
        let author: Identity
        let needed: Permission
    }

    /// - Parameters:
    ///   - shares: the SHAREs and UNSHAREs that are void for no other reason, in replay order.
    ///   - owner: nil for a task without a CREATE.
    ///   - numbers: the numbers of all nodes of the subject, in replay order.
    ///   - members: the nodes to judge, by number.
    ///   - nearest: returns the nearest ancestors of a node within the subject.
    init(
        _ shares: [ShareNode], owner: Principal?, numbers: [Int], members: (Int) -> Member?,
        nearest: (Int) -> NodeNumbers
    ) {
        let (possible, impossible) = shares.split(owner: owner)
        for share in impossible {
            switch share.content {
            case .share: reasons[share.number] = .notGranted(needed: .admin)
            case .unshare: reasons[share.number] = .notGranted(needed: .anyPermission)
            case .closing: break
            }
        }
        let history = SharedHistory(possible, among: numbers, nearest: nearest)
        var sharing = Sharing(history, owner: owner)
        for (index, share) in possible.enumerated() {
            if let reason = sharing.reason(ofShare: index) { reasons[share.number] = reason }
        }
        for (position, number) in numbers.enumerated() {
            guard let member = members(number) else { continue }
            if let reason = sharing.reason(of: position, by: member.author, needed: member.needed) {
                reasons[number] = reason
            }
        }
        self.owner = owner
        self.sharing = sharing
    }

    /// Finds the heads.
    ///
    /// - Parameters:
    ///   - maker: the node that created the subject, which is one of its nodes, too.
    ///   - nearest: returns the nearest ancestors of a node within the subject, with its maker.
    mutating func findHeads(
        of numbers: [Int], maker: Int?, nearest: (Int) -> NodeNumbers
    ) {
        var seen: Set<Int> = []
        for number in Set(numbers).union(maker.map { [$0] } ?? []).sorted().reversed() {
            let counts = reasons[number] == nil
            if counts, !seen.contains(number) { heads.append(number) }
            if counts || seen.contains(number) { seen.formUnion(nearest(number)) }
        }
        heads.reverse()
    }
}
