import RedoJSON

/// The state of the family `rooms`: conversations by turns (docs/extensions.md, section 5).
package struct Rooms: Sendable {
    /// Sorted by id.
    package let rooms: [Room]
    package let voidNodes: [VoidNode]

    /// The room with an id; nil if the log has none.
    package subscript(id: NodeID) -> Room? {
        let index = rooms.partitioningIndex { $0.id >= id }
        return index < rooms.count && rooms[index].id == id ? rooms[index] : nil
    }
}

extension Rooms {
    /// The rooms in the order of their last events, the latest first.
    package var latestFirst: [Room] {
        func position(_ room: Room) -> ReplayPosition {
            room.events.last?.node.position
                ?? ReplayPosition(
                    timestamp: Timestamp(lamport: 0, wall: .earliest), id: room.id)
        }
        return rooms.map { ($0, position($0)) }.sorted { $1.1 < $0.1 }.map(\.0)
    }
}

extension Rooms: FamilyReducer {
    package static var actions: [FamilyAction] { RoomActions.all }

    package init(_ log: FamilyLog) {
        let reduction = RoomReduction(log)
        rooms = reduction.rooms.map { Room($0) }.sorted { $0.id < $1.id }
        voidNodes = log.nodes.compactMap { member in
            reduction.faults[member.number].map {
                VoidNode(number: member.number, id: member.node.id, reason: $0)
            }
        }
    }

    package var canonicalState: JSONValue { .array(rooms.map(\.json)) }
}
