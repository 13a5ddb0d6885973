import RedoCrypto
import RedoJSON

/// The form of the objects in an array of a field: closed, each member required.
package enum EntryForm: Sendable {
    /// The grants of a SHARE: `grantee` and `permission`, 1 to 50 times.
    case grants
    /// The revocations of a RECOVER: `key` and `keeps`, each key once.
    case revocations
    /// The participants of a room: `id`, `nickname`, `principal` and `identifier`, 2 to 16 times.
    case participants

    private typealias Member = (name: StaticString, isMet: (JSONElement) -> Bool)

    private var members: [Member] {
        switch self {
        case .grants:
            [
                ("grantee", { $0.withCharacters { Principal(text: $0) } != nil }),
                ("permission", { Permission($0) != nil }),
            ]
        case .revocations:
            [
                ("key", { $0.withCharacters { Digest(hexadecimal: $0) } != nil }),
                ("keeps", { FieldForm.nodeIDs.mistake(in: $0, .fields) == nil }),
            ]
        case .participants:
            [
                ("id", { $0.withCharacters { RoomRoster.Participant.isID($0) } }),
                ("nickname", { FieldForm.nonEmptyText.mistake(in: $0, .fields) == nil }),
                ("principal", { $0.withCharacters { Principal(text: $0) } != nil }),
                ("identifier", RoomRoster.Participant.isIdentifier),
            ]
        }
    }

    /// The expected value, in words.
    var expectation: String {
        switch self {
        case .grants: "an array of 1 to 50 objects with grantee and permission"
        case .revocations: "an array of objects with key and keeps, each key once"
        case .participants:
            "an array of 2 to 16 objects with id, nickname, principal and identifier"
        }
    }

    /// Whether a value is an array of such objects.
    func isMet(by value: JSONElement) -> Bool {
        guard value.kind == .array else { return false }
        let members = members
        for entry in value.elements {
            guard entry.kind == .object, entry.count == members.count,
                members.allSatisfy({ member in entry[member.name].map(member.isMet) ?? false })
            else { return false }
        }
        switch self {
        case .grants: return (1...50).contains(value.count)
        case .participants: return RoomRoster.counts.contains(value.count)
        case .revocations: return Set(value.elements.map { $0["key"]?.string }).count == value.count
        }
    }
}
