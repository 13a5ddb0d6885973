import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The user's address book: a file in the syntax of the configuration, a section for each contact.
///
/// ```
/// [contact "Eve"]
///     email = eve@example.org
///     phone = +49 30 1234567
///     key = 64 hexadecimal digits
///     person = sha256:…
/// ```
struct RoomContacts {
    /// In the order of the file.
    let all: [Contact]

    struct Contact {
        let name: String
        fileprivate(set) var emails: [String] = []
        fileprivate(set) var phones: [String] = []
        fileprivate(set) var keys: [PublicKey] = []
        fileprivate(set) var person: NodeID?

        fileprivate init(name: String) { self.name = name }

        /// The identifier of the contact; nil for a contact with a name alone.
        var identifier: RoomIdentifier? {
            if let email = emails.first { return .email(email) }
            if let phone = phones.first { return .phone(phone) }
            return keys.first.map { .key($0) }
        }

        /// The identity of the contact; nil without a key or a person.
        func principal(_ people: People) -> Principal? {
            person.map { .person($0) } ?? keys.first.map { people.principal(of: UserID($0)) }
        }
    }

    /// Reads the file that `room.contacts` names, else `contacts` beside the configuration.
    ///
    /// - Throws: STORAGE_001 if it cannot be read, STORAGE_004 with the line that is not in the syntax, or for a
    ///   value that is not what its name says.
    init(
        _ configuration: LayeredConfiguration, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let path =
            if let path = configuration.value(.roomContacts) {
                path
            } else {
                try Path.join(context.home.configurationDirectory(), "contacts")
            }
        let file = ConfigurationFile(path: path, isUsers: true)
        var contacts: [Contact] = []
        for entry in try file.read().entries {
            guard entry.name.section == "contact", let name = entry.name.subsection else {
                continue
            }
            if !contacts.contains(where: { $0.name == name }) {
                contacts.append(Contact(name: name))
            }
            let index = contacts.firstIndex { $0.name == name } ?? 0
            try contacts[index].take(entry.name.key, entry.value ?? "", path)
        }
        all = contacts
    }

    /// The contacts of a name; without one of exactly that, those of it in other letters.
    func named(_ name: String) -> [Contact] {
        let exact = all.filter { $0.name == name }
        return exact.isEmpty ? all.filter { $0.name.lowercased() == name.lowercased() } : exact
    }

    /// The contacts that are found by something.
    func found(by identifier: RoomIdentifier) -> [Contact] {
        switch identifier {
        case .email(let email):
            all.filter { $0.emails.contains { $0.lowercased() == email.lowercased() } }
        case .phone(let phone): all.filter { $0.phones.contains(phone) }
        case .key(let key): all.filter { $0.keys.contains(key) }
        case .user(let user): all.filter { $0.keys.contains { UserID($0) == user } }
        case .machine: []
        }
    }
}

extension RoomContacts.Contact {
    fileprivate mutating func take(
        _ key: String, _ value: String, _ path: String
    ) throws(RedoError) {
        func wrong(_ form: String) -> RedoError {
            RedoError(
                .corrupted,
                "\(path): the \(key) of the contact '\(name)' is not \(form): '\(value)'")
        }
        let text = Array(value.utf8)
        switch key {
        case "email":
            guard case .email(let email)? = RoomIdentifier(value) else {
                throw wrong("an address")
            }
            emails.append(email)
        case "phone":
            guard case .phone(let phone)? = RoomIdentifier(value) else {
                throw wrong("a number with its country, such as +49 30 1234567")
            }
            phones.append(phone)
        case "key":
            guard let found = PublicKey(hexadecimal: text.span) else {
                throw wrong("a key of 64 hexadecimal digits")
            }
            keys.append(found)
        case "person":
            guard let id = NodeID(text: text.span) else { throw wrong("the id of a person") }
            person = id
        default: break
        }
    }
}
