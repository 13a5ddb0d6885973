import RedoJSON

/// The participants of a room, in the order of turns, and its terms, which the OPEN_ROOM fixes.
package struct RoomRoster: Sendable {
    package let participants: [Participant]
    /// The index of the participant who opened the room.
    package let originator: Int
    /// The price in dollars: 1, 10, 100 or 1000.
    package let tier: Int
    /// An ISO 8601 time as it was written; nil for a room that never expires.
    package let expiresAt: JSONString?

    /// One of 2 to 16 participants.
    package struct Participant: Sendable {
        /// Letters, digits and hyphens.
        package let id: JSONString
        package let nickname: JSONString
        package let principal: Principal
        package let kind: Kind
        /// The value by which the participant was found: an address, a number, a key, or the name of the machine.
        package let value: JSONString
    }

    /// The kind of a participant's identifier.
    package enum Kind: String, CaseIterable, Sendable { case key, email, phone, machine }

    /// The minimum and maximum number of participants.
    static let counts = 2...16

    /// Reads the fields of a well-formed OPEN_ROOM; nil for others.
    init?(_ fields: JSONElement) {
        let participants = fields["participants"]?.elements.compactMap { Participant($0) } ?? []
        guard Self.counts.contains(participants.count), let name = fields["originator"]?.string,
            let originator = participants.firstIndex(where: { $0.id == name }),
            let tier = fields["tier"]?.integer
        else { return nil }
        self.participants = participants
        self.originator = originator
        self.tier = tier
        expiresAt = fields["expiresAt"]?.string
    }

    /// The mistake in the fields of an OPEN_ROOM together; nil if there is none, or a field is wrong by itself.
    static func mistake(in fields: JSONElement) -> String? {
        if let tier = fields["tier"]?.integer, ![1, 10, 100, 1000].contains(tier) {
            return "tier must be 1, 10, 100 or 1000"
        }
        guard let entries = fields["participants"], EntryForm.participants.isMet(by: entries) else {
            return nil
        }
        let participants = entries.elements.compactMap { Participant($0) }
        func isRepeated<Value: Hashable>(_ value: (Participant) -> Value) -> Bool {
            Set(participants.map(value)).count < participants.count
        }
        if isRepeated(\.id) { return "two participants have one id" }
        if isRepeated(\.nickname) { return "two participants have one nickname" }
        if isRepeated(\.principal) { return "two participants are one principal" }
        let machines = participants.filter { $0.kind == .machine }
        if machines.count > 1 { return "a room has at most one machine" }
        if let machine = machines.first, machine.nickname != machine.value {
            return "the nickname of a machine must be its value"
        }
        let originator = fields["originator"]?.string
        return participants.contains { $0.id == originator }
            ? nil : "originator must be the id of a participant"
    }

    package var count: Int { participants.count }

    /// The index of the machine; nil if there is none.
    package var machine: Int? { participants.firstIndex { $0.kind == .machine } }

    /// The index of the participant whose turn it is.
    package func owner(ofTurn turn: Int) -> Int { turn % count }

    /// Whether a participant may do an action that is limited to some of them.
    func allows(_ participant: Int, _ actor: RoomActor) -> Bool {
        switch actor {
        case .anyone: true
        case .originator: participant == originator
        case .othersThanOriginator: participant != originator
        case .originatorOrMachine: participant == originator || participant == machine
        }
    }
}

extension RoomRoster.Participant {
    /// Reads an entry; nil if its form is wrong.
    init?(_ entry: JSONElement) {
        guard let id = entry["id"]?.string, let nickname = entry["nickname"]?.string,
            let principal = entry["principal"]?.withCharacters({ Principal(text: $0) }) ?? nil,
            let identifier = entry["identifier"], let kind = RoomRoster.Kind(identifier["kind"]),
            let value = identifier["value"]?.string
        else { return nil }
        self.id = id
        self.nickname = nickname
        self.principal = principal
        self.kind = kind
        self.value = value
    }

    /// Whether a text can be the id of a participant: 1 to 32 of a–z, 0–9 and the hyphen.
    package static func isID(_ text: Span<UInt8>) -> Bool {
        (1...32).contains(text.count)
            && text.indices.allSatisfy { index in
                switch text[index] {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Whether a value can be the identifier of a participant: `kind` and `value`.
    static func isIdentifier(_ value: JSONElement) -> Bool {
        value.kind == .object && value.count == 2 && RoomRoster.Kind(value["kind"]) != nil
            && value["value"].map { FieldForm.nonEmptyText.mistake(in: $0, .fields) == nil }
                ?? false
    }
}

extension RoomRoster.Kind {
    fileprivate init?(_ value: JSONElement?) {
        guard let text = value?.string, let kind = Self(rawValue: text.description) else {
            return nil
        }
        self = kind
    }
}
