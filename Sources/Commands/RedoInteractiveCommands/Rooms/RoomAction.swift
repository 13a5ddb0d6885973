import RedoCommandLine
import RedoModel
import RedoSystem

/// A command of `redo room` that is one act of a participant.
protocol RoomAction: RoomSubcommand {
    /// The name of the room.
    var room: String { get }

    func act(in view: RoomView) -> RoomAct

    /// The state that makes the act needless: `your hand is up`; nil to act.
    func standing(in view: RoomView) -> String?
}

extension RoomAction {
    func standing(in view: RoomView) -> String? { nil }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let (view, hall) = try RoomHall.writing(in: room, context)
        if let standing = standing(in: view) {
            try context.print("\(standing) already: \(view.situation)\n")
            return .done
        }
        return try context.act(act(in: view), in: view, hall)
    }
}

/// An act that nothing takes back, after a question on a terminal: a turn is passed forever, and a room that has ended
/// is never continued.
protocol RoomConfirmedAction: RoomAction {
    var isUnasked: Bool { get }

    init(room: String, isUnasked: Bool)

    /// The question; nil for none, where the act will be refused.
    func question(in view: RoomView) -> String?
}

extension RoomConfirmedAction {
    static var options: [OptionSpecification] { [RoomCommand.yes] }

    init(_ arguments: Arguments, _ operands: [String]) {
        self.init(room: operands[0], isUnasked: arguments.has(RoomCommand.yes))
    }

    func question(in view: RoomView) -> String? {
        view.room.state != .defunct && view.own != nil
            ? "end the room of \(view.room.title()) for everyone?" : nil
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let (view, hall) = try RoomHall.writing(in: room, context)
        if context.surroundings.hasTerminalInput, !isUnasked, let question = question(in: view) {
            guard try context.isConfirmed(question) else {
                context.complain("nothing was written\n")
                return .no
            }
        }
        return try context.act(act(in: view), in: view, hall)
    }
}
