import RedoModel
import RedoSystem

extension Rooms {
    /// The id of the room that a name means: see ``room(named:)``.
    package func id(named name: String) throws(RedoError) -> NodeID { try room(named: name).id }

    /// The room that a name means: an id, four or more digits of its beginning, or nicknames of participants with
    /// commas between them. For nicknames, a room without further participants comes before others, and one that has
    /// not ended before others.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func room(named name: String) throws(RedoError) -> Room {
        let found = rooms(named: name)
        let match: NameMatch<Room> =
            switch found.count {
            case 0: .none
            case 1: .one(found[0])
            default: .several(name, found.map { "\($0.id) \($0.title())" })
            }
        return try match.one(named: name, orElse: UnclearName.room)
    }

    /// All rooms that a name can mean, the latest first: see ``room(named:)``.
    package func rooms(named name: String) -> [Room] {
        var ids: Set<NodeID> = []
        if let digits = hexadecimalPrefix(name), let range = NodeID.range(ofPrefix: digits) {
            ids = Set(rooms.map(\.id).filter(range.contains))
        }
        ids.formUnion(roomsOfNicknames(in: name).map(\.id))
        return ids.isEmpty ? [] : latestFirst.filter { ids.contains($0.id) }
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
