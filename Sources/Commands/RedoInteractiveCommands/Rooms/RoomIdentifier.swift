import RedoCrypto
import RedoJSON
import RedoModel

/// The identifier of a participant.
enum RoomIdentifier: Equatable, Sendable {
    case email(String)
    /// A plus sign and digits.
    case phone(String)
    case key(PublicKey)
    /// A key whose digits the log does not have in full.
    case user(UserID)
    /// The machine of the room, by the name that it has there.
    case machine(String)

    /// Reads an address, a number with its country or a key; nil for anything else.
    init?(_ text: String) {
        if let key = PublicKey(hexadecimal: Array(text.utf8).span) {
            self = .key(key)
        } else if text.hasPrefix("+") {
            let digits = text.dropFirst().filter { !" -()/.".contains($0) }
            guard (5...15).contains(digits.count),
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            self = .phone("+\(digits)")
        } else {
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254,
                text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
            else { return nil }
            self = .email(text)
        }
    }

    var kind: RoomRoster.Kind {
        switch self {
        case .email: .email
        case .phone: .phone
        case .key, .user: .key
        case .machine: .machine
        }
    }

    var value: String {
        switch self {
        case .email(let text), .phone(let text), .machine(let text): text
        case .key(let key): key.hexadecimal
        case .user(let user): user.description
        }
    }
}
