import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoKeys
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// One who is to take part, as a command line names them: `NICKNAME=IDENTIFIER`, or the name of a contact or person.
struct RoomGuest {
    let nickname: String
    let name: Name

    enum Name: Equatable {
        /// The user who opens the room.
        case me
        case machine
        case identifier(RoomIdentifier)
        /// The name of a contact or of a person of the log, or what else names a person.
        case other(String)
    }

    /// - Throws: wrong usage for a word without a nickname.
    init(_ word: String) throws(RedoError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0).trimmed }
        let text = parts[parts.count - 1]
        nickname = parts[0]
        guard !nickname.isEmpty, !text.isEmpty else {
            throw .usage(
                "not a participant such as Eve=eve@example.org: '\(word)'", hints: Self.hints)
        }
        switch text {
        case "me" where parts.count == 2: name = .me
        case "machine" where parts.count == 2: name = .machine
        default:
            if let identifier = RoomIdentifier(text) {
                guard parts.count == 2 else {
                    throw .usage("'\(word)' has no nickname: NICKNAME=\(word)", hints: Self.hints)
                }
                name = .identifier(identifier)
            } else {
                name = .other(text)
            }
        }
    }

    private static let hints = [
        "after the nickname comes an address, a number with its country, a key, the name of a contact or a person, "
            + "'me' or 'machine'"
    ]
}

/// Finds who is to take part in a room: by the address book, the helpers of the user and the persons of the log, in
/// this order. Whoever cannot be found, or could be several, is an error.
struct RoomResolver {
    private let contacts: RoomContacts
    private let helpers: [RoomHelper]
    private let names: PersonNames
    private let own: Principal
    private let ownKey: PublicKey?
    private let machineUser: UserID?

    /// One who was found.
    struct Found {
        let nickname: String
        let identifier: RoomIdentifier
        let principal: Principal
    }

    init(
        _ context: borrowing CommandContext, _ repository: Repository
    ) throws(RedoError) {
        let configuration = repository.store.configuration
        contacts = try RoomContacts(configuration, context)
        helpers = try RoomHelper.all(for: .resolve, configuration, context.surroundings)
        let author = try context.keyring().author(for: repository.store)
        names = try repository.personNames(own: author)
        own = names.people.principal(of: author)
        ownKey = author.publicKey
        machineUser = try configuration.checkedValue(.roomMachineKey).flatMap {
            UserID(text: Array($0.utf8).span)
        }
    }

    /// The user who opens the room.
    var originator: Principal { own }

    /// All who are named, with whoever opens the room first if no one is them.
    ///
    /// - Parameter nickname: of who opens the room, if no guest says it.
    /// - Throws: NAME_001 for whoever cannot be found, NAME_002 for several, ROOM_001 if a helper fails.
    func all(_ guests: [RoomGuest], nickname: String?) throws(RedoError) -> [Found] {
        var found: [Found] = []
        for guest in guests { found.append(try self.found(guest)) }
        if found.contains(where: { $0.principal == own }) { return found }
        guard let nickname else {
            throw .usage(
                "give your nickname in the room: NICKNAME=me",
                hints: ["'redo config --global user.name NAME' sets it for all rooms"])
        }
        return [try self.found(RoomGuest("\(nickname)=me"))] + found
    }

    private func found(_ guest: RoomGuest) throws(RedoError) -> Found {
        let (identifier, principal) = try resolved(guest)
        return Found(nickname: guest.nickname, identifier: identifier, principal: principal)
    }

    private func resolved(
        _ guest: RoomGuest
    ) throws(RedoError) -> (RoomIdentifier, Principal) {
        switch guest.name {
        case .me:
            guard let ownKey else {
                throw RedoError(
                    .keyNotLoaded, "there is no key", hints: ["'redo keygen' creates one"])
            }
            return (.key(ownKey), own)
        case .machine:
            let identifier = RoomIdentifier.machine(guest.nickname)
            if let machineUser { return (identifier, .user(machineUser)) }
            guard let principal = try askHelpers(identifier, guest.nickname) else {
                throw unresolved(
                    guest,
                    [
                        "'redo config --global room.machineKey USERID' names the key by which the machine signs"
                    ])
            }
            return (identifier, principal)
        case .identifier(let identifier):
            return (identifier, try principal(of: identifier, guest))
        case .other(let name): return try resolved(name, guest)
        }
    }

    /// The principal that an identifier means: of a contact, else of a key, else the answer of a helper, else the
    /// person of the log with the email address.
    private func principal(
        of identifier: RoomIdentifier, _ guest: RoomGuest
    ) throws(RedoError) -> Principal {
        let known = contacts.found(by: identifier).compactMap { $0.principal(names.people) }
        if let principal = try one(of: known, identifier.value) { return principal }
        if case .key(let key) = identifier { return names.people.principal(of: UserID(key)) }
        if let principal = try askHelpers(identifier, guest.nickname) { return principal }
        if case .email(let email) = identifier {
            let persons = names.people.persons.filter {
                $0.email?.description.lowercased() == email.lowercased()
            }
            if let principal = try one(of: persons.map { .person($0.id) }, email) {
                return principal
            }
        }
        throw unresolved(guest, [])
    }

    /// The participant of a name: a contact, else a person of the log.
    private func resolved(
        _ name: String, _ guest: RoomGuest
    ) throws(RedoError) -> (RoomIdentifier, Principal) {
        let contacts = contacts.named(name)
        if contacts.count > 1 {
            throw UnclearName.ambiguous(
                name, contacts.map { "\($0.name) \($0.identifier?.value ?? "")" })
        }
        if let contact = contacts.first {
            if let principal = contact.principal(names.people),
                let identifier = contact.identifier ?? identifier(of: principal)
            {
                return (identifier, principal)
            }
            guard let identifier = contact.identifier else {
                throw unresolved(guest, ["the contact '\(name)' has neither a key nor an address"])
            }
            return (identifier, try principal(of: identifier, guest))
        }
        let principal: Principal
        do throws(RedoError) {
            principal = try names.principal(named: name).principal
        } catch {
            if error.code == .unknownName { throw unresolved(guest, []) }
            throw error
        }
        guard let identifier = identifier(of: principal) else { throw unresolved(guest, []) }
        return (identifier, principal)
    }

    /// The identifier of a principal of the log; nil for a person without devices.
    private func identifier(of principal: Principal) -> RoomIdentifier? {
        switch principal {
        case .person(let id):
            names.people[id]?.devices.first { $0.revoked == nil }.map { .key($0.key) }
        case .user(let user): .user(user)
        }
    }

    private func one(of found: [Principal], _ name: String) throws(RedoError) -> Principal? {
        let different = Set(found)
        if different.count > 1 {
            throw UnclearName.ambiguous(name, different.map { names.text(of: $0) }.sorted())
        }
        return found.first
    }

    /// Asks one helper after the other until one knows the participant.
    ///
    /// - Returns: nil if none does.
    private func askHelpers(
        _ identifier: RoomIdentifier, _ nickname: String
    ) throws(RedoError) -> Principal? {
        for helper in helpers {
            let answer = try helper.request([
                ("kind", identifier.kind.rawValue), ("value", identifier.value),
                ("nickname", nickname),
            ])
            if let reason = answer["error"] { throw helper.failure("refused: \(reason)") }
            if let text = answer["principal"] {
                guard let principal = Principal(text: Array(text.utf8).span) else {
                    throw helper.failure("answered with an invalid principal: '\(text)'")
                }
                return names.people.principal(ofName: principal)
            }
            if answer["publicKey"] != nil {
                guard let key = answer.publicKey else {
                    throw helper.failure("answered with an invalid public key")
                }
                return names.people.principal(of: UserID(key))
            }
        }
        return nil
    }

    private func unresolved(_ guest: RoomGuest, _ hints: [String]) -> RedoError {
        let what: String =
            switch guest.name {
            case .me: "me"
            case .machine: "the machine"
            case .identifier(let identifier): identifier.value
            case .other(let name): name
            }
        return RedoError(
            .unknownName,
            "nothing is written: \(guest.nickname.printable) cannot be resolved: \(what.printable)",
            hints: hints + [
                "the address book, the program of room.resolver and the persons of the log are asked; "
                    + "redo-room-helpers(7)"
            ])
    }
}
