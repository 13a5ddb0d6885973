/// What is known of the nodes of a log beside its shape, without their content: few logs are asked for it.
package protocol LogColumns: Sendable {
    /// When a node was made.
    func wall(of number: Int) -> Instant

    /// What a node does; nil if only its content names the action.
    func action(of number: Int) -> Action?

    /// The numbers of the nodes with an action of some, in ascending order; nil if only a node names its
    /// action.
    ///
    /// - Complexity: O(n); constant for a packed log that has no such action.
    func numbers(withAction isWanted: (Action) -> Bool) -> [Int]?

    /// The numbers of the CREATEs that close their tasks (``Node/closesItsTask``), in ascending order; nil if that
    /// is not known.
    ///
    /// - Complexity: O(c) for c of them in packs, and O(l) for l nodes that are in memory.
    func closingCreates() -> [Int]?

    /// Who wrote each node; nil if that is not known. O(n).
    func authors() -> LogAuthors?
}

/// The columns of nodes that are in memory.
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
