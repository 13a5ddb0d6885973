import RedoCommandLine
import RedoModel
import RedoSystem

/// Actions of participants beside speaking: to come, to raise a hand, to let others speak, to end the room.
extension RoomCommand {
    /// `redo room accept`: says that one is here.
    struct Accept: RoomAction {
        static let name = "accept"
        let room: String

        init(_ arguments: Arguments, _ operands: [String]) { room = operands[0] }

        func act(in view: RoomView) -> RoomAct { .signal }

        /// A second SIGNAL would count and change nothing.
        func standing(in view: RoomView) -> String? {
            guard let own = view.own, view.room.state != .defunct, view.room.hasSignaled[own]
            else { return nil }
            return "you are here"
        }
    }

    /// `redo room pass`: lets the next one speak.
    struct Pass: RoomConfirmedAction {
        static let name = "pass"
        let room: String
        let isUnasked: Bool

        func act(in view: RoomView) -> RoomAct { .pass }

        func question(in view: RoomView) -> String? {
            view.choices?.speech == .turn
                ? "pass in the room of \(view.room.title())? a turn that is passed never comes back"
                : nil
        }
    }

    /// `redo room hand`: raises one's hand, or lowers it.
    struct Hand: RoomAction {
        private static let lower = OptionSpecification.flag("lower", "hand: lower it")

        static let name = "hand"
        static let options = [lower]
        let room: String
        private let isLowering: Bool

        init(_ arguments: Arguments, _ operands: [String]) {
            room = operands[0]
            isLowering = arguments.has(Self.lower)
        }

        func act(in view: RoomView) -> RoomAct { isLowering ? .lowerHand : .raiseHand }

        func standing(in view: RoomView) -> String? {
            guard let own = view.own, view.room.state == .active, view.room.current != own,
                view.room.hands.contains(own) != isLowering
            else { return nil }
            return "your hand is \(isLowering ? "down" : "up")"
        }
    }

    /// `redo room decline`: says that one does not join, which ends the room.
    struct Decline: RoomConfirmedAction {
        static let name = "decline"
        let room: String
        let isUnasked: Bool

        func act(in view: RoomView) -> RoomAct { .decline }
    }

    /// `redo room cancel`: ends a room that has not begun.
    struct Cancel: RoomConfirmedAction {
        static let name = "cancel"
        let room: String
        let isUnasked: Bool

        func act(in view: RoomView) -> RoomAct { view.cancelling }
    }

    /// `redo room leave`: departs, which ends the room.
    struct Leave: RoomConfirmedAction {
        static let name = "leave"
        let room: String
        let isUnasked: Bool

        func act(in view: RoomView) -> RoomAct { .leave(.left) }
    }
}
