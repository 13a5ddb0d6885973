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
    /// The rooms in the order of the times of their last acts, the latest first.
    package var latestFirst: [Room] {
        let dated = rooms.map { (room: $0, act: $0.lastAct, last: $0.events.last?.node.position) }
        // Among equal times replay order decides.
        let order = dated.indices.sorted { left, right in
            let (first, second) = (dated[left], dated[right])
            if first.act != second.act { return second.act < first.act }
            guard let one = first.last, let other = second.last else { return left < right }
            return other < one
        }
        return order.map { dated[$0].room }
    }
}

extension Room {
    /// The time of the OPEN_ROOM, by its author's clock.
    package var opened: Instant { events.first?.node.timestamp.wall ?? .earliest }

    /// The time of the last act, by the clocks of their authors. Replay order does not give it: a device that has seen
    /// fewer nodes counts fewer.
    package var lastAct: Instant { events.map(\.node.timestamp.wall).max() ?? .earliest }
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
