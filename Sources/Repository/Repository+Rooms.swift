import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The rooms, including those of authors whom the user ignores.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: that of ``family(_:_:)``.
    package func rooms() throws(RedoError) -> Rooms { try family(Rooms.self, .local) }

    /// Whether the log can have rooms: false is certain, and costs little.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func mayHaveRooms() throws(RedoError) -> Bool {
        if let packs = try packsAlone() { return packs.mayHave(Rooms.has) }
        return try indexedSource()?.stored.mayHave(Rooms.has) ?? true
    }

    /// The rooms with further nodes in the log, and the void nodes, which have the reasons why some of the further
    /// ones are void.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func rooms(adding nodes: [Node]) throws(RedoError) -> (rooms: Rooms, voids: VoidNodes) {
        try answer(.local) { (log, rule) throws(RedoError) -> (Rooms, VoidNodes)? in
            let grown = log.adding(nodes)
            guard let family = grown.log(of: Rooms.self, rule), let voids = grown.voids(rule) else {
                return nil
            }
            return (Rooms(family), voids)
        }
    }

    /// The parents of a new node about a room, by its fields: see ``parents(following:by:)``.
    ///
    /// - Parameter fields: if they name no existing room, as those of an OPEN_ROOM, there are no heads.
    package func parents(
        of fields: [JSONMember], in rooms: Rooms, by author: Author
    ) throws(RedoError) -> [Node] {
        let id = fields.first { $0.name == "room" }?.value.string
        let room = id.flatMap { NodeID(text: $0.utf8.span) }.flatMap { rooms[$0] }
        return try parents(following: room?.heads ?? [], by: author)
    }

    /// The parents of a new node about a room: the heads of the room and, if the author's key is a person's, the node
    /// that added it, unless it is an ancestor of them.
    ///
    /// The author's identity depends on the ancestors of the node itself (docs/extensions.md, section 5). Without
    /// that parent a device of a participant would not count as one.
    ///
    /// - Parameter heads: of the room; empty for a new one.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(n) for n nodes, by columns, if the author's key is a person's.
    package func parents(
        following heads: [Node], by author: Author
    ) throws(RedoError) -> [Node] {
        let latest = Array(heads.suffix(TaskWriter.maximumParentCount))
        guard let key = author.publicKey else { return latest }
        return try answer(.local) { (log, rule) throws(RedoError) -> [Node]? in
            guard let people = log.people(rule) else { return nil }
            guard let belonging = people.belonging(of: key) else { return latest }
            guard let index = log.index, let number = index.number(of: belonging),
                let graph = log.validation(rule)?.graph,
                let node = LogIndexReader(index).node(number)
            else { return nil }
            let seen = graph.closure(of: latest.compactMap { graph.number(of: $0.id) })
            return seen[number]
                ? latest : [node] + latest.suffix(TaskWriter.maximumParentCount - 1)
        }
    }
}

extension TaskWriter {
    /// Creates a node about a room.
    ///
    /// - Parameter parents: those of ``Repository/parents(following:by:)``.
    @discardableResult
    package mutating func add(
        _ act: RoomAct, in room: NodeID, after parents: [Node]
    ) throws(RedoError) -> Node {
        try make(act.action, nil, act.fields(in: room), after: parents, dialect: .fields)
    }
}
