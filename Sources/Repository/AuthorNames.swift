import RedoCrypto
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// The authors of a log, and the names by which users refer to them: a userId, its beginning, or a public key.
///
/// The name in a node or of a person is only shown. It identifies no one, since any node can contain any name.
package struct AuthorNames {
    private let authors: [UserID: AuthorSummary]
    /// The persons that the authors' keys belong to.
    package let people: People
    /// The user's agents, whose names come before those in nodes.
    package let agents: AgentNames
    /// The digits that distinguish the authors.
    private let distinct: DistinctDigits

    package init(
        _ authors: [UserID: AuthorSummary], _ people: People, _ agents: AgentNames = .none
    ) {
        self.agents = agents
        self.authors = authors
        self.people = people
        distinct = DistinctDigits(authors.keys.map(\.description))
    }

    /// The shortest beginning of a userId that distinguishes it from the other authors and from the keys of persons.
    package func digits(of user: UserID) -> String {
        let (first, second) = (distinct.text(of: user.description), people.digits(of: user))
        return first.utf8.count < second.utf8.count ? second : first
    }

    package var users: Set<UserID> { Set(authors.keys) }

    /// Whether a node of the log is by a user.
    package func has(_ user: UserID) -> Bool { authors[user] != nil }

    /// The number of nodes of a user.
    package func nodeCount(of user: UserID) -> Int { authors[user]?.nodeCount ?? 0 }

    /// The user that a name means.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func user(named name: String) throws(RedoError) -> UserID {
        try user(named: name, among: users)
    }

    /// The user that a name means: a beginning one of the given users, a whole userId any user.
    package func user(
        named name: String, among users: Set<UserID>
    ) throws(RedoError) -> UserID {
        let text = Array(name.utf8)
        if let user = UserID(text: text.span) { return user }
        if let key = PublicKey(hexadecimal: text.span) { return UserID(key) }
        if let key = agents.key(named: name) { return UserID(key) }
        let found =
            name.utf8.count < Self.smallestPrefix
            ? [] : users.filter { $0.description.hasPrefix(name) }.sorted()
        let match: NameMatch<UserID> =
            found.count > 1
            ? .several(name, found.map(self.text)) : found.first.map { .one($0) } ?? .none
        return try match.one(named: name, orElse: UnclearName.author)
    }

    private static let smallestPrefix = 4

    /// The name of the user's agent or of a person, else the one in the user's nodes; nil without any.
    package func name(of user: UserID) -> String? {
        if let title = agents.title(of: user) { return title.printable }
        return (people.person(of: user)?.name ?? authors[user]?.name)?.printable
    }

    /// A user in a word or two: the name of the user's person, else the one in the user's nodes, else the beginning
    /// of the userId.
    package func shortName(of user: UserID) -> String {
        name(of: user) ?? digits(of: user)
    }

    /// A user in a word or two, and the reader as "you".
    ///
    /// - Parameter reader: nil for no one.
    package func shortName(of user: UserID, for reader: UserID?) -> String {
        user == reader ? "you" : shortName(of: user)
    }

    /// A user as text: userId, name, number of nodes.
    package func text(of user: UserID) -> String {
        let name = name(of: user).map { " \($0)" } ?? ""
        return "\(user)\(name): \(counted(nodeCount(of: user), "node"))"
    }

    /// `<userId>\t<nodes>\t<name>` and a line feed.
    package func record(of user: UserID) -> String {
        "\(user)\t\(nodeCount(of: user))\t\(name(of: user) ?? "")\n"
    }
}
