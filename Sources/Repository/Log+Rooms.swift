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
    /// - Complexity: that of ``parents(following:by:)``.
    package func parents(
        of fields: [JSONMember], in rooms: Rooms, by author: Author
    ) -> [Node] {
        let id = fields.first { $0.name == "room" }?.value.string
        let heads = id.flatMap { NodeID(text: $0.utf8.span) }.flatMap { rooms[$0] }?.heads ?? []
        return parents(following: heads, by: author)
    }

    /// The same, from the heads of the room.
    ///
    /// - Complexity: O(n) for n nodes if the author's key is a person's.
    func parents(following heads: [Node], by author: Author) -> [Node] {
        let graph = replay.validation.graph
        let latest = Array(heads.suffix(TaskWriter.greatestParentCount))
        guard let key = author.publicKey,
            let belonging = replay.authority.people.belonging(of: key),
            let number = graph.number(of: belonging)
        else { return latest }
        return Repository.parents(latest, belonging: (number, nodes[number]), in: graph)
    }
}

extension Rooms {
    /// The id of the room that a name means: see ``room(named:)``.
    package func id(named name: String) throws(RedoError) -> NodeID { try room(named: name).id }

    /// The room that a name means: an id, four digits or more of its beginning, or nicknames of participants with commas
    /// between them. Nicknames mean a room with no one else before others, and one that has not ended before others.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func room(named name: String) throws(RedoError) -> Room {
        var found: [Room] = []
        if let digits = hexadecimalPrefix(name), let range = NodeID.range(ofPrefix: digits) {
            found = rooms.filter { range.contains($0.id) }
        }
        for room in roomsOfNicknames(in: name) where !found.contains(where: { $0.id == room.id }) {
            found.append(room)
        }
        let match: NameMatch<Room> =
            switch found.count {
            case 0: .none
            case 1: .one(found[0])
            default: .several(name, found.map { "\($0.id) \($0.title())" })
            }
        return try match.one(named: name, orElse: UnclearName.room)
    }

    private func roomsOfNicknames(in name: String) -> [Room] {
        let wanted = Set(
            name.lowercased().split(separator: ",", omittingEmptySubsequences: false)
                .map { String($0.trimming { $0 == " " }) })
        if wanted.contains("") { return [] }
        func nicknames(_ room: Room) -> Set<String> {
            Set(room.roster.participants.map { $0.nickname.description.lowercased() })
        }
        let having = rooms.filter { nicknames($0).isSuperset(of: wanted) }
        let exact = having.filter { nicknames($0) == wanted }
        let found = exact.isEmpty ? having : exact
        let living = found.filter { $0.state != .defunct }
        return living.isEmpty ? found : living
    }
}
