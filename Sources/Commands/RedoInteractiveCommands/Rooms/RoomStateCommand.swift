import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo room-state`: prints rooms.
package struct RoomStateCommand: ParsableCommand {
    private static let json = OptionSpecification.flag(
        "json", "print each room as in the canonical state of the family, one per line")

    package static let specification = CommandSpecification(
        "room-state", "Print the state of rooms: who takes part, whose turn it is",
        operands: [.optional(.repeated(.value("room")))], options: [json],
        readsNames: true, effect: .reads,
        statuses: .reading(done: "a room was printed", no: "there is none"))

    /// Empty for all rooms.
    private let names: [String]
    private let isJSON: Bool

    package init(_ arguments: Arguments) {
        names = arguments.operands
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let rooms = try context.openRepository().family(Rooms.self)
        var wanted = rooms.rooms
        if !names.isEmpty {
            wanted = []
            for name in names {
                if let room = rooms[try rooms.id(named: name)] { wanted.append(room) }
            }
        }
        for (index, room) in wanted.enumerated() {
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(room.json))
            } else {
                try context.print((index > 0 ? "\n" : "") + Self.lines(of: room))
            }
        }
        return wanted.isEmpty ? .no : .done
    }

    /// A room in lines of a word and a value; texts of participants are in one line each.
    private static func lines(of room: Room) -> String {
        let roster = room.roster
        var lines = ["room \(room.id)", "state \(room.state.rawValue)"]
        if let reason = room.reason { lines.append("reason \(reason.rawValue)") }
        lines.append("tier \(roster.tier)")
        if let time = roster.expiresAt { lines.append("expires \(time)") }
        lines.append("originator \(roster.participants[roster.originator].id)")
        lines.append("turn \(room.turns.count)")
        if let current = room.current { lines.append("current \(roster.participants[current].id)") }
        for (index, participant) in roster.participants.enumerated() {
            let presence = room.hasSignaled[index] ? "here" : "awaited"
            let hand = room.hands.contains(index) ? "raised" : "-"
            lines.append(
                "participant \(participant.id) \(presence) \(hand) \(participant.nickname.printable)"
            )
        }
        if let cenotaph = room.cenotaph { lines.append("cenotaph \(cenotaph.printable)") }
        return lines.joined(separator: "\n") + "\n"
    }
}
