import RedoCrypto

/// What a REVOKE_DEVICE or RECOVER keeps of each key that it revokes, and what it follows (docs/extensions.md,
/// section 3: "A writer's `keeps`").
package struct RevocationPlan: Sendable {
    /// Of each key the nodes to keep, with all that they have seen: as few as say it.
    package let keeps: [PublicKey: [NodeID]]
    /// What the new node follows: the person's statements but for those that must not be kept, and what has seen
    /// those.
    package let parents: [Node]

    /// The most ids that one node keeps; KEEP_NODES carry the rest.
    package static let greatestKeepCount = 10_000

    /// - Parameters:
    ///   - keys: what is revoked.
    ///   - nodes: the log, in replay order.
    ///   - isVoid: whether a node by one of the keys is to have no effect any more. What made a key a device stays:
    ///     only what has seen that can revoke it.
    /// - Complexity: O(k n) for k keys and n nodes.
    package init(
        of keys: [PublicKey], _ person: People.Person, _ nodes: [Node], in graph: LogGraph,
        isVoid: (Node) -> Bool
    ) {
        let writers = nodes.map { Self.writer(of: $0, among: keys) }
        var isKept = Array(repeating: false, count: nodes.count)
        var isTainted = isKept
        for number in nodes.indices {
            if writers[number] != nil {
                let node = nodes[number]
                let isBelonging = node.action == .joinPerson || node.action == .createPerson
                isKept[number] = isBelonging || !isVoid(node)
                isTainted[number] = !isKept[number]
            }
            for parent in graph.parents(of: number) where isTainted[parent] {
                isTainted[number] = true
            }
        }
        var keeps: [PublicKey: [NodeID]] = [:]
        for key in Set(keys) {
            let ends = Self.heads(in: graph) { isKept[$0] && writers[$0] == key }
            keeps[key] = ends.map { nodes[$0].id }
        }
        self.keeps = keeps
        let honest = Set(
            person.statements.compactMap { graph.number(of: $0.id) }.filter { !isTainted[$0] })
        parents = Self.heads(in: graph, where: honest.contains).map { nodes[$0] }
    }

    /// The key, among some, that a node is by.
    private static func writer(of node: Node, among keys: [PublicKey]) -> PublicKey? {
        let author = AuthorKey(node.author)
        return keys.first { author.isWritten(by: $0) }
    }

    /// The nodes that no other of them has seen, in replay order, by number. O(n).
    private static func heads(in graph: LogGraph, where isMember: (Int) -> Bool) -> [Int] {
        var isSeen = Array(repeating: false, count: graph.count)
        var heads: [Int] = []
        for number in (0..<graph.count).reversed() {
            let counts = isMember(number)
            if counts, !isSeen[number] { heads.append(number) }
            if counts || isSeen[number] {
                for parent in graph.parents(of: number) { isSeen[parent] = true }
            }
        }
        return heads.reversed()
    }
}
