import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension RoomCommand {
    /// `redo room watch`: prints what happens in rooms as it comes.
    struct Watch: RoomSubcommand {
        static let name = "watch"
        static let operands: [OperandForm] = [.optional(.value(.room))]

        /// Nil for all rooms.
        private let room: String?

        init(_ arguments: Arguments, _ operands: [String]) { room = operands.first }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let repository = try context.openRepository()
            let wanted = try room.map { name throws(RedoError) in
                try repository.rooms().id(named: name)
            }
            let arrivals = try StoreArrivals.begin(repository, needsCursors: false)
            var changes = RoomChanges(only: wanted)
            for line in changes.take(try RoomHall(context, arrivals.repository)) {
                try context.printLine(CanonicalJSON.bytes(line))
            }
            return try arrivals.follow(&context) { (batch, arrivals, context) throws(RedoError) in
                if batch.isEmpty { return }
                // What it read before lacks them.
                arrivals.repository.forget()
                for line in changes.take(try RoomHall(context, arrivals.repository)) {
                    try context.printLine(CanonicalJSON.bytes(line))
                }
            }
        }
    }
}

/// The changes of rooms between two readings, as JSON for programs: lines of conversations that have come or
/// no longer count, and how rooms stand.
struct RoomChanges {
    /// The room that is looked at; nil for all.
    private let wanted: NodeID?
    private var seen: [NodeID: Seen] = [:]
    private var isFirst = true

    private struct Seen {
        var lines: Set<NodeID> = []
        var standing = JSONValue.null
    }

    init(only wanted: NodeID? = nil) { self.wanted = wanted }

    /// The changes since the last call. The first call returns the states of the rooms without their messages.
    mutating func take(_ hall: RoomHall) -> [JSONValue] {
        var changes: [JSONValue] = []
        for room in hall.rooms.rooms where wanted == nil || room.id == wanted {
            changes += take(hall.view(of: room))
        }
        // A revocation takes a room back with all that was said in it.
        let ids = Set(hall.rooms.rooms.map(\.id))
        for id in seen.keys.filter({ !ids.contains($0) }).sorted() {
            seen[id] = nil
            changes.append(["kind": "void", "room": Self.text("\(id)")])
        }
        isFirst = false
        return changes
    }

    private mutating func take(_ view: RoomView) -> [JSONValue] {
        let room = view.room
        let lines = RoomTranscript(room).lines
        let old = seen[room.id] ?? Seen()
        var now = Seen(lines: Set(lines.map(\.node.id)))
        var changes: [JSONValue] = []
        if !isFirst {
            for node in old.lines.subtracting(now.lines).sorted() {
                changes.append([
                    "kind": "withdrawn", "node": Self.text("\(node)"),
                    "room": Self.text("\(room.id)"),
                ])
            }
            for line in lines where !old.lines.contains(line.node.id) {
                changes.append(json(line, view))
            }
        }
        now.standing = standing(view)
        if now.standing != old.standing { changes.append(now.standing) }
        seen[room.id] = now
        return changes
    }

    private func json(_ line: RoomTranscript.Line, _ view: RoomView) -> JSONValue {
        let isHidden = !line.isNarration && view.isIgnored(line.node)
        return [
            "kind": line.isNarration ? "narration" : "message",
            "node": Self.text("\(line.node.id)"),
            "participant": .string(view.room.roster.participants[line.participant].id),
            "room": Self.text("\(view.room.id)"),
            "text": isHidden ? .null : .string(line.text),
            "wall": Self.text(line.node.timestamp.wall.wallText),
        ]
    }

    private func standing(_ view: RoomView) -> JSONValue {
        let room = view.room
        func id(_ index: Int) -> JSONValue { .string(room.roster.participants[index].id) }
        return [
            "can": .array(view.commands.map(Self.text)),
            "current": room.current.map(id) ?? .null,
            "hands": .array(room.hands.map(id)), "kind": "room",
            "me": view.own.map(id) ?? .null,
            "reason": room.reason.map { Self.text($0.rawValue) } ?? .null,
            "room": Self.text("\(room.id)"), "state": Self.text(room.state.rawValue),
            "title": Self.text(room.title { $0.description }),
            "turn": .number(Double(room.turns.count)),
        ]
    }

    private static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
}
