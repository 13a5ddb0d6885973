import RedoJSON
import RedoSystem

/// Why a well-formed node about a room is void: the rule, and the node that decides, by its number in replay order.
package enum RoomFault: Equatable, Sendable {
    /// It has seen no OPEN_ROOM of the room that counts.
    case unknownRoom
    case notAParticipant
    case notTheOriginator
    /// The originator cannot do this.
    case byOriginator
    case notOriginatorOrMachine

    // Its past is not as the action requires.
    case ended(by: Int)
    case paid(by: Int)
    case unpaid
    case notActive
    case active
    /// The author has already signaled their presence.
    case signaled
    case neverExpires
    /// The time is not over yet.
    case notExpired(JSONString)
    case ownTurn
    /// Its author did the same in the same turn.
    case handAlready
    case notEnded
    case nothingSaid
    case otherCenotaph(Int)

    /// The turn that it has seen belongs to another participant.
    case turnOf(JSONString)
    /// Another node was chosen for the turn.
    case otherChosen(Int)

    var code: ErrorCode {
        switch self {
        case .unknownRoom: .invalidReference
        case .notAParticipant, .notTheOriginator, .byOriginator, .notOriginatorOrMachine:
            .notAParticipant
        case .ended, .paid, .unpaid, .notActive, .active, .signaled, .neverExpires, .notExpired,
            .ownTurn, .handAlready, .notEnded, .nothingSaid, .otherCenotaph:
            .roomState
        case .turnOf, .otherChosen: .notYourTurn
        }
    }

    /// The rule in words.
    ///
    /// - Parameter describe: names a node, such as "LEAVE 3f2a…".
    func sentence(_ describe: (_ number: Int) -> String) -> String {
        switch self {
        case .unknownRoom: "no OPEN_ROOM that it has seen and that counts opened the room"
        case .notAParticipant: "its author is not a participant of the room"
        case .notTheOriginator: "its author is not the originator of the room"
        case .byOriginator: "the originator cannot do this"
        case .notOriginatorOrMachine:
            "its author is neither the originator nor the machine of the room"
        case .ended(let other): "\(describe(other)), which it had seen, ended the room"
        case .paid(let other): "\(describe(other)), which it had seen, paid for the room"
        case .unpaid: "it has seen no payment for the room"
        case .notActive: "the room that it has seen is not active"
        case .active: "the room that it has seen is active"
        case .signaled: "its author had said that they are here"
        case .neverExpires: "the room never expires"
        case .notExpired(let time): "the room does not expire before \(time)"
        case .ownTurn: "it is its author's turn"
        case .handAlready: "its author did the same in the same turn"
        case .notEnded: "it has seen no end of the room"
        case .nothingSaid: "it has seen no message in the room"
        case .otherCenotaph(let other): "\(describe(other)) is the cenotaph of the room"
        case .turnOf(let participant): "the turn that it has seen is that of \(participant)"
        case .otherChosen(let other): "\(describe(other)) was chosen for the turn"
        }
    }
}
