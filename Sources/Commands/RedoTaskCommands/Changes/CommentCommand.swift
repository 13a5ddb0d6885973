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
        "comment", "Comment on tasks; list, change or delete comments",
        operands: [
            ["add", .value(.task), .repeated(.value("text"))],
            ["add", .option(NameInput.stdin), .repeated(.value("text"))],
            .optional(["list", .optional(.repeated(.value(.task)))]),
            ["edit", .value("comment"), .repeated(.value("text"))],
            ["delete", .value("comment")],
        ], options: [json, WritingRequest.expect, IDListing.ids],
        constraints: [
            .exclusive([json, IDListing.ids]),
            .needs(NameInput.null, anyOf: [NameInput.stdin, IDListing.ids]),
        ], readsNames: true, effect: .readsAs(["list", nil]), statuses: .writing())

    private enum Form {
        case add(tasks: [String], text: String)
        /// Without a task the comments on all.
        case list(tasks: [String], IDListing.Form)
        /// Names were to be read, and there are none.
        case nothing
        case edit(comment: String, text: String)
        case delete(comment: String)
    }

    private let form: Form
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        // A name on standard input is not a word.
        let word = arguments.names.first { $0.line == nil }?.text ?? "list"
        writing = try WritingRequest(arguments)
        if word != "list" {
            try arguments.refuse([Self.json, IDListing.ids], by: "comment \(word)")
        }
        if arguments.has(NameInput.stdin) {
            form = try Self.form(of: word, arguments)
            return
        }
        switch (word, operands.count) {
        case ("add", 3...):
            form = .add(tasks: [operands[1]], text: try Self.text(of: operands[2...]))
        case ("list", _):
            form = .list(
                tasks: Array(operands.dropFirst()), IDListing.Form(arguments, json: Self.json))
        case ("edit", 3...):
            form = .edit(comment: operands[1], text: try Self.text(of: operands[2...]))
        case ("delete", 2): form = .delete(comment: operands[1])
        case ("add", _): throw .usage("comment add takes a task and a text")
        case ("edit", _): throw .usage("comment edit takes a comment and a text")
        case ("delete", _):
            throw .usage("comment delete takes one name, not \(operands.count - 1)")
        default:
            throw .usage(
                "comment takes add, list, edit or delete, not '\(word)'",
                hints: operands.count > 1 ? ["'redo comment add TASK TEXT' adds a comment"] : [])
        }
    }

    /// What is done with the tasks on standard input. All operands of `add` are then the text.
    private static func form(
        of word: String, _ arguments: Arguments
    ) throws(RedoError) -> Form {
        let (given, read) = (
            arguments.names.filter { $0.line == nil }.map(\.text).dropFirst(),
            arguments.names.filter { $0.line != nil }.map(\.text)
        )
        switch word {
        case "add":
            guard !given.isEmpty else { throw .usage("comment add --stdin takes a text") }
            let text = try text(of: given)
            return read.isEmpty ? .nothing : .add(tasks: read, text: text)
        case "list":
            let tasks = given + read
            return tasks.isEmpty
                ? .nothing : .list(tasks: Array(tasks), IDListing.Form(arguments, json: json))
        default: throw .usage("comment \(word) takes no --\(NameInput.stdin.name)")
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
        case .nothing: break
        case .add(let tasks, let text): try add(text, to: tasks, &context, repository)
        case .list(let tasks, let form):
            try Self.list(of: tasks, as: form, &context, repository)
        case .edit(let name, let text):
            try change(name, &context, repository, .editComment, "edited") { comment in
                let text = comment.replacement(text)
                return comment.text == JSONString(text)
                    ? nil : [Organisation.Comment.textMember(text)]
            }
        case .delete(let name):
            try change(name, &context, repository, .deleteComment, "deleted") { _ in [] }
        }
        return .done
    }

    private func add(
        _ text: String, to names: [String], _ context: inout CommandContext,
        _ repository: Repository
    ) throws(RedoError) {
        let log = try repository.log(of: names)
        let tasks = try log.livingTasks(named: names)
        let report = try context.edit(repository, log, by: writing) {
            (writer) throws(RedoError) in
            var report = ""
            for task in tasks {
                let new = writer.newID(.comment)
                try writer.add(
                    familyNode: .addComment, of: task.id,
                    Organisation.Comment.fields(new, [Organisation.Comment.textMember(text)]))
                report += "added comment \(new.id.text.prefix(8)) to \(task.title.printable)\n"
                report += writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
    }

    private static func list(
        of names: [String], as form: IDListing.Form, _ context: inout CommandContext,
        _ repository: Repository
    ) throws(RedoError) {
        // Of named tasks only their own comments are shown.
        let scope = names.isEmpty ? TaskScope.all : .none
        var comments = try repository.family(Organisation.self, about: scope).comments
        var titles: [TaskID: String] = [:]
        if !names.isEmpty {
            for task in try repository.log(of: names).livingTasks(named: names) {
                titles[task.id] = task.title.printable
            }
            comments = comments.filter { titles[$0.task] != nil }
        }
        if comments.isEmpty {
            context.note(
                names.isEmpty
                    ? "there are no comments; 'redo comment add TASK TEXT' adds one"
                    : "there is no comment on \(listed(titles.values.sorted()))")
        }
        if case .ids(let end) = form {
            return try context.printIDs(comments.map(\.id.text), end: end)
        }
        if form == .json {
            for comment in comments {
                try context.printLine(CanonicalJSON.bytes(comment.writtenJSON))
            }
            return
        }
        let authors = try repository.authors(about: scope)
        let reader = context.reader(of: repository)
        if names.isEmpty { titles = try repository.tasks().state.printableTitles }
        var last: TaskID?
        for comment in comments.sorted(by: { $0.task < $1.task }) {
            if comment.task != last {
                try context.print("\(titles[comment.task] ?? comment.task.description)\n")
            }
            last = comment.task
            for line in comment.lines(authors, reader: reader) { try context.print("  \(line)\n") }
        }
    }

    /// Creates a node about the comment that a name means.
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
    func lines(_ authors: AuthorNames, reader: UserID?) -> [String] {
        let author = authors.shortName(of: user, for: reader)
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
