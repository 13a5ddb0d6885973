import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each comment")

    /// `redo comment`: comments on tasks.
    package static let comment = Command(
        CommandSpecification(
            "comment", "Comment on a task; list, change or delete comments",
            operands: [
                ["add", .value(.task), .repeated(.value("text"))],
                ["list", .optional(.value(.task))],
                ["edit", .value("comment"), .repeated(.value("text"))],
                ["delete", .value("comment")],
            ], options: [json], statuses: .writing())
    ) { (context) throws(RedoError) in
        let operands = context.arguments.operands
        guard !context.arguments.has(json) || operands[0] == "list" else {
            throw .usage("comment \(operands[0]) takes no --json")
        }
        let repository = try context.openRepository()
        switch (operands[0], operands.count) {
        case ("add", 3...): return try add(&context, repository)
        case ("list", 1...2): return try list(&context, repository)
        case ("edit", 3...): return try edit(&context, repository)
        case ("delete", 2): return try delete(&context, repository)
        case ("add", _): throw .usage("comment add takes a task and a text")
        case ("edit", _): throw .usage("comment edit takes a comment and a text")
        case ("list", _), ("delete", _):
            throw .usage("comment \(operands[0]) takes one name, not \(operands.count - 1)")
        default: throw .usage("comment takes add, list, edit or delete, not '\(operands[0])'")
        }
    }

    /// The text that operands are.
    ///
    /// - Throws: wrong usage for an empty one.
    private static func text(of operands: ArraySlice<String>) throws(RedoError) -> JSONMember {
        let text = operands.joined(separator: " ")
        guard !isBlank(text) else { throw .usage("the comment is empty") }
        return JSONMember("text", .string(JSONString(text)))
    }

    private static func idMember(_ id: UUIDValue) -> JSONMember {
        JSONMember(JSONString("\(OwnedKind.comment.idName)"), .string(JSONString(id.text)))
    }

    private static func add(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let operands = context.arguments.operands
        let text = try text(of: operands[2...])
        let log = try repository.log(of: [operands[1]])
        let task = try log.livingTask(named: operands[1])
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            let (id, certificate) = writer.newID(.comment)
            try writer.add(
                familyNode: .addComment, of: task.id, [idMember(id), text] + certificate)
            return "added comment \(id.text.prefix(8)) to \(task.title.printable)\n"
                + writer.joinReport(of: task.id)
        }
        try context.print(report)
        return .done
    }

    private static func list(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let name = context.arguments.operands.dropFirst().first
        // Of a named task only its own comments are shown.
        let scope = name == nil ? TaskScope.all : .none
        var comments = try repository.family(Organisation.self, about: scope).comments
        var titles: [TaskID: String] = [:]
        if let name {
            let task = try repository.log(of: [name]).livingTask(named: name)
            comments = comments.filter { $0.task == task.id }
            titles = [task.id: task.title.printable]
        }
        if context.arguments.has(json) {
            for comment in comments {
                try context.printLine(CanonicalJSON.bytes(comment.json))
            }
            return .done
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
        return .done
    }

    private static func edit(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        let operands = context.arguments.operands
        let text = try text(of: operands[2...])
        return try change(&context, repository, .editComment, "edited") { comment in
            comment.text == text.value.string ? nil : [text]
        }
    }

    private static func delete(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        try change(&context, repository, .deleteComment, "deleted") { _ in [] }
    }

    /// Makes a node about the comment that the second operand names.
    ///
    /// - Parameter fields: what the node has beside the id; nil if there is nothing to change.
    private static func change(
        _ context: inout CommandContext, _ repository: Repository, _ action: Action,
        _ word: String, _ fields: (Organisation.Comment) -> [JSONMember]?
    ) throws(RedoError) -> ExitStatus {
        let organisation = try repository.family(Organisation.self)
        let comment = try comment(
            named: context.arguments.operands[1], among: organisation.comments)
        guard let fields = fields(comment) else {
            try context.print("unchanged comment \(comment.id.text.prefix(8))\n")
            return .done
        }
        let log = try repository.log(of: [comment.task.description])
        let task = try log.livingTask(named: comment.task.description)
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
            let user = organisation.principal(of: writer.identity.author)
            let owner = organisation.principal(of: task.owner)
            guard comment.author == user || (action == .deleteComment && owner == user) else {
                throw RedoError(
                    .permissionDenied,
                    "comment \(comment.id.text.prefix(8)) is by \(comment.author), not by you",
                    status: .no)
            }
            try writer.add(familyNode: action, of: task.id, [idMember(comment.id)] + fields)
            return "\(word) comment \(comment.id.text.prefix(8)) on \(task.title.printable)\n"
                + writer.joinReport(of: task.id)
        }
        try context.print(report)
        return .done
    }

    private static func comment(
        named name: String, among comments: [Organisation.Comment]
    ) throws(RedoError) -> Organisation.Comment {
        let found = comments.filter {
            name.utf8.count >= 4 && $0.id.text.hasPrefix(name.lowercased())
        }
        if found.count > 1 {
            throw UnclearName.ambiguous(name, found.map { "\($0.id.text) \($0.text.printable)" })
        }
        guard let comment = found.first else {
            throw RedoError(
                .unknownName, "there is no comment '\(name)'",
                hints: [
                    "a comment is named by the beginning of its id, four digits or more; "
                        + "'redo comment list' shows the ids"
                ])
        }
        return comment
    }
}

extension Organisation.Comment {
    /// The comment for people: who wrote it when, and the text.
    func lines(_ authors: AuthorNames) -> [String] {
        let mark = edited == nil ? "" : ", edited"
        return [
            "\(id.text.prefix(8))  \(localText(created))\(mark)  \(authors.shortName(of: user))"
        ]
            + text.description.split(separator: "\n", omittingEmptySubsequences: false).map {
                "    \(String($0).printable)"
            }
    }
}
