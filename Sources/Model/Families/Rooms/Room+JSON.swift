import RedoJSON

extension Room {
    /// The room in the canonical state.
    package var json: JSONValue {
        let ids = roster.participants.map { JSONValue.string($0.id) }
        let participants = zip(roster.participants, hasSignaled).map { participant, signaled in
            JSONValue.object([
                JSONMember("id", .string(participant.id)),
                JSONMember("kind", .text(participant.kind.rawValue)),
                JSONMember("nickname", .string(participant.nickname)),
                JSONMember("principal", .text("\(participant.principal)")),
                JSONMember("signaled", .bool(signaled)),
                JSONMember("value", .string(participant.value)),
            ])
        }
        let messages = messages.map { message in
            JSONValue.object([
                JSONMember("id", .text("\(message.node.id)")),
                JSONMember("participant", ids[message.participant]),
                JSONMember("text", message.text.map { .string($0) } ?? .null),
                JSONMember("wall", .text(message.node.timestamp.wall.wallText)),
            ])
        }
        let turns = turns.map { JSONValue.text("\($0.node.id)") }
        return [
            "cenotaph": cenotaph.map { .string($0) } ?? .null,
            "current": current.map { ids[$0] } ?? .null,
            "expiresAt": roster.expiresAt.map { .string($0) } ?? .null,
            "hands": .array(hands.map { ids[$0] }), "id": .text("\(id)"),
            "messages": .array(messages), "originator": ids[roster.originator],
            "participants": .array(participants),
            "reason": reason.map { .text($0.rawValue) } ?? .null, "state": .text(state.rawValue),
            "tier": .number(Double(roster.tier)), "turn": .number(Double(turns.count)),
            "turns": .array(turns),
        ]
    }
}

extension JSONValue {
    fileprivate static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
}
