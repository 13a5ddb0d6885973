import RedoJSON

/// A node that decides who may do what with a task or category: a SHARE or UNSHARE that is void at most for lack of
/// authority, or the CREATE that closes its task.
struct ShareNode: Sendable {
    /// The node's index in replay order.
    let number: Int
    let author: Identity
    let content: Content

    enum Content: Sendable {
        /// If there are several grants to one principal, only the lowest is included.
        case share([Principal: Permission])
        case unshare([Principal])
        /// It neither grants nor removes anything, but is a witness.
        case closing
    }

    /// A CREATE that closes its task, and is not void.
    init(closing number: Int, by author: Identity) {
        self.number = number
        self.author = author
        content = .closing
    }

    /// - Parameter fields: the fields of a well-formed node.
    init(_ number: Int, _ node: Node, by author: Identity, _ fields: JSONElement) {
        self.number = number
        self.author = author
        if node.action.isNamed("SHARE") {
            var grants: [Principal: Permission] = [:]
            for entry in fields["grants"].map({ Array($0.elements) }) ?? [] {
                guard let grantee = entry["grantee"]?.principal,
                    let permission = entry["permission"].flatMap({ Permission($0) })
                else { continue }
                grants[grantee] = min(permission, grants[grantee] ?? permission)
            }
            content = .share(grants)
        } else {
            content = .unshare(
                fields["grantees"].map { $0.elements.compactMap(\.principal) } ?? [])
        }
    }

    /// The permission that it grants to a key, the lowest if it names the key twice; nil if it grants none.
    func permission(of key: Identity) -> Permission? {
        guard case .share(let grants) = content else { return nil }
        return key.names.compactMap { grants[$0] }.min()
    }

    /// Whether it is an UNSHARE that names a key.
    func isRemoval(of key: Identity) -> Bool {
        guard case .unshare(let grantees) = content else { return false }
        return grantees.contains { key.isMeant(by: $0) }
    }
}

extension JSONElement {
    fileprivate var principal: Principal? { withCharacters { Principal(text: $0) } ?? nil }
}

extension Node {
    /// The permission that a SHARE grants to one of several names of a principal, the lowest of several; nil if it grants
    /// none.
    package func permission(grantedTo names: [Principal]) -> Permission? {
        guard action.isNamed("SHARE"), let fields else { return nil }
        let entries = fields["grants"].map { Array($0.elements) } ?? []
        return entries.compactMap { entry in
            guard let grantee = entry["grantee"]?.principal, names.contains(grantee) else {
                return nil
            }
            return entry["permission"].flatMap { Permission($0) }
        }.min()
    }

    /// Whether it is an UNSHARE that names one of several names of a principal.
    package func isUnsharing(from names: [Principal]) -> Bool {
        guard action.isNamed("UNSHARE"), let fields else { return false }
        let entries = fields["grantees"].map { Array($0.elements) } ?? []
        return entries.contains { $0.principal.map(names.contains) ?? false }
    }
}
