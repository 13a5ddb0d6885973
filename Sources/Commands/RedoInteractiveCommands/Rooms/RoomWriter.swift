import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Writes acts of a participant into a room.
///
/// A node that would have no effect is not written. Of two commands at one store the second sees what the first wrote:
/// both wait for the lock. Devices that write at the same time are told apart by the family.
struct RoomWriter: ~Copyable {
    let repository: Repository
    var writer: TaskWriter

    /// - Parameter identity: who signs, for the machine of a room for example; nil for the user's own.
    /// - Throws: KEYCHAIN_002 without a key.
    init(
        _ context: borrowing CommandContext, _ repository: Repository, as identity: Identity? = nil
    ) throws(RedoError) {
        self.repository = repository
        // Asks for a passphrase before it holds up others.
        writer = try TaskWriter.requested(repository, .empty, as: identity, context)
    }

    /// Writes acts in one transaction, each after the one before; the first follows the heads of the room.
    ///
    /// - Parameters:
    ///   - id: of the room.
    ///   - hall: the rooms as they were read, which are not read again if the store is as it was then.
    /// - Returns: the room afterwards.
    /// - Throws: NAME_001 if the log does not have the room; the code of the rule by which an act would have no effect,
    ///   and then nothing is written.
    consuming func write(
        _ acts: [RoomAct], in id: NodeID, knowing hall: RoomHall? = nil
    ) throws(RedoError) -> Room {
        let lock = try repository.store.roomLock()
        defer { _ = lock }
        let known = try rooms(knowing: hall)
        guard let room = known[id] else { throw UnclearName.room("\(id)") }
        let author = writer.identity.author
        let refusal = RoomRefusal(
            room: room, own: room.roster.index(of: author, try repository.people()))
        if refusal.own == nil { throw refusal.error(.room(.notAParticipant), acts.first) { "" } }
        var parents = try repository.parents(following: room.heads, by: author)
        var nodes: [Node] = []
        for act in acts {
            let node = try writer.add(act, in: id, after: parents)
            parents = [node]
            nodes.append(node)
        }
        let (rooms, voids) = try repository.rooms(adding: nodes)
        for (act, node) in zip(acts, nodes) {
            let reason =
                voids.reason(of: node.id) ?? rooms.voidNodes.first { $0.id == node.id }?.reason
            if let reason { throw refusal.error(reason, act) { voids.sentence(reason) } }
        }
        guard let after = rooms[id] else { throw UnclearName.room("\(id)") }
        try repository.edit(writer) { (_) throws(RedoError) in }
        return after
    }

    /// The rooms as they are now.
    private func rooms(knowing hall: RoomHall?) throws(RedoError) -> Rooms {
        if let hall, hall.repository === repository, let fingerprint = hall.fingerprint,
            try repository.store.fingerprint() == fingerprint
        {
            return hall.rooms
        }
        repository.forget()
        return try repository.rooms()
    }
}

/// Why an act is not written, in words.
struct RoomRefusal {
    let room: Room
    /// The place of who writes; nil for one who does not take part.
    let own: Int?

    /// - Parameter sentence: the rule as the log says it.
    func error(
        _ reason: VoidReason, _ act: RoomAct?, _ sentence: () -> String
    ) -> RedoError {
        let view = RoomView(room: room, own: own, ignored: [], now: .earliest)
        func name(_ id: JSONString) -> String {
            room.roster.participants.first { $0.id == id }?.nickname.printable ?? id.printable
        }
        let shows = "'redo room show \(view.operand)' shows the room"
        let (message, hints): (String, [String]) =
            switch reason {
            case .room(.notAParticipant):
                (
                    "you do not take part in the room of \(view.names(Array(room.roster.participants.indices)))",
                    [
                        "who takes part is fixed when a room is opened",
                        "'redo key list' shows your keys",
                    ]
                )
            case .room(.notTheOriginator), .room(.notOriginatorOrMachine):
                ("only \(view.name(room.roster.originator)), who opened the room, can do this", [])
            case .room(.byOriginator):
                ("you opened the room", ["'redo room cancel \(view.operand)' ends it"])
            case .room(.ended): ("the room has \(view.situation)", [shows])
            case .room(.notActive): ("the room has not begun: \(view.situation)", [shows])
            case .room(.active):
                ("the room has begun", ["'redo room leave \(view.operand)' ends it"])
            case .room(.unpaid): ("the room is not paid yet", [shows])
            case .room(.signaled): ("you are here already", [shows])
            case .room(.turnOf(let id)):
                (
                    "it is \(name(id))'s turn",
                    ["'redo room hand \(view.operand)' raises your hand"]
                )
            case .room(.ownTurn):
                ("it is your turn", ["'redo room say \(view.operand) TEXT' says something"])
            case .room(.handAlready):
                ("you did the same in this turn", ["the next turn can come first"])
            case .room(.notEnded): ("the room has not ended: \(view.situation)", [shows])
            case .room(.nothingSaid): ("nothing was said in the room", [])
            case .room(.otherCenotaph): ("the room has its cenotaph", [shows])
            default:
                (
                    "\(act.map { "\($0.action)" } ?? "this") would have no effect: \(sentence())",
                    [shows]
                )
            }
        return RedoError(
            reason.code, "nothing is written: \(message)", status: .no, hints: hints)
    }
}
