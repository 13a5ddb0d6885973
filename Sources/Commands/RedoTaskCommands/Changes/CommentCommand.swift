import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo comment`: comments on tasks.
package struct CommentCommand: ParsableCommand {
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each comment")

    package static let specification = CommandSpecification(
        "comment", "Comment on a task; list, change or delete comments",
        operands: [
            ["add", .value(.task), .repeated(.value("text"))],
            .optional(["list", .optional(.value(.task))]),
            ["edit", .value("comment"), .repeated(.value("text"))],
            ["delete", .value("comment")],
        ], options: [json, WritingRequest.expect], statuses: .writing())

    private enum Form {
        case add(task: String, text: String)
        /// Without a task the comments on all.
        case list(task: String?, isJSON: Bool)
        case edit(comment: String, text: String)
        case delete(comment: String)
    }

    private let form: Form
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        let word = operands.first ?? "list"
        writing = try WritingRequest(arguments)
        if word != "list" { try arguments.refuse([Self.json], by: "comment \(word)") }
        switch (word, operands.count) {
        case ("add", 3...): form = .add(task: operands[1], text: try Self.text(of: operands[2...]))
        case ("list", 0...2):
            form = .list(task: operands.dropFirst().first, isJSON: arguments.has(Self.json))
        case ("edit", 3...):
            form = .edit(comment: operands[1], text: try Self.text(of: operands[2...]))
        case ("delete", 2): form = .delete(comment: operands[1])
        case ("add", _): throw .usage("comment add takes a task and a text")
        case ("edit", _): throw .usage("comment edit takes a comment and a text")
        case ("list", _), ("delete", _):
            throw .usage("comment \(word) takes one name, not \(operands.count - 1)")
        default:
            throw .usage(
                "comment takes add, list, edit or delete, not '\(word)'",
                hints: operands.count > 1 ? ["'redo comment add TASK TEXT' adds a comment"] : [])
        }
    }

    /// The text that operands are.
    ///
    /// - Throws: wrong usage for an empty one.
    private static func text(of operands: ArraySlice<String>) throws(RedoError) -> String {
        let text = operands.joined(separator: " ")
        guard !isBlank(text) else { throw .usage("the comment is empty") }
        return text
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        switch form {
        case .add(let task, let text): try add(text, to: task, &context, repository)
        case .list(let task, let isJSON):
            try Self.list(of: task, isJSON: isJSON, &context, repository)
        case .edit(let name, let text):
            try change(name, &context, repository, .editComment, "edited") { comment in
                let text = comment.replacement(text)
                return comment.text == JSONString(text) ? nil : [Self.textMember(text)]
            }
        case .delete(let name):
            try change(name, &context, repository, .deleteComment, "deleted") { _ in [] }
        }
        return .done
    }

    private static func textMember(_ text: String) -> JSONMember {
        JSONMember("text", .string(JSONString(text)))
    }

    private func add(
        _ text: String, to name: String, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) {
        let log = try repository.log(of: [name])
        let task = try log.livingTask(named: name)
        let report = try context.edit(repository, log, by: writing) {
            (writer) throws(RedoError) in
            let (id, certificate) = writer.newID(.comment)
            try writer.add(
                familyNode: .addComment, of: task.id,
                [OwnedThing(kind: .comment, id: id).member, Self.textMember(text)] + certificate)
            return "added comment \(id.text.prefix(8)) to \(task.title.printable)\n"
                + writer.joinReport(of: task.id)
        }
        try context.print(report)
    }

    private static func list(
        of name: String?, isJSON: Bool, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) {
        // Of a named task only its own comments are shown.
        let scope = name == nil ? TaskScope.all : .none
        var comments = try repository.family(Organisation.self, about: scope).comments
        var titles: [TaskID: String] = [:]
        if let name {
            let task = try repository.log(of: [name]).livingTask(named: name)
            comments = comments.filter { $0.task == task.id }
            titles = [task.id: task.title.printable]
        }
        if isJSON {
            for comment in comments {
                try context.printLine(CanonicalJSON.bytes(comment.writtenJSON))
            }
            return
        }
        let names = try repository.authors(about: scope)
        if name == nil { titles = try repository.tasks().state.printableTitles }
        var last: TaskID?
        for comment in comments.sorted(by: { $0.task < $1.task }) {
            if comment.task != last {
                try context.print("\(titles[comment.task] ?? comment.task.description)\n")
            }
            last = comment.task
            for line in comment.lines(names) { try context.print("  \(line)\n") }
        }
    }

    /// Makes a node about the comment that a name means.
    ///
    /// - Parameter fields: what the node has beside the id; nil if there is nothing to change.
    private func change(
        _ name: String, _ context: inout CommandContext, _ repository: Repository,
        _ action: Action, _ word: String, _ fields: (Organisation.Comment) -> [JSONMember]?
    ) throws(RedoError) {
        let organisation = try repository.family(Organisation.self)
        let comment = try Self.comment(named: name, among: organisation.comments)
        guard let fields = fields(comment) else {
            return try context.print("unchanged comment \(comment.id.text.prefix(8))\n")
        }
        let change = ThingChange(
            thing: OwnedThing(kind: .comment, id: comment.id), task: comment.task,
            author: comment.author, writing: writing)
        try change.write(action, fields, organisation, repository, &context) { title in
            "\(word) comment \(comment.id.text.prefix(8)) on \(title)"
        }
    }

    private static func comment(
        named name: String, among comments: [Organisation.Comment]
    ) throws(RedoError) -> Organisation.Comment {
        try comments.thing(
            named: name, .comment, id: \.id, listedBy: "redo comment list",
            line: { "\($0.id.text) \($0.text.printable)" })
    }
}

extension Organisation.Comment {
    /// The comment for people: who wrote it when, and the text.
    ///
    /// - Parameter reader: the user who is shown it; nil for no one.
    func lines(_ authors: AuthorNames, reader: UserID? = nil) -> [String] {
        let author = user == reader ? "you" : authors.shortName(of: user)
        let mark = edited == nil ? "" : ", edited"
        let (time, text) = written
        return [
            "\(id.text.prefix(8))  \(localText(time))\(mark)  \(author)"
        ]
            + text.description.split(separator: "\n", omittingEmptySubsequences: false).map {
                "    \(String($0).printable)"
            }
    }

    /// The comment for programs: as in the canonical state, but with the time at which an imported one was written.
    var writtenJSON: JSONValue {
        guard case .object(let members) = json else { return json }
        let (time, text) = written
        return .object(
            members.map { member in
                switch member.name {
                case "created": JSONMember(member.name, .string(JSONString(time.wallText)))
                case "text": JSONMember(member.name, .string(text))
                default: member
                }
            })
    }
}
