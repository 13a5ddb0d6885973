import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// What participants do beside speaking: to come, to raise a hand, to end the room.
extension RoomSubcommand {
    /// `redo room accept`: says that one is here.
    static let accept = RoomSubcommand("accept", [.value(.room)]) {
        (context, operands) throws(RedoError) in
        let hall = try RoomHall(writingFrom: context)
        let view = try hall.view(of: operands[0])
        // A second SIGNAL would count and change nothing.
        if let own = view.own, view.room.state != .defunct, view.room.hasSignaled[own] {
            try context.print("you are here already: \(view.situation)\n")
            return .done
        }
        return try context.act(.signal, in: view, hall)
    }

    /// `redo room decline`: says that one does not join, which ends the room.
    static let decline = RoomSubcommand("decline", [.value(.room)], options: [RoomOptions.yes]) {
        (context, operands) throws(RedoError) in
        let hall = try RoomHall(writingFrom: context)
        let view = try hall.view(of: operands[0])
        return try context.end(view, by: .decline, hall)
    }

    /// `redo room cancel`: ends a room that has not begun.
    static let cancel = RoomSubcommand("cancel", [.value(.room)], options: [RoomOptions.yes]) {
        (context, operands) throws(RedoError) in
        let hall = try RoomHall(writingFrom: context)
        let view = try hall.view(of: operands[0])
        // Whoever opened it may at any time, the others when its time is over.
        let isOriginator = view.own == view.room.roster.originator
        let act = !isOriginator && view.room.hasExpired(at: view.now) ? RoomAct.expire : .cancel
        return try context.end(view, by: act, hall)
    }

    /// `redo room leave`: departs, which ends the room.
    static let leave = RoomSubcommand("leave", [.value(.room)], options: [RoomOptions.yes]) {
        (context, operands) throws(RedoError) in
        let hall = try RoomHall(writingFrom: context)
        let view = try hall.view(of: operands[0])
        return try context.end(view, by: .leave(.left), hall)
    }

    /// `redo room hand`: raises one's hand, or lowers it.
    static let hand = RoomSubcommand("hand", [.value(.room)], options: [RoomOptions.lower]) {
        (context, operands) throws(RedoError) in
        let hall = try RoomHall(writingFrom: context)
        let view = try hall.view(of: operands[0])
        let isLowering = context.arguments.has(RoomOptions.lower)
        let isUp = view.own.map { view.room.hands.contains($0) } ?? false
        if view.room.state == .active, view.own != nil, view.room.current != view.own,
            isUp != isLowering
        {
            try context.print("your hand is \(isUp ? "up" : "down") already: \(view.situation)\n")
            return .done
        }
        return try context.act(isLowering ? .lowerHand : .raiseHand, in: view, hall)
    }

    /// `redo room cenotaph`: says the last words over a room that has ended.
    static let cenotaph = RoomSubcommand(
        "cenotaph", [.value(.room), .optional(.repeated(.value("text")))]
    ) { (context, operands) throws(RedoError) in
        let hall = try RoomHall(writingFrom: context)
        let view = try hall.view(of: operands[0])
        return try context.write(
            Array(operands.dropFirst()), "cenotaph", in: view, hall
        ) { .cenotaph($0) }
    }
}

extension CommandContext {
    /// Ends a room by an act, after a question on a terminal: a room that has ended never goes on.
    fileprivate mutating func end(
        _ view: RoomView, by act: RoomAct, _ hall: RoomHall
    ) throws(RedoError) -> ExitStatus {
        if surroundings.hasTerminalInput, !arguments.has(RoomOptions.yes),
            view.room.state != .defunct, view.own != nil
        {
            let isConfirmed = try isConfirmed(
                "end the room of \(view.room.title()) for everyone?")
            guard isConfirmed else {
                complain("nothing was written\n")
                return .no
            }
        }
        return try self.act(act, in: view, hall)
    }
}
