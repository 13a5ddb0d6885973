import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The rooms, whichever authors the user ignores.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: that of ``family(_:_:)``.
    package func rooms() throws(RedoError) -> Rooms { try family(Rooms.self, .local) }

    /// The rooms with further nodes in the log, and what says in words why one of these is void.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func rooms(adding nodes: [Node]) throws(RedoError) -> (rooms: Rooms, voids: VoidNodes) {
        try answer(.local) { (log, rule) throws(RedoError) -> (Rooms, VoidNodes)? in
            let grown = IndexedLog(log.stored.adding(nodes))
            guard let family = grown.log(of: Rooms.self, rule), let voids = grown.voids(rule) else {
                return nil
            }
            return (Rooms(family), voids)
        } whole: { (log) throws(RedoError) in
            let grown = log.adding(nodes)
            return (Rooms(grown.replay.log(of: Rooms.self)), grown.replay.voids)
        }
    }

    /// What a new node about a room follows: see ``Log/parents(of:in:by:)``.
    ///
    /// - Parameter heads: of the room; none for a new one.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(n) for n nodes, by columns, if the author's key is a person's.
    package func parents(
        following heads: [Node], by author: Author
    ) throws(RedoError) -> [Node] {
        let latest = Array(heads.suffix(TaskWriter.greatestParentCount))
        guard let key = author.publicKey else { return latest }
        return try answer(.local) { (log, rule) throws(RedoError) -> [Node]? in
            guard log.stored.mayHave(People.has) else { return latest }
            guard let people = log.people(rule), let index = log.index else { return nil }
            guard let belonging = people.belonging(of: key) else { return latest }
            guard let number = index.number(of: belonging),
                let graph = log.validation(rule)?.graph,
                let node = LogIndexReader(index).node(number)
            else { return nil }
            return Self.parents(latest, belonging: (number, node), in: graph)
        } whole: { (log) throws(RedoError) in
            log.parents(following: heads, by: author)
        }
    }

    /// The heads, with the node that made the key a person's unless they have seen it.
    static func parents(
        _ heads: [Node], belonging: (number: Int, node: Node), in graph: LogGraph
    ) -> [Node] {
        let seen = graph.closure(of: heads.compactMap { graph.number(of: $0.id) })
        if seen[belonging.number] { return heads }
        return [belonging.node] + heads.suffix(TaskWriter.greatestParentCount - 1)
    }
}

extension TaskWriter {
    /// Makes a node about a room.
    ///
    /// - Parameter parents: what it follows: ``Repository/parents(following:by:)``.
    @discardableResult
    package mutating func add(
        _ act: RoomAct, in room: NodeID, after parents: [Node]
    ) throws(RedoError) -> Node {
        try make(act.action, nil, act.fields(in: room), after: parents, dialect: .fields)
    }
}
