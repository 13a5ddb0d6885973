import RedoCrypto

/// The plan of a REVOKE_DEVICE or RECOVER: which nodes it keeps of each key that it revokes, and which it follows
/// (docs/extensions.md, section 3: "A writer's `keeps`").
package struct RevocationPlan: Sendable {
    /// For each key the minimal set of nodes that are kept with everything that they have seen.
    package let keeps: [PublicKey: [NodeID]]
    /// The parents of the new node: the person's statements, except those that must not be kept and those that have
    /// seen them.
    package let parents: [Node]

    /// The maximum number of ids that one node keeps; KEEP_NODES carry the rest.
    package static let maximumKeepCount = 10_000

    /// - Parameters:
    ///   - keys: the keys to revoke.
    ///   - nodes: the log, in replay order.
    ///   - isVoid: whether a node of one of the keys should lose its effect. The node that made a key a device is kept:
    ///     only a node that has seen it can revoke it.
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
            let ends = graph.heads { isKept[$0] && writers[$0] == key }
            keeps[key] = ends.map { nodes[$0].id }
        }
        self.keeps = keeps
        let honest = Set(
            person.statements.compactMap { graph.number(of: $0.id) }.filter { !isTainted[$0] })
        parents = graph.heads(where: honest.contains).map { nodes[$0] }
    }

    /// The key, among some, that wrote a node.
    private static func writer(of node: Node, among keys: [PublicKey]) -> PublicKey? {
        let author = AuthorKey(node.author)
        return keys.first { author.isWritten(by: $0) }
    }
}
