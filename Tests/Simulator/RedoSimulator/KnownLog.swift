import RedoCrypto
import RedoModel

/// What the simulation concludes from a log by itself, in the simple cases.
struct KnownLog {
    /// The keys that somebody revoked who might do so: the key itself, or a device of a person to which it belongs.
    let revoked: Set<String>
    /// Nodes that cannot count: their task is closed from the start, and their author was never let in.
    let foreign: [NodeFacts]

    init(_ nodes: [NodeFacts]) {
        /// The keys that ever said to belong to a person.
        var members: [String: Set<String>] = [:]
        for node in nodes {
            switch node.action {
            case "CREATE_PERSON": members["\(node.id)", default: []].insert(node.key)
            case "JOIN_PERSON": members[node.person ?? "", default: []].insert(node.key)
            default: break
            }
        }
        revoked = Set(
            nodes.compactMap { node -> String? in
                switch node.action {
                case "RECOVER": return node.named
                case "REVOKE_DEVICE":
                    let members = members[node.person ?? ""] ?? []
                    guard let key = node.named, members.contains(key) else { return nil }
                    return node.key == key || members.contains(node.key) ? key : nil
                default: return nil
                }
            })
        foreign = Self.foreign(nodes, persons: members)
    }

    private static func foreign(
        _ nodes: [NodeFacts], persons: [String: Set<String>]
    ) -> [NodeFacts] {
        let inPersons = persons.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let named = Set(nodes.compactMap(\.named))
        return Dictionary(grouping: nodes) { $0.task ?? "" }
            .sorted { $0.key < $1.key }
            .flatMap { (task, nodes) -> [NodeFacts] in
                let certified = nodes.filter { $0.action == "CREATE" && $0.certifies(task) }
                // What a DELETE buries has no code; whose key can be revoked may not stay the owner.
                guard let original = certified.first, certified.count == 1, original.isClosed,
                    !named.contains(original.key), !nodes.contains(where: { $0.action == "DELETE" })
                else { return [] }
                let granted = Set(nodes.flatMap(\.grantees))
                return nodes.filter { node in
                    node.key != original.key && !inPersons.contains(node.key)
                        && !granted.contains(String(node.key.prefix(32)))
                }
            }
    }
}

extension NodeFacts {
    /// Whether it is what makes a task, whose id its key and nonce determine.
    fileprivate func certifies(_ task: String) -> Bool {
        guard let ownerNonce else { return false }
        var bytes = Array(
            SHA256.digest(Array("redo:task:\(key):\(ownerNonce)".utf8).span).bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return task.filter { $0 != "-" }
            == bytes.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
    }
}
