import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A subject of `redo ignore`, left out on this device: the nodes of an author, or the statements about a person.
enum IgnoredSubject: Hashable {
    case author(UserID)
    case person(NodeID)

    var isPerson: Bool {
        if case .person = self { return true }
        return false
    }

    /// The key of the configuration that lists it.
    var key: ConfigurationKey {
        switch self {
        case .author: .ignoredAuthors
        case .person: .ignoredPersons
        }
    }

    /// Its value in the configuration.
    var value: String {
        switch self {
        case .author(let user): user.description
        case .person(let id): id.description
        }
    }
}

/// The names of the authors and persons of a log for `redo ignore`.
struct IgnorableNames {
    private let authors: AuthorNames
    /// All persons of the log, ignored ones as well.
    private let people: People
    /// The subjects that a name can mean.
    private let users: Set<UserID>
    private let persons: Set<NodeID>

    private static let smallestPrefix = 4

    /// - Parameter ignored: what names can mean; nil for everything that the log has.
    init(_ repository: Repository, among ignored: [IgnoredSubject]?) throws(RedoError) {
        authors = try repository.authors()
        people = try repository.people(.authorized)
        guard let ignored else {
            users = authors.users
            persons = Set(people.ids)
            return
        }
        var (users, persons): (Set<UserID>, Set<NodeID>) = ([], [])
        for subject in ignored {
            switch subject {
            case .author(let user): users.insert(user)
            case .person(let id): persons.insert(id)
            }
        }
        (self.users, self.persons) = (users, persons)
    }

    /// The subject of a name: a person by the id, four digits or more of its beginning, or the name; else an author.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    func subject(named name: String) throws(RedoError) -> IgnoredSubject {
        if let id = NodeID(name) { return .person(id) }
        let digits = name.lowercased()
        var found: [IgnoredSubject] = []
        if digits.utf8.count >= Self.smallestPrefix {
            for id in persons.sorted() where id.digest.hexadecimal.hasPrefix(digits) {
                found.append(.person(id))
            }
            for user in users.sorted() where user.description.hasPrefix(digits) {
                found.append(.author(user))
            }
        }
        if found.isEmpty {
            for id in persons.sorted() where people[id]?.name.description == name {
                found.append(.person(id))
            }
        }
        if found.count > 1 { throw UnclearName.ambiguous(name, found.map(text)) }
        if let subject = found.first { return subject }
        return .author(try authors.user(named: name, among: users))
    }

    /// A subject for people: the whole id, its name, and how many nodes an author wrote.
    func text(of subject: IgnoredSubject) -> String {
        switch subject {
        case .author(let user): authors.text(of: user)
        case .person(let id):
            "person \(id)" + (people[id].map { " \($0.name.printable)" } ?? "")
        }
    }

    /// `<id>\t<nodes>\t<name>` and a line feed.
    ///
    /// - Parameter ignored: the statements that are left out, with their persons.
    func record(of subject: IgnoredSubject, _ ignored: [NodeID: NodeID]) -> String {
        switch subject {
        case .author(let user): authors.record(of: user)
        case .person(let id):
            "\(id)\t\(ignored.count { $0.value == id })\t\(people[id]?.name.printable ?? "")\n"
        }
    }

    /// True if a person has one of the user's keys as a device that is not revoked, and the key has never been a device
    /// of another person.
    ///
    /// - Parameter own: the users of these keys.
    func isOwn(_ id: NodeID, _ own: Set<UserID>) -> Bool {
        people[id]?.devices.contains { device in
            own.contains(UserID(device.key)) && device.revoked == nil
                && people.belongings(of: device.key).allSatisfy { $0.person == id }
        } ?? false
    }
}

extension LayeredConfiguration {
    /// The ignored subjects, in the order of the list.
    var ignoredSubjects: [IgnoredSubject] {
        ignoredAuthors.sorted().map { .author($0) } + ignoredPersons.sorted().map { .person($0) }
    }
}
