import RedoJSON

/// The holder of permissions: a person, or the user of a key that has none (docs/extensions.md).
package enum Principal: Hashable, Sendable {
    /// By the id of the node that created the person.
    case person(NodeID)
    case user(UserID)

    /// Reads an id of a node or 32 lower-case hexadecimal digits; nil for anything else.
    package init?(text: Span<UInt8>) {
        if let person = NodeID(text: text) {
            self = .person(person)
        } else if let user = UserID(text: text) {
            self = .user(user)
        } else {
            return nil
        }
    }
}

extension Principal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .person(let id): id.description
        case .user(let user): user.description
        }
    }
}

/// A key as others name it: by its user, or by its person if it has one.
struct Identity: Hashable, Sendable {
    let user: UserID
    let person: NodeID?

    init(user: UserID, person: NodeID?) {
        self.user = user
        self.person = person
    }

    /// A person of whom the log has no key: no key begins with 32 zeros.
    init(keyless person: NodeID) {
        self.init(user: UserID(UUIDValue(high: 0, low: 0)), person: person)
    }

    var principal: Principal { person.map { .person($0) } ?? .user(user) }

    /// Whether a name of a principal means the key.
    func isMeant(by name: Principal) -> Bool {
        switch name {
        case .user(let user): user == self.user
        case .person(let person): person == self.person
        }
    }

    /// The names that mean the key.
    var names: [Principal] { [.user(user)] + (person.map { [.person($0)] } ?? []) }
}
