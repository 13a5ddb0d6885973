import RedoJSON
import RedoModel
import RedoSystem

extension Log {
    /// What a new node about a room follows: the heads of the room and, if the author's key is a person's, what made it
    /// so, unless they have seen that.
    ///
    /// Who the author is depends on the node's own past (docs/extensions.md, section 5), so without that node a device of
    /// a participant would not be one.
    ///
    /// - Parameters:
    ///   - fields: of the new node; without a room that the log has, for an OPEN_ROOM for example, there are no heads.
    ///   - rooms: of this log.
    /// - Complexity: O(n) for n nodes if the author's key is a person's.
    package func parents(
        of fields: [JSONMember], in rooms: Rooms, by author: Author
    ) -> [Node] {
        let id = fields.first { $0.name == "room" }?.value.string
        let heads = id.flatMap { NodeID(text: $0.utf8.span) }.flatMap { rooms[$0] }?.heads ?? []
        let graph = replay.validation.graph
        guard let key = author.publicKey,
            let belonging = replay.authority.people.belonging(of: key),
            let number = graph.number(of: belonging)
        else { return heads.suffix(TaskWriter.greatestParentCount) }
        let latest = Array(heads.suffix(TaskWriter.greatestParentCount))
        let seen = graph.closure(of: latest.compactMap { graph.number(of: $0.id) })
        if seen[number] { return latest }
        return [nodes[number]] + latest.suffix(TaskWriter.greatestParentCount - 1)
    }
}

extension Rooms {
    /// The id of the room that a name means: an id, or four digits or more of its beginning.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func id(named name: String) throws(RedoError) -> NodeID {
        guard let digits = hexadecimalPrefix(name), let range = NodeID.range(ofPrefix: digits)
        else {
            throw UnclearName.room(name)
        }
        let found = rooms.filter { range.contains($0.id) }
        let match: NameMatch<NodeID> =
            switch found.count {
            case 0: .none
            case 1: .one(found[0].id)
            default: .several(name, found.map { "\($0.id)" })
            }
        return try match.one(named: name, orElse: UnclearName.room)
    }
}
