import RedoJSON

/// The effect of an action on a room.
package enum RoomVerb: Sendable {
    case open, pay, signal, decline, cancel, expire, say, pass, raiseHand, lowerHand, leave,
        cenotaph

    /// The possible reasons of a LEAVE.
    package static let reasonsToLeave = ["left", "horizon"]
}

/// The participants who may do an action.
enum RoomActor: Sendable {
    case anyone, originator, othersThanOriginator, originatorOrMachine
}

/// An action of the family `rooms`: its effect, and who may do it. A class, since every node of a room refers to one.
final class RoomAction: Sendable {
    let verb: RoomVerb
    let actor: RoomActor
    let definition: FamilyAction

    init(verb: RoomVerb, actor: RoomActor, definition: FamilyAction) {
        self.verb = verb
        self.actor = actor
        self.definition = definition
    }
}

/// The actions of the family `rooms` (docs/extensions.md, section 5).
enum RoomActions {
    private typealias Field = ActionForm.Field

    private static let table: [RoomAction] = [
        RoomAction(
            verb: .open, actor: .originator,
            definition: FamilyAction(
                "OPEN_ROOM", of: .newRoom,
                [
                    Field(name: "participants", form: .entries(.participants), isRequired: true),
                    Field(name: "originator", form: .nonEmptyText, isRequired: true),
                    Field(name: "tier", form: .integer(atLeast: 1, atMost: 1000), isRequired: true),
                    Field(name: "expiresAt", form: .time),
                ], showing: "originator", isSigned: true, mistake: RoomRoster.mistake)),
        row(
            "PAY", .pay, .originator,
            [Field(name: "receipt", form: .nonEmptyText), Field(name: "failed", form: .bool)],
            showing: "receipt"
        ) { fields in
            if (fields["receipt"] == nil) == (fields["failed"] == nil) {
                return "PAY needs either receipt or failed"
            }
            return fields["failed"]?.bool == false ? "failed must be true" : nil
        },
        row("SIGNAL", .signal, .anyone), row("DECLINE", .decline, .othersThanOriginator),
        row("CANCEL", .cancel, .originator), row("EXPIRE", .expire, .anyone),
        row("SAY", .say, .anyone, [text], showing: "text"), row("PASS", .pass, .anyone),
        row("RAISE_HAND", .raiseHand, .anyone), row("LOWER_HAND", .lowerHand, .anyone),
        row(
            "LEAVE", .leave, .anyone,
            [Field(name: "reason", form: .nonEmptyText, isRequired: true)], showing: "reason"
        ) { fields in
            guard let reason = fields["reason"]?.string else { return nil }
            let reasons = RoomVerb.reasonsToLeave
            return reasons.contains("\(reason)")
                ? nil : "reason must be \(reasons.joined(separator: " or "))"
        },
        row("CENOTAPH", .cenotaph, .originatorOrMachine, [text], showing: "text"),
    ]

    private static let text = Field(name: "text", form: .nonEmptyText, isRequired: true)

    private static func row(
        _ name: StaticString, _ verb: RoomVerb, _ actor: RoomActor, _ fields: [Field] = [],
        showing shown: StaticString? = nil,
        mistake: @escaping @Sendable (JSONElement) -> String? = { _ in nil }
    ) -> RoomAction {
        let room = Field(name: "room", form: .nodeID, isRequired: true)
        return RoomAction(
            verb: verb, actor: actor,
            definition: FamilyAction(
                name, of: .roomField, [room] + fields, showing: shown, isSigned: true,
                mistake: mistake))
    }

    static let all = table.map(\.definition)

    /// The definition of an action; nil for one of another family.
    static func definition(of action: Action) -> RoomAction? {
        action.isKnown ? nil : table.first { action.isNamed($0.definition.name) }
    }
}

extension Action {
    package static let openRoom = Action(family: "OPEN_ROOM")

    /// Whether its nodes are about a room.
    package var isOfRoom: Bool { RoomActions.definition(of: self) != nil }
}
