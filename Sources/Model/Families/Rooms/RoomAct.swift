import RedoJSON

/// An act of a participant in a room, before its node is created.
package enum RoomAct: Equatable, Sendable {
    /// - Parameter receipt: the proof of the payment.
    case pay(receipt: String)
    case signal, decline, cancel, expire, pass, raiseHand, lowerHand
    case say(String)
    case leave(Leaving)
    case cenotaph(String)

    /// Why a participant leaves.
    package enum Leaving: String, Sendable { case left, horizon }

    package var action: Action {
        switch self {
        case .pay: .pay
        case .signal: .signal
        case .decline: .decline
        case .cancel: .cancel
        case .expire: .expire
        case .say: .say
        case .pass: .pass
        case .raiseHand: .raiseHand
        case .lowerHand: .lowerHand
        case .leave: .leave
        case .cenotaph: .cenotaph
        }
    }

    /// The fields of the node in a room.
    package func fields(in room: NodeID) -> [JSONMember] {
        let own: JSONMember? =
            switch self {
            case .pay(let receipt): JSONMember("receipt", .string(JSONString(receipt)))
            case .say(let text), .cenotaph(let text): JSONMember("text", .string(JSONString(text)))
            case .leave(let reason): JSONMember("reason", .string(JSONString(reason.rawValue)))
            case .signal, .decline, .cancel, .expire, .pass, .raiseHand, .lowerHand: nil
            }
        return [JSONMember("room", .string(JSONString(room.description)))]
            + (own.map { [$0] } ?? [])
    }
}

extension Action {
    static let pay = Action(family: "PAY")
    static let signal = Action(family: "SIGNAL")
    static let decline = Action(family: "DECLINE")
    static let cancel = Action(family: "CANCEL")
    static let expire = Action(family: "EXPIRE")
    static let say = Action(family: "SAY")
    static let pass = Action(family: "PASS")
    static let raiseHand = Action(family: "RAISE_HAND")
    static let lowerHand = Action(family: "LOWER_HAND")
    static let leave = Action(family: "LEAVE")
    static let cenotaph = Action(family: "CENOTAPH")
}
