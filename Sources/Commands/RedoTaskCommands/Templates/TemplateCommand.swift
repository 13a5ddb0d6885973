import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo template`: keeps tasks that are added together, again and again.
package struct TemplateCommand: ParsableCommand {
    private static let file = OptionSpecification.value(
        "file", takes: .file, "add: read the template from this file, or - for standard input")
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "add: replace a template of that name; delete: do not ask")
    private static let from = OptionSpecification.value(
        "from", takes: .when, "use: count dates from then, instead of now")
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: .when, "use: count dates with a minus sign back from then")
    private static let set = OptionSpecification.value(
        "set", takes: "key=value", isRepeatable: true, "use: the value of {key} in texts")
    private static let dryRun = OptionSpecification.dryRun(
        "use: print what would be added, and write nothing")

    private static let options = [
        file, force, from, due, set, dryRun, TaskWriter.dialectOption, IDListing.ids,
    ]

    package static let specification = CommandSpecification(
        "template", "Save groups of tasks as templates, and add them again",
        operands: [
            ["add", .value(.template), .repeated(.value(.task))],
            ["add", .option(file), .value(.template)],
            "list", ["show", .value(.template)], ["edit", .value(.template)],
            ["use", .value(.template)], ["delete", .value(.template)],
        ], operandCount: 0...Int.max, options: options,
        constraints: [.needs(NameInput.null, anyOf: [NameInput.stdin, IDListing.ids])],
        readsNames: true, effect: .readsAs(["list", "show", nil]), statuses: .writing())

    /// The source of a new template.
    private enum Source {
        case file(String)
        case tasks(TaskSelection.Request)
    }

    private enum Form {
        case list(IDListing.Form)
        case add(String, from: Source, isReplacing: Bool)
        case show(String)
        case edit(String)
        case use(TemplateUse)
        case delete(String, isUnasked: Bool)
    }

    /// A template that is used, with dates and values as they were given.
    private struct TemplateUse {
        let name: String
        let from: String?
        let due: String?
        let values: [String: String]
        let writing: WritingRequest
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        let word = operands.first ?? "list"
        func refuse(otherThan taken: OptionSpecification...) throws(RedoError) {
            let names = taken.map(\.name)
            try arguments.refuse(
                Self.options.filter { !names.contains($0.name) }, by: "template \(word)")
        }
        switch word {
        case "add": try refuse(otherThan: Self.file, Self.force)
        case "list": try refuse(otherThan: IDListing.ids)
        case "delete": try refuse(otherThan: Self.force)
        case "use":
            try refuse(
                otherThan: Self.from, Self.due, Self.set, Self.dryRun, TaskWriter.dialectOption)
        default: try refuse()
        }
        switch (word, operands.count) {
        case ("list", 0...1): form = .list(IDListing.Form(arguments, json: nil))
        case ("add", 2...):
            form = .add(
                try TemplateDirectory.checked(operands[1]),
                from: try Self.source(Array(operands.dropFirst(2)), arguments),
                isReplacing: arguments.has(Self.force))
        case ("show", 2): form = .show(operands[1])
        case ("edit", 2): form = .edit(try TemplateDirectory.checked(operands[1]))
        case ("use", 2):
            form = .use(
                TemplateUse(
                    name: operands[1], from: arguments.value(Self.from),
                    due: arguments.value(Self.due), values: try Self.values(arguments),
                    writing: try WritingRequest(arguments)))
        case ("delete", 2): form = .delete(operands[1], isUnasked: arguments.has(Self.force))
        case ("add", _), ("show", _), ("edit", _), ("use", _), ("delete", _):
            throw .usage("template \(word) takes the name of a template")
        case ("list", _): throw .usage("unexpected argument '\(operands[1])'")
        default: throw .usage("template takes add, list, show, edit, use or delete, not '\(word)'")
        }
    }

    private static func source(
        _ tasks: [String], _ arguments: Arguments
    ) throws(RedoError) -> Source {
        if let path = arguments.value(file) {
            if let task = tasks.first {
                throw .usage("unexpected argument '\(task)' beside --file")
            }
            return .file(path)
        }
        guard !tasks.isEmpty else { throw .usage("an operand is missing: <task>...") }
        return .tasks(try TaskSelection.Request(names: tasks))
    }

    private static func values(_ arguments: Arguments) throws(RedoError) -> [String: String] {
        var values: [String: String] = [:]
        for text in arguments.values(set) {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw .usage("--set takes key=value, not '\(text)'")
            }
            let key = String(text[..<equals])
            guard values[key] == nil else { throw .usage("--set \(key) is given twice") }
            values[key] = String(text[text.index(after: equals)...])
        }
        return values
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let directory = try TemplateDirectory(context)
        switch form {
        case .list(let form): return try Self.list(directory, as: form, &context)
        case .add(let name, let source, let isReplacing):
            return try Self.add(name, from: source, isReplacing: isReplacing, directory, &context)
        case .show(let name):
            let text = String(decoding: try directory.existing(name), as: UTF8.self)
            try context.print(context.shown(text))
        case .edit(let name): try Self.edit(name, directory, &context)
        case .use(let use): try Self.run(use, directory, &context)
        case .delete(let name, let isUnasked):
            return try Self.delete(name, isUnasked: isUnasked, directory, &context)
        }
        return .done
    }

    /// The fields that tasks have: of the store, or else those of the user's configuration.
    private static func fields(_ context: borrowing CommandContext) throws(RedoError)
        -> TaskFieldCatalog
    {
        if let store = try? context.openStore() { return store.configuration.taskFields }
        let user = try context.home.configuration()
        return LayeredConfiguration([user, try context.home.commandLine()]).taskFields
    }

    private static func read(
        _ name: String, _ bytes: [UInt8], _ context: borrowing CommandContext
    ) throws(RedoError) -> TaskTemplate {
        try TaskTemplate(name, reading: bytes, try fields(context), now: try context.now())
    }

    private static func list(
        _ directory: TemplateDirectory, as form: IDListing.Form, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        let names = try directory.names()
        if names.isEmpty { context.note("there are no templates") }
        for name in names {
            do throws(RedoError) {
                let template = try read(name, try directory.existing(name), context)
                if case .ids(let end) = form {
                    try context.print(name + end)
                    continue
                }
                let description = template.description.isEmpty ? "" : "  \(template.description)"
                try context.print(
                    "\(name)  \(counted(template.count, "task"))\(description.printable)\n")
            } catch {
                context.complain(error)
                status = .no
            }
        }
        return status
    }

    // MARK: Making

    private static func add(
        _ name: String, from source: Source, isReplacing: Bool, _ directory: TemplateDirectory,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard try directory.text(of: name) == nil || isReplacing else {
            throw .usage(
                "there is a template '\(name)' already",
                hints: [
                    "'redo template edit \(name)' changes it",
                    "'redo template add --force \(name) TASK' replaces it",
                ])
        }
        let bytes: [UInt8]
        switch source {
        case .file(let path): bytes = try context.input(path).readAll()
        case .tasks(let request):
            let repository = try context.openRepository()
            let selection = try TaskSelection(request, context, repository, to: "take")
            guard let selection else { return .no }
            let log = try selection.log(repository)
            bytes =
                TemplateDraft(
                    try selection.tasks(of: log), repository.store.configuration.taskFields,
                    CategoryNames(try repository.family(Organisation.self))
                ).text
        }
        let template = try read(name, bytes, context)
        try directory.write(bytes, as: name)
        try context.print("added template \(name) of \(counted(template.count, "task"))\n")
        return .done
    }

    /// The text of a new template in the editor.
    private static let skeleton = """
        {
          "description": "",
          "values": {},
          "tasks": [
            {
              "title": "",
              "due": "+1w"
            }
          ]
        }

        """

    private static func edit(
        _ name: String, _ directory: TemplateDirectory, _ context: inout CommandContext
    ) throws(RedoError) {
        let before = try directory.text(of: name)
        let user = try context.home.configuration()
        let editor = FormEditor(
            (try? context.openStore().configuration) ?? LayeredConfiguration([user]), "template",
            in: context.surroundings)
        let text = before.map { String(decoding: $0, as: UTF8.self) } ?? skeleton
        guard let edited = try editor.edit(text) else {
            editor.remove()
            return try context.print("unchanged template \(name)\n")
        }
        let template: TaskTemplate
        do throws(RedoError) {
            template = try read(name, Array(edited.utf8), context)
            try directory.write(Array(edited.utf8), as: name)
        } catch {
            throw editor.kept(error)
        }
        editor.remove()
        let word = before == nil ? "added" : "edited"
        try context.print("\(word) template \(name) of \(counted(template.count, "task"))\n")
    }

    private static func delete(
        _ name: String, isUnasked: Bool, _ directory: TemplateDirectory,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        _ = try directory.existing(name)
        if context.surroundings.hasTerminalInput, !isUnasked {
            guard try context.isConfirmed("delete the template \(name)?") else { return .no }
        }
        try directory.remove(name)
        try context.print("deleted template \(name)\n")
        return .done
    }

    // MARK: Using

    private static func run(
        _ use: TemplateUse, _ directory: TemplateDirectory, _ context: inout CommandContext
    ) throws(RedoError) {
        let template = try read(use.name, try directory.existing(use.name), context)
        let now = try context.now()
        let start = try use.from.map { text throws(RedoError) in
            try DueDate.instant(text, now: now)
        }
        let end = try use.due.map { text throws(RedoError) in try DueDate.instant(text, now: now) }
        let writing = use.writing
        let repository =
            try writing.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let others = try repository.taskIDs()
        let added = try context.edit(repository, .empty, by: writing) {
            (writer) throws(RedoError) in
            try template.add(
                use.values, start: start ?? now, due: end, repository, &writer, context)
        }
        try context.print(added, among: others, isDryRun: writing.isDryRun)
    }
}
