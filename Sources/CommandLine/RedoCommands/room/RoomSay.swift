import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

extension RoomSubcommand {
    /// `redo room say`: says something when it is one's turn.
    static let say = RoomSubcommand(
        "say", [.value(.room), .optional(.repeated(.value("text")))]
    ) { (context, operands) throws(RedoError) in
        let hall = try RoomHall(context)
        let view = try hall.view(of: operands[0])
        let text = operands.dropFirst().joined(separator: " ")
        guard !isBlank(text) else { throw .usage("the message is empty") }
        return try context.act(.say(text), in: view, hall.repository)
    }

    /// `redo room pass`: lets the next one speak.
    static let pass = RoomSubcommand("pass", [.value(.room)]) {
        (context, operands) throws(RedoError) in
        let hall = try RoomHall(context)
        return try context.act(.pass, in: try hall.view(of: operands[0]), hall.repository)
    }
}

extension CommandContext {
    /// Writes an act of the user's, and says how the room stands afterwards.
    ///
    /// - Throws: see ``RoomWriter/write(_:in:)``.
    mutating func act(
        _ act: RoomAct, in view: RoomView, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let writer = try RoomWriter(self, repository)
        let after = try writer.write([act], in: view.room.id)
        let now = RoomView(room: after, own: view.own, ignored: view.ignored, now: view.now)
        try print("\(after.title()): \(now.situation)\n")
        return .done
    }
}
