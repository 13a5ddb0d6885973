import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The authors of what people read in tasks: whoever set a text last, whatever the owner of the task is.
package struct TextAuthors {
    private let log: Log?
    private let names: AuthorNames
    private let own: UserID?

    /// The texts that anyone can have written.
    private static let title: JSONString = "title"
    private static let members: [JSONString] = [title, "description"]
    private static let notes: JSONString = "notes"

    /// - Parameters:
    ///   - ids: the tasks.
    ///   - own: the key of the reader; nil without one.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package init(
        of ids: [TaskID], _ repository: Repository, own: UserID?
    ) throws(RedoError) {
        self.own = own
        let names = try repository.authors(about: .none)
        self.names = names
        // What one key alone has written needs no look at the tasks.
        let isOwn = own.map { names.users == [$0] } ?? false
        log = ids.isEmpty || isOwn ? nil : try repository.log(of: ids.map(\.description))
    }

    /// The author of each text of a task: `{"title":{"by":"62752e53…","name":"Ada","isYou":false}}`.
    ///
    /// - Parameters:
    ///   - owner: who created the task.
    ///   - texts: the names of the texts that it has beside its title.
    package func json(of task: TaskID, owner: UserID, texts: [JSONString]) -> JSONValue {
        let authors = authors(of: task, owner: owner, texts: texts)
        return .object(
            authors.sorted { $0.key < $1.key }.map { JSONMember($0.key, json(of: $0.value)) })
    }

    /// The author of a title in a word or two: `you`, a name, or the beginning of a userId.
    package func titleText(of task: TaskState) -> String {
        let user = authors(of: task.id, owner: task.owner, texts: [])[Self.title] ?? task.owner
        return user == own ? "you" : names.shortName(of: user)
    }

    /// An author, for programs.
    private func json(of user: UserID) -> JSONValue {
        [
            "by": .string(JSONString(user.description)),
            "name": names.name(of: user).map { .string(JSONString($0)) } ?? .null,
            "isYou": .bool(user == own),
        ]
    }

    private func authors(
        of task: TaskID, owner: UserID, texts: [JSONString]
    ) -> [JSONString: UserID] {
        var authors = Dictionary(
            ([Self.title] + texts).map { ($0, owner) }, uniquingKeysWith: { first, _ in first })
        for assignment in log?.replay.assignments(of: task) ?? [] {
            let member = assignment.member
            let isText =
                member.todo == nil
                ? Self.members.contains(member.name) : member.name == Self.notes
            guard isText, let value = assignment.value?.string, !value.isEmpty,
                let node = log?.nodes[assignment.node]
            else { continue }
            authors[member.name] = node.author.userID
        }
        return authors
    }
}
