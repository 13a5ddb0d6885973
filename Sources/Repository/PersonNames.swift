import RedoCrypto
import RedoModel
import RedoSystem

/// The names of the persons and keys of a log, for sharing: the name of a person, the id of one or its beginning, a
/// userId or its beginning, a public key, or `me`.
///
/// A name identifies no one, since any node can contain any name. So a principal that was found by name is shown with
/// the id.
package struct PersonNames {
    package let authors: AuthorNames
    /// The user of the command; nil without a key.
    private let own: Author?
    package var people: People { authors.people }

    package init(_ authors: AuthorNames, own: Author?) {
        self.authors = authors
        self.own = own
    }

    /// The principal that a name means.
    package struct Named: Sendable {
        package let principal: Principal
        /// Whether the log has the person or key.
        package let isKnown: Bool
    }

    /// The name for the user of the command.
    package static let me = "me"

    private static let smallestPrefix = 4

    /// The principal of the user of the command; nil without a key.
    package var ownPrincipal: Principal? { own.map { people.principal(of: $0) } }

    /// The principal that a name means.
    ///
    /// A whole public key, and a whole id of a person, also means one that the log does not have.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several; KEYCHAIN_002 for `me` without a key.
    package func principal(named name: String) throws(RedoError) -> Named {
        if name == Self.me {
            guard let own = ownPrincipal else {
                throw RedoError(
                    .keyNotLoaded, "'\(Self.me)' is who has your key, and there is none",
                    hints: ["'redo keygen' creates one"])
            }
            return Named(principal: own, isKnown: true)
        }
        if let whole = whole(name) { return whole }
        if let key = authors.agents.key(named: name) {
            return Named(principal: people.principal(of: UserID(key)), isKnown: true)
        }
        let found = candidates(name)
        if found.count > 1 { throw UnclearName.ambiguous(name, found.map(line)) }
        guard let principal = found.first else { throw UnclearName.person(name) }
        return Named(principal: principal, isKnown: true)
    }

    /// The principal that all digits of an id or a key mean; nil for any other name, and for a userId that the log
    /// does not have, since a mistyped one could not be detected.
    private func whole(_ name: String) -> Named? {
        let text = Array(name.utf8)
        if let id = NodeID(name) {
            return Named(principal: .person(id), isKnown: people[id] != nil)
        }
        if let key = PublicKey(hexadecimal: text.span) {
            if let id = NodeID("\(NodeID.prefix)\(name)"), people[id] != nil {
                return Named(principal: .person(id), isKnown: true)
            }
            let user = UserID(key)
            return Named(principal: people.principal(of: user), isKnown: isKnown(user))
        }
        guard let user = UserID(text: text.span), isKnown(user) else { return nil }
        return Named(principal: people.principal(of: user), isKnown: true)
    }

    private func isKnown(_ user: UserID) -> Bool {
        authors.has(user) || people.person(of: user) != nil
    }

    /// All principals that a name or the beginning of an id can mean, each once. The interpretations are tried in
    /// turn, and the first with a result counts.
    private func candidates(_ name: String) -> [Principal] {
        guard !name.isEmpty else { return [] }
        let lowercased = name.lowercased()
        let exact = people.persons.filter { $0.name.description == name }
        let named =
            exact.isEmpty
            ? people.persons.filter { $0.name.description.lowercased() == lowercased } : exact
        if !named.isEmpty { return named.map { .person($0.id) } }
        let prefix = "\(NodeID.prefix)"
        let digits =
            lowercased.hasPrefix(prefix)
            ? String(lowercased.dropFirst(prefix.count)) : lowercased
        guard digits.utf8.count >= Self.smallestPrefix else { return [] }
        var found: [Principal] = people.persons
            .filter { $0.id.digest.hexadecimal.hasPrefix(digits) }.map { .person($0.id) }
        let users = authors.users.union(
            people.persons.flatMap { $0.devices.map { UserID($0.key) } })
        for user in users.sorted() where user.description.hasPrefix(digits) {
            let principal = people.principal(of: user)
            if !found.contains(principal) { found.append(principal) }
        }
        return found
    }

    // MARK: Texts

    /// A principal as a candidate for a name: the id, then the name.
    private func line(_ principal: Principal) -> String {
        switch principal {
        case .person(let id):
            "\(id.digest.hexadecimal) \(people[id]?.name.printable ?? "")"
        case .user(let user): authors.text(of: user)
        }
    }

    /// The name of a principal: that of the person, else the one in the nodes of the key; nil without either.
    package func name(of principal: Principal) -> String? {
        switch principal {
        case .person(let id): people[id]?.name.printable
        case .user(let user): authors.name(of: user)
        }
    }

    /// A principal as text: the name, and enough of the id to distinguish it from all others: `Ann (person
    /// 3f2a91c4)`.
    package func text(of principal: Principal) -> String {
        let id: String
        switch principal {
        case .person(let person): id = "person \(people.digits(of: person))"
        case .user(let user): id = "key \(authors.digits(of: user))"
        }
        return name(of: principal).map { "\($0) (\(id))" } ?? id
    }
}

extension UnclearName {
    /// The error for the name of an unknown person.
    package static func person(_ name: String) -> RedoError {
        RedoError(
            .unknownName, "there is no person '\(name.printable)'",
            hints: [
                "a person is named by name, a key by a userId or four digits or more of its beginning; a key that "
                    + "the log does not have by all 64 digits of the public key",
                "'redo log --format %U' shows the userIds",
            ])
    }
}
