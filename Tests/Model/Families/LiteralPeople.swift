import RedoCrypto
import RedoJSON
import RedoSystem

@testable import RedoModel

/// Section 3 of docs/extensions.md, read literally: every question is answered by a search of its own. Slow, and easy
/// to compare with the page. It shares nothing with the reducer but how a node is read.
final class LiteralPeople {
    typealias Key = PublicKey

    /// In replay order.
    let nodes: [Node]
    let byID: [NodeID: Node]
    private var pasts: [NodeID: Set<NodeID>] = [:]
    private var places: [NodeID: Int] = [:]
    /// The statements that are void for none of the first three reasons.
    private(set) var statements: [Statement] = []
    private var statementsByID: [NodeID: Statement] = [:]
    /// Those as well whose person or revocation they have not seen.
    private var wellFormed: [NodeID: Statement] = [:]
    private var early: [NodeID: ErrorCode] = [:]
    private var valid: Set<NodeID> = []
    private(set) var counting: Set<NodeID> = []
    private var inForce: [NodeID: Digest] = [:]
    private var knowsRecoveries = false
    private var backedInPast: [NodeID: Bool] = [:]
    private var revocations: [Revocation] = [] { didSet { backed = [:] } }
    /// What is backed with the revocations that count so far.
    private var backed: [NodeID: Bool] = [:]

    /// A revocation that counts, and what it covers.
    private struct Revocation {
        let id: NodeID
        let key: Key
        let covered: Set<NodeID>
    }

    init(_ nodes: [Node]) {
        self.nodes = nodes
        byID = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0) })
        for (place, node) in nodes.enumerated() {
            places[node.id] = place
            pasts[node.id] = node.parents.reduce(into: []) {
                $0.insert($1)
                $0.formUnion(pasts[$1] ?? [])
            }
        }
        readStatements()
        findRecoveries()
        decideRevocations()
    }

    func past(_ id: NodeID) -> Set<NodeID> { pasts[id] ?? [] }

    private func comesFirst(_ left: NodeID, _ right: NodeID) -> Bool {
        (places[left] ?? 0) < (places[right] ?? 0)
    }

    private func readStatements() {
        for (number, node) in nodes.enumerated() {
            guard let definition = FamilyAction.definition(of: node.action),
                PeopleActions.all.contains(where: { node.action.isNamed($0.name) })
            else { continue }
            if let fault = definition.fault(in: node, fields: node.fields) {
                early[node.id] = fault.code
            } else {
                wellFormed[node.id] = Statement(number, node, definition, node.fields)
            }
        }
        for node in nodes {
            guard let statement = wellFormed[node.id] else { continue }
            let isFound: Bool
            switch statement.content {
            case .createPerson: isFound = true
            case .keepNodes(let revocation, _):
                let other = wellFormed[revocation]
                isFound =
                    past(node.id).contains(revocation)
                    && (other?.isRecover == true || isRevoke(other))
            default:
                let create = statement.person.flatMap { wellFormed[$0] }
                isFound =
                    statement.person.map { past(node.id).contains($0) } == true
                    && create.map(isCreate) == true
            }
            if isFound {
                statements.append(statement)
                statementsByID[node.id] = statement
            } else {
                early[node.id] = .invalidReference
            }
        }
    }

    private func isCreate(_ statement: Statement) -> Bool {
        if case .createPerson = statement.content { return true }
        return false
    }

    private func isRevoke(_ statement: Statement?) -> Bool {
        if case .revokeDevice? = statement?.content { return true }
        return false
    }

    private func person(_ statement: Statement) -> NodeID? {
        if case .keepNodes(let revocation, _) = statement.content {
            return statementsByID[revocation].flatMap { person($0) }
        }
        return statement.person
    }

    // MARK: Joined and senior

    private func hasJoined(_ key: Key, _ person: NodeID, _ past: Set<NodeID>) -> Bool {
        if past.contains(person), statementsByID[person]?.signer == key { return true }
        return firstJoin(key, person, past) != nil
    }

    private func joins(_ key: Key, _ person: NodeID) -> [Statement] {
        statements.filter {
            if case .joinPerson(person) = $0.content { return $0.signer == key }
            return false
        }
    }

    private func firstJoin(_ key: Key, _ person: NodeID, _ past: Set<NodeID>) -> Statement? {
        joins(key, person).first { past.contains($0.node.id) && isBackedInPast($0) }
    }

    private func isBackedInPast(_ join: Statement) -> Bool {
        if let known = backedInPast[join.node.id] { return known }
        let answer = !backers(join).isEmpty || isLetInByRecover(join)
        if knowsRecoveries { backedInPast[join.node.id] = answer }
        return answer
    }

    private func backers(_ join: Statement) -> [Statement] {
        guard let person = join.person else { return [] }
        return statements.filter { add in
            guard case .addDevice(person, join.signer, _) = add.content else { return false }
            return past(join.node.id).contains(add.node.id)
                && hasJoined(add.signer, person, past(add.node.id))
        }
    }

    private func isLetInByRecover(_ join: Statement) -> Bool {
        statements.contains { recover in
            guard case .recover(join.person, _, join.signer, _) = recover.content else {
                return false
            }
            return valid.contains(recover.node.id) && past(join.node.id).contains(recover.node.id)
        }
    }

    private func seniors(_ key: Key, _ person: NodeID, _ past: Set<NodeID>) -> Set<Key> {
        if statementsByID[person]?.signer == key { return [] }
        guard let join = firstJoin(key, person, past) else { return [] }
        var seniors: Set<Key> = []
        for add in backers(join) {
            seniors.insert(add.signer)
            seniors.formUnion(self.seniors(add.signer, person, self.past(add.node.id)))
        }
        return seniors
    }

    private func depth(_ key: Key, _ person: NodeID, _ past: Set<NodeID>) -> Int {
        if statementsByID[person]?.signer == key { return 0 }
        guard let join = firstJoin(key, person, past), !isLetInByRecover(join) else { return 0 }
        return 1
            + (backers(join).map { depth($0.signer, person, self.past($0.node.id)) }.max() ?? 0)
    }

    // MARK: RECOVERs

    private func findRecoveries() {
        for create in statements where isCreate(create) {
            guard case .createPerson(_, _, var commitment) = create.content else { continue }
            var last = create.node.id
            while true {
                let such = statements.filter { recover in
                    recover.isRecover && recover.person == create.node.id
                        && past(recover.node.id).contains(last)
                        && SHA256.digest(recover.signer.bytes.span) == commitment
                }
                let candidates = such.filter { recover in
                    !such.contains { past(recover.node.id).contains($0.node.id) }
                }
                let counts = candidates.map { followers($0, create.node.id).count }
                valid.formUnion(candidates.map(\.node.id))
                guard let most = counts.max(), let place = counts.firstIndex(of: most),
                    case .recover(_, let next, _, _) = candidates[place].content
                else { break }
                last = candidates[place].node.id
                counting.insert(last)
                commitment = next
            }
            inForce[create.node.id] = commitment
        }
        knowsRecoveries = true
    }

    private func followers(_ recover: Statement, _ person: NodeID) -> Set<Key> {
        Set(
            statements.filter { statement in
                self.person(statement) == person
                    && past(statement.node.id).contains(recover.node.id)
                    && !recover.revokes.contains { $0.key == statement.signer }
                    && hasJoined(statement.signer, person, past(recover.node.id))
            }.map(\.signer))
    }

    // MARK: Revocations

    /// A revocation that is to be decided.
    private struct Open {
        let statement: Statement
        let entry: Statement.Entry
        let depth: Int
        let isByOther: Bool
    }

    private func decideRevocations() {
        var open: [Open] = []
        for statement in statements {
            guard let person = statement.person else { continue }
            let past = past(statement.node.id)
            for entry in statement.revokes where hasJoined(entry.key, person, past) {
                if statement.isRecover {
                    if counting.contains(statement.node.id) {
                        open.append(
                            Open(statement: statement, entry: entry, depth: -1, isByOther: false))
                    }
                } else if statement.signer == entry.key
                    || seniors(entry.key, person, past).contains(statement.signer)
                {
                    open.append(
                        Open(
                            statement: statement, entry: entry,
                            depth: depth(statement.signer, person, past),
                            isByOther: statement.signer != entry.key))
                }
            }
        }
        for depth in Set(open.map(\.depth)).sorted() {
            for isByOther in [false, true] {
                let together = open.filter { $0.depth == depth && $0.isByOther == isByOther }
                let counted = together.filter { revocation in
                    revocation.statement.isRecover
                        || !isCutOff(revocation.statement.node)
                            && (!revocation.isByOther || isDevices(revocation.statement))
                }
                let covered = counted.map { self.covered($0) }
                for (revocation, covered) in zip(counted, covered) {
                    counting.insert(revocation.statement.node.id)
                    revocations.append(
                        Revocation(
                            id: revocation.statement.node.id, key: revocation.entry.key,
                            covered: covered))
                }
            }
        }
    }

    private func covered(_ revocation: Open) -> Set<NodeID> {
        let statement = revocation.statement
        var keeps = revocation.entry.keeps
        for keep in statements {
            guard case .keepNodes(statement.node.id, let ids) = keep.content,
                keep.signer == statement.signer,
                statement.isRecover || statement.signer != revocation.entry.key,
                !isCutOff(keep.node)
            else { continue }
            keeps += ids
        }
        return keeps.reduce(into: past(statement.node.id).union([statement.node.id])) {
            $0.insert($1)
            $0.formUnion(past($1))
        }
    }

    private func isBy(_ node: Node, _ key: Key) -> Bool {
        node.author.publicKey.map { $0 == key } ?? (node.author.userID == UserID(key))
    }

    /// By the revocations that count so far.
    func isCutOff(_ node: Node) -> Bool {
        if wellFormed[node.id]?.isRecover == true { return false }
        if let statement = statementsByID[node.id] {
            if isRevoke(statement), counting.contains(node.id) { return false }
            if case .keepNodes(let revocation, _) = statement.content,
                let other = wellFormed[revocation], other.isRecover,
                other.signer == statement.signer
            {
                return false
            }
        }
        return revocations.contains { isBy(node, $0.key) && !$0.covered.contains(node.id) }
    }

    // MARK: Belonging

    private func isBacked(_ join: Statement) -> Bool {
        if let known = backed[join.node.id] { return known }
        let answer = statements.contains { statement in
            guard past(join.node.id).contains(statement.node.id) else { return false }
            switch statement.content {
            case .addDevice(let person, let key, _):
                return person == join.person && key == join.signer && isDevices(statement)
            case .recover(let person, _, let key, _):
                return person == join.person && key == join.signer
                    && counting.contains(statement.node.id)
            default: return false
            }
        }
        backed[join.node.id] = answer
        return answer
    }

    /// - Parameter past: nil for all statements.
    private func belongings(_ key: Key, in past: Set<NodeID>? = nil) -> [Statement] {
        statements.filter { statement in
            guard statement.signer == key, past?.contains(statement.node.id) != false,
                !isCutOff(statement.node)
            else { return false }
            if case .joinPerson = statement.content { return isBacked(statement) }
            return isCreate(statement)
        }
    }

    /// Whether a statement by a device stands.
    private func isDevices(_ statement: Statement) -> Bool {
        if isCutOff(statement.node) { return false }
        let first = belongings(statement.signer, in: past(statement.node.id)).first
        return first != nil && first?.person == statement.person
    }

    // MARK: Answers

    /// The person of the first statement of belonging of a key in a past that its own past backs, cut off or not.
    func person(of key: Key, in past: Set<NodeID>) -> NodeID? {
        statements.first { statement in
            guard statement.signer == key, past.contains(statement.node.id) else { return false }
            if case .joinPerson = statement.content { return isBackedInPast(statement) }
            return isCreate(statement)
        }?.person
    }

    func person(of key: Key) -> NodeID? { belongings(key).first?.person }

    private func code(_ statement: Statement) -> ErrorCode? {
        if isCutOff(statement.node) { return .keyRevoked }
        switch statement.content {
        case .createPerson:
            return belongings(statement.signer).first?.node.id == statement.node.id
                ? nil : .personConflict
        case .joinPerson:
            if !isBacked(statement) { return .permissionDenied }
            return belongings(statement.signer).first?.node.id == statement.node.id
                ? nil : .personConflict
        case .addDevice, .updatePerson: return isDevices(statement) ? nil : .permissionDenied
        case .revokeDevice, .recover:
            return counting.contains(statement.node.id) ? nil : .permissionDenied
        case .keepNodes(let revocation, _):
            guard let other = statementsByID[revocation], other.signer == statement.signer,
                counting.contains(revocation)
            else { return .permissionDenied }
            if case .revokeDevice(_, let entry) = other.content, entry.key == other.signer {
                return .permissionDenied
            }
            return nil
        }
    }

    /// By id of the void nodes.
    var codes: [NodeID: ErrorCode] {
        var codes = early
        for statement in statements { codes[statement.node.id] = code(statement) }
        // What is cut off comes before what it refers to.
        for node in nodes where early[node.id] == .invalidReference && isCutOff(node) {
            codes[node.id] = .keyRevoked
        }
        return codes
    }

    /// Each person in one line.
    var persons: [String] {
        let codes = codes
        return statements.filter { isCreate($0) && codes[$0.node.id] == nil }
            .sorted { $0.node.id < $1.node.id }.map { create in
                guard case .createPerson(var name, var email, _) = create.content else { return "" }
                for statement in statements where codes[statement.node.id] == nil {
                    guard
                        case .updatePerson(create.node.id, let newName, let newEmail) =
                            statement.content
                    else { continue }
                    name = newName ?? name
                    email = newEmail ?? email
                }
                let keys = Set(statements.map(\.signer)).filter { person(of: $0) == create.node.id }
                let devices = keys.sorted { $0.hexadecimal < $1.hexadecimal }.map(device)
                return "\(create.node.id) \(name) \(email?.description ?? "-") "
                    + "\(create.node.timestamp.wall.wallText) "
                    + "\(inForce[create.node.id]?.hexadecimal ?? "") \(devices.joined(separator: ","))"
            }
    }

    private func device(_ key: Key) -> String {
        guard let belonging = belongings(key).first else { return "" }
        var name: JSONString?
        if !isCreate(belonging) {
            let add = statements.first { add in
                guard case .addDevice(belonging.person, key, _) = add.content else { return false }
                return past(belonging.node.id).contains(add.node.id) && isDevices(add)
            }
            if case .addDevice(_, _, let given)? = add?.content { name = given }
        }
        let revoked = revocations.filter { $0.key == key }.map(\.id).min(by: comesFirst)
        return "\(key.hexadecimal) \(name?.description ?? "-") "
            + "\(belonging.node.timestamp.wall.wallText) "
            + "\(revoked.flatMap { byID[$0] }?.timestamp.wall.wallText ?? "-")"
    }
}

extension People {
    /// Each person in one line, as ``LiteralPeople`` writes them.
    var lines: [String] {
        persons.map { person in
            let devices = person.devices.map { device in
                "\(device.key.hexadecimal) \(device.name?.description ?? "-") "
                    + "\(device.added.wallText) \(device.revoked?.wallText ?? "-")"
            }
            return "\(person.id) \(person.name) \(person.email?.description ?? "-") "
                + "\(person.created.wallText) \(person.recovery.hexadecimal) "
                + devices.joined(separator: ",")
        }
    }
}
