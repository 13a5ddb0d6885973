import RedoCrypto
import RedoJSON
import RedoSystem

@testable import RedoModel

/// Section 4 of docs/extensions.md, read literally, for one task or category: see ``LiteralPeople``.
final class LiteralSharing {
    /// A key, or the user of a node without one.
    struct Author: Hashable {
        let user: String
        let person: String?
        var principal: String { person ?? user }
        func isMeant(by name: String) -> Bool { name == user || name == person }
    }

    /// The subject's nodes in replay order.
    private let nodes: [Node]
    private let owner: String?
    /// The CREATE that closes the task from the start.
    private let closing: NodeID?
    private let pasts: [NodeID: Set<NodeID>]
    private let authors: [NodeID: Author]
    private let grants: [NodeID: [(grantee: String, permission: Int)]]
    private let grantees: [NodeID: [String]]
    private var views: [String: Int] = [:]
    private var fulls: [String: Int] = [:]
    private var removals: [NodeID: [String]] = [:]

    /// - Parameter taking: whether a SHARE or UNSHARE takes part.
    init(
        _ nodes: [Node], owner: String?, closing: NodeID? = nil, _ people: LiteralPeople,
        author: (Node) -> Author, taking: (Node) -> Bool
    ) {
        self.nodes = nodes
        self.owner = owner
        self.closing = closing
        let ids = Set(nodes.map(\.id))
        pasts = Dictionary(
            uniqueKeysWithValues: nodes.map { ($0.id, people.past($0.id).intersection(ids)) })
        authors = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, author($0)) })
        var grants: [NodeID: [(grantee: String, permission: Int)]] = [:]
        var grantees: [NodeID: [String]] = [:]
        for node in nodes where taking(node) {
            if node.action == .share {
                grants[node.id] = (node.fields?["grants"]).map { Array($0.elements) }?.map {
                    grant in
                    let words = ["read", "write", "admin"]
                    let word = grant["permission"]?.string?.description ?? ""
                    return (
                        grant["grantee"]?.string?.description ?? "",
                        (words.firstIndex(of: word) ?? 0) + 1
                    )
                }
            } else if node.action == .unshare {
                grantees[node.id] = (node.fields?["grantees"]).map { Array($0.elements) }?.map {
                    $0.string?.description ?? ""
                }
            }
        }
        self.grants = grants
        self.grantees = grantees
    }

    private func isOwners(_ author: Author) -> Bool { author.principal == owner }

    private func areConcurrent(_ left: NodeID, _ right: NodeID) -> Bool {
        left != right && pasts[left]?.contains(right) != true
            && pasts[right]?.contains(left) != true
    }

    /// None is 0, then read, write and admin.
    private func granted(by share: NodeID, to key: Author) -> Int? {
        grants[share]?.filter { key.isMeant(by: $0.grantee) }.map(\.permission).min()
    }

    private func isRemovedByOwner(_ key: Author, beside node: NodeID) -> Bool {
        grantees.contains { id, names in
            authors[id].map(isOwners) == true && names.contains { key.isMeant(by: $0) }
                && areConcurrent(id, node)
        }
    }

    /// Whom an UNSHARE validly removes.
    private func removed(by unshare: NodeID) -> [String] {
        if let known = removals[unshare] { return known }
        guard let names = grantees[unshare], let author = authors[unshare] else { return [] }
        let answer: [String]
        if isOwners(author) {
            answer = names
        } else {
            let view = view(unshare, author)
            if view == 3, !isRemovedByOwner(author, beside: unshare) {
                answer = names
            } else {
                answer = view > 0 ? names.filter { author.isMeant(by: $0) } : []
            }
        }
        removals[unshare] = answer
        return answer
    }

    private func isValidRemoval(_ unshare: NodeID, of key: Author) -> Bool {
        removed(by: unshare).contains { key.isMeant(by: $0) }
    }

    private func last(_ shares: [NodeID], _ key: Author) -> Int {
        let last = shares.filter { share in
            !shares.contains { pasts[$0]?.contains(share) == true }
        }
        return last.compactMap { granted(by: $0, to: key) }.min() ?? 0
    }

    private func view(_ node: NodeID, _ key: Author) -> Int {
        if isOwners(key) { return 3 }
        let question = "\(node) \(key)"
        if let known = views[question] { return known }
        let past = pasts[node] ?? []
        let shares = past.filter { share in
            guard granted(by: share, to: key) != nil, let author = authors[share] else {
                return false
            }
            let isFirst =
                isOwners(author)
                || view(share, author) == 3 && !isRemovedByOwner(author, beside: share)
                    && !past.contains { isValidRemoval($0, of: author) && areConcurrent($0, share) }
            return isFirst
                && past.allSatisfy {
                    !isValidRemoval($0, of: key) || pasts[share]?.contains($0) == true
                }
        }
        let answer = last(Array(shares), key)
        views[question] = answer
        return answer
    }

    private func full(_ node: NodeID, _ key: Author) -> Int {
        if isOwners(key) { return 3 }
        let question = "\(node) \(key)"
        if let known = fulls[question] { return known }
        let past = pasts[node] ?? []
        let shares = past.filter { share in
            granted(by: share, to: key) != nil && counts(share)
                && past.allSatisfy {
                    !isValidRemoval($0, of: key) || pasts[share]?.contains($0) == true
                }
        }
        let answer = last(Array(shares), key)
        fulls[question] = answer
        return answer
    }

    private func isRemovedBeside(_ node: NodeID, _ key: Author) -> Bool {
        grantees.keys.contains { isValidRemoval($0, of: key) && areConcurrent($0, node) }
    }

    /// Whether a SHARE or UNSHARE counts.
    private func counts(_ node: NodeID) -> Bool {
        guard let author = authors[node] else { return false }
        if grants[node] != nil {
            return isOwners(author) || full(node, author) == 3 && !isRemovedBeside(node, author)
        }
        return !removed(by: node).isEmpty
    }

    private func isWitness(_ node: NodeID) -> Bool {
        if node == closing { return true }
        guard let author = authors[node], grants[node] != nil || grantees[node] != nil,
            counts(node)
        else { return false }
        return isOwners(author) || full(node, author) == 3 && !isRemovedBeside(node, author)
    }

    /// The nodes that are void for want of permission.
    ///
    /// - Parameters:
    ///   - isJudged: whether a node that is neither SHARE nor UNSHARE needs permission.
    ///   - isDeletion: whether a node is a DELETE_CATEGORY.
    func denied(where isJudged: (Node) -> Bool, isDeletion: (Node) -> Bool) -> Set<NodeID> {
        let witnesses = nodes.map(\.id).filter(isWitness)
        var denied: Set<NodeID> = []
        for node in nodes {
            guard let author = authors[node.id] else { continue }
            if grants[node.id] != nil || grantees[node.id] != nil {
                if !counts(node.id) { denied.insert(node.id) }
                continue
            }
            guard isJudged(node), !isOwners(author) else { continue }
            let isEffective: Bool
            if witnesses.isEmpty {
                isEffective = !isDeletion(node)
            } else if !witnesses.contains(where: { pasts[node.id]?.contains($0) == true }) {
                isEffective =
                    !isDeletion(node)
                    && witnesses.contains { pasts[$0]?.contains(node.id) == true }
            } else {
                isEffective =
                    full(node.id, author) >= (isDeletion(node) ? 3 : 2)
                    && !isRemovedBeside(node.id, author)
            }
            if !isEffective { denied.insert(node.id) }
        }
        return denied
    }
}

/// Which nodes of a log are void in the family `effective`, and which nodes of categories in `organisation` for want of
/// permission.
struct LiteralEffective {
    let people: LiteralPeople
    /// Of nodes with a task, and of SHAREs and UNSHAREs.
    private(set) var codes: [NodeID: ErrorCode] = [:]
    /// UPDATE_CATEGORYs and DELETE_CATEGORYs.
    private(set) var deniedOfCategories: Set<NodeID> = []

    init(_ nodes: [Node]) {
        people = LiteralPeople(nodes)
        let people = people
        let keys = Set(nodes.compactMap(\.author.publicKey))
        let personsOfKeys = Dictionary(
            uniqueKeysWithValues: keys.map { ($0, people.person(of: $0)) })
        func author(_ node: Node) -> LiteralSharing.Author {
            let key =
                node.author.publicKey ?? keys.first { UserID($0) == node.author.userID }
            let person = key.flatMap { personsOfKeys[$0] ?? nil }
            return LiteralSharing.Author(
                user: node.author.userID.description, person: person?.description)
        }
        func isSharing(_ node: Node) -> Bool { node.action == .share || node.action == .unshare }
        for node in nodes where node.taskID != nil || isSharing(node) {
            if people.isCutOff(node) { codes[node.id] = .keyRevoked }
            if isSharing(node), let definition = FamilyAction.definition(of: node.action),
                let fault = definition.fault(in: node, fields: node.fields)
            {
                codes[node.id] = fault.code
            }
        }
        let known = codes
        for task in Set(nodes.compactMap(\.taskID)) {
            let own = nodes.filter { $0.taskID == task }
            let creates = own.filter { $0.action == .create }
            let certified = creates.filter { Self.certifies($0) }
            var owner = certified.first
            var closing: NodeID?
            if certified.isEmpty {
                let living = creates.filter { codes[$0.id] == nil }
                let ids = Set(living.map(\.id))
                owner = living.filter { people.past($0.id).isDisjoint(with: ids) }.min {
                    ($0.timestamp.wall.wallText, $0.id.description)
                        < ($1.timestamp.wall.wallText, $1.id.description)
                }
            } else {
                let original = certified.first { codes[$0.id] == nil }
                if original?.fields?["closed"]?.bool == true { closing = original?.id }
                for create in creates where codes[create.id] == nil && create.id != original?.id {
                    codes[create.id] = .duplicateCreate
                }
            }
            let sharing = LiteralSharing(
                own, owner: owner.map { author($0).principal }, closing: closing, people,
                author: author
            ) { isSharing($0) && known[$0.id] == nil }
            for id in sharing.denied(where: { !isSharing($0) }, isDeletion: { _ in false })
            where codes[id] == nil {
                codes[id] = .permissionDenied
            }
        }
        judgeCategories(nodes, author, isSharing)
    }

    private static func certifies(_ node: Node) -> Bool {
        guard let key = node.author.publicKey, let id = node.taskID,
            let nonce = node.fields?["ownerNonce"]?.string, nonce.utf8.count == 32
        else { return false }
        var bytes = Array(
            SHA256.digest(Array("redo:task:\(key.hexadecimal):\(nonce)".utf8).span).bytes.prefix(16)
        )
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes == id.value.bytes
    }

    private mutating func judgeCategories(
        _ nodes: [Node], _ author: (Node) -> LiteralSharing.Author, _ isSharing: (Node) -> Bool
    ) {
        let people = people
        func category(_ node: Node) -> String? {
            node.taskID == nil ? node.fields?["categoryId"]?.string?.description : nil
        }
        for id in Set(nodes.compactMap(category)) {
            let own = nodes.filter { category($0) == id }
            // The random logs have no CREATE_CATEGORY that certifies its id.
            let maker = own.first { $0.action == .createCategory && !people.isCutOff($0) }
            for (place, node) in nodes.enumerated()
            where category(node) == id && isSharing(node) && codes[node.id] == nil {
                let isMade = nodes.prefix(place).contains { $0.id == maker?.id }
                if !isMade { codes[node.id] = .invalidReference }
            }
            let known = codes
            let sharing = LiteralSharing(
                own, owner: maker.map { author($0).principal }, people, author: author
            ) { isSharing($0) && known[$0.id] == nil }
            let denied = sharing.denied(
                where: { $0.action == .updateCategory || $0.action == .deleteCategory },
                isDeletion: { $0.action == .deleteCategory })
            for node in own where denied.contains(node.id) {
                if isSharing(node) {
                    codes[node.id] = .permissionDenied
                } else if let maker, !people.isCutOff(node), maker.position < node.position {
                    deniedOfCategories.insert(node.id)
                }
            }
        }
    }
}
