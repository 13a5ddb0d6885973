import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// A resolver of the names of nodes, with one grammar for all commands. Ids and their beginnings are resolved by ids
/// alone, and only another name reads the log, once. If a name means one node, the answer is about the task of that
/// node.
///
/// ```swift
/// var resolver = NodeResolver(repository)
/// let head = try resolver.id("3f2a91c4")
/// let parent = try resolver.id("3f2a91c4^1")
/// ```
package struct NodeResolver {
    private let repository: Repository
    private var names: NodeNames?
    /// Opened for the first whole id: to list the store takes most of the time of a name.
    private var packed: PackedIDs?

    package init(_ repository: Repository) { self.repository = repository }

    /// The node that a name means.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package mutating func id(
        _ name: String
    ) throws(RedoError) -> NodeID {
        try match(name).one(named: name, orElse: UnclearName.node)
    }

    /// The node that a name means; nil if there is none.
    ///
    /// - Throws: NAME_002 if there are several.
    package mutating func existing(
        _ name: String
    ) throws(RedoError) -> NodeID? {
        let match = try match(name)
        if case .none = match { return nil }
        return try match.one(named: name, orElse: UnclearName.node)
    }

    /// The nodes that a change expects as heads: whole ids, whether or not the store has them, or beginnings of ids.
    ///
    /// - Throws: NAME_001 if no id begins so, NAME_002 if several do.
    package mutating func ids(ofHeads names: [String]) throws(RedoError) -> Set<NodeID> {
        var ids: Set<NodeID> = []
        for name in names {
            let whole = NodeID(name)
            let id = if let whole { whole } else { try id(name) }
            ids.insert(id)
        }
        return ids
    }

    /// The meaning of a name; see ``NodeNames/match(_:)``.
    package mutating func match(
        _ name: String
    ) throws(RedoError) -> NameMatch<NodeID> {
        if let digits = hexadecimalPrefix(name) {
            try repository.options.nameRule.checkNode(name)
            if let id = NodeID("sha256:\(digits)"), try isPacked(id) { return .one(id) }
            let ids = try repository.store.ids(withPrefix: digits)
            if ids.count == 1 { return .one(ids[0]) }
            if ids.count > 1 { return .several(name, ids.map(\.description)) }
            // A name that can only be an id is not compared with titles.
            if digits.utf8.count == 64 || digits.utf8.count < name.utf8.count { return .none }
        }
        let names = try loadedNames()
        let graph = names.validation.graph
        return try repository.asking { () throws(RedoError) in
            let match = try names.match(name)
            guard case .one(let number) = match, let task = graph.task(of: number) else {
                return (match.map { graph.id(of: $0) }, .all)
            }
            return (match.map { graph.id(of: $0) }, .some([graph.taskIDs[task]]))
        }
    }

    /// The nodes that an operand means: one, or those of a range ``NodeExpression``.
    ///
    /// - Returns: nil if there is no such node.
    /// - Throws: NAME_002 if a name has several meanings, NAME_001 if an end of a range has none.
    package mutating func ids(
        _ operand: String
    ) throws(RedoError) -> [NodeID]? {
        if case .node(let name) = NodeExpression(operand) {
            return try existing(name).map { [$0] }
        }
        return try reached([InputName(operand)])
    }

    /// The nodes that some operands mean: those of each, or, if one leaves nodes out as `^A` does, those of one set, under
    /// the name of the first operand. What `redo rev-parse` prints for a range is such a set.
    ///
    /// - Throws: as ``ids(_:)``, with the line of the name.
    package mutating func groups(
        _ operands: [InputName]
    ) throws(RedoError) -> [(name: InputName, ids: [NodeID]?)] {
        func leavesOut(_ operand: InputName) -> Bool {
            if case .without = NodeExpression(operand.text) { return true }
            return false
        }
        guard let first = operands.first, operands.contains(where: leavesOut) else {
            var groups: [(name: InputName, ids: [NodeID]?)] = []
            for operand in operands {
                let found = try operand.resolved { (text) throws(RedoError) -> [NodeID]? in
                    try ids(text)
                }
                groups.append((operand, found))
            }
            return groups
        }
        return [(first, try reached(operands))]
    }

    /// The nodes that a walk of some operands reaches, in replay order.
    private mutating func reached(_ operands: [InputName]) throws(RedoError) -> [NodeID] {
        let names = try loadedNames()
        repository.ask(about: .all)
        let reach = try names.reach(of: operands.map { WalkOperand($0) })
        return reach.indices.filter { reach[$0] }.map { names.validation.graph.id(of: $0) }
    }

    /// Discards the log, which may have grown, so that the next name reads it again.
    package mutating func forget() {
        names = nil
        packed = nil
        repository.forget()
    }

    private mutating func isPacked(_ id: NodeID) throws(RedoError) -> Bool {
        let ids = if let packed { packed } else { try repository.store.packedIDs() }
        packed = ids
        return ids.contains(id)
    }

    private mutating func loadedNames() throws(RedoError) -> NodeNames {
        if let names { return names }
        let loaded = try repository.names(about: .none)
        names = loaded
        return loaded
    }
}

/// The lower-case digits of a name that can be a node's: with or without `sha256:`, at least four, in any case.
package func hexadecimalPrefix(_ name: String) -> String? {
    let digits = (name.hasPrefix("sha256:") ? name.dropFirst(7) : name[...]).lowercased()
    guard (4...64).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ lowercaseHexValue($0) != nil })
    else { return nil }
    return digits
}
