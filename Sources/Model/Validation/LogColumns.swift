/// The facts of a log's nodes besides its shape, without their content: only some questions need them.
package protocol LogColumns: Sendable {
    /// The wall time of a node.
    func wall(of number: Int) -> Instant

    /// The action of a node; nil if only its content names it.
    func action(of number: Int) -> Action?

    /// The numbers of the nodes whose action satisfies a condition, in ascending order; nil if only a node names its
    /// action.
    ///
    /// - Complexity: O(n); constant for a packed log that has no such action.
    func numbers(withAction isWanted: (Action) -> Bool) -> [Int]?

    /// The numbers of the CREATEs that close their tasks (``Node/closesItsTask``), in ascending order; nil if they are
    /// unknown.
    ///
    /// - Complexity: O(c) for c of them in packs, and O(l) for l nodes in memory.
    func closingCreates() -> [Int]?

    /// The author of each node; nil if they are unknown. O(n).
    func authors() -> LogAuthors?
}

/// The columns of nodes in memory.
struct ListedNodes: LogColumns {
    let nodes: [Node]

    func wall(of number: Int) -> Instant { nodes[number].timestamp.wall }

    func action(of number: Int) -> Action? { nodes[number].action }

    func numbers(withAction isWanted: (Action) -> Bool) -> [Int]? {
        let isKnownWanted = Action.wantedCodes(isWanted)
        return nodes.indices.filter { number in
            let action = nodes[number].action
            return action.isKnown ? isKnownWanted[Int(action.code)] : isWanted(action)
        }
    }

    func closingCreates() -> [Int]? { nodes.indices.filter { nodes[$0].closesItsTask } }

    func authors() -> LogAuthors? {
        var authors = LogAuthors.Builder()
        for node in nodes { authors.append(authors.number(of: node.author)) }
        return LogAuthors(authors)
    }
}
