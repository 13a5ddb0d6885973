import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let file = OptionSpecification.value(
        "file", takes: .file, "add: read the template from this file, or - for standard input")
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "add: replace a template of that name; delete: do not ask")
    private static let from = OptionSpecification.value(
        "from", takes: "when", "use: count dates from then, instead of now")
    private static let due = OptionSpecification.value(
        "due", letter: "d", takes: "when", "use: count dates with a minus sign back from then")
    private static let set = OptionSpecification.value(
        "set", takes: "key=value", isRepeatable: true, "use: the value of {key} in texts")
    private static let dryRun = OptionSpecification.dryRun(
        "use: print what would be added, and write nothing")

    /// The options that a word of the command takes.
    private static let takenOptions: [String: [OptionSpecification]] = [
        "add": [file, force], "delete": [force],
        "use": [from, due, set, dryRun, TaskWriter.dialectOption],
    ]

    /// `redo template`: keeps tasks that are added together, again and again.
    package static let template = Command(
        CommandSpecification(
            "template", "Save groups of tasks as templates, and add them again",
            operands: [
                ["add", .value(.template), .repeated(.value(.task))],
                ["add", .option(file), .value(.template)],
                "list", ["show", .value(.template)], ["edit", .value(.template)],
                ["use", .value(.template)], ["delete", .value(.template)],
            ], operandCount: 0...Int.max,
            options: [file, force, from, due, set, dryRun, TaskWriter.dialectOption],
            statuses: .writing())
    ) { (context) throws(RedoError) in
        let operands = context.arguments.operands
        let word = operands.first ?? "list"
        let all = [file, force, from, due, set, dryRun, TaskWriter.dialectOption]
        let taken = (takenOptions[word] ?? []).map(\.name)
        for option in all
        where context.arguments.setting(option) != nil && !taken.contains(option.name) {
            throw .usage("template \(word) takes no --\(option.name)")
        }
        let folder = try TemplateFolder(context)
        switch (word, operands.count) {
        case ("list", 0...1): return try list(folder, &context)
        case ("add", 2...): return try add(operands, folder, &context)
        case ("show", 2):
            try context.print(
                context.shown(String(decoding: try folder.existing(operands[1]), as: UTF8.self)))
            return .done
        case ("edit", 2): return try edit(operands[1], folder, &context)
        case ("use", 2): return try use(operands[1], folder, &context)
        case ("delete", 2): return try delete(operands[1], folder, &context)
        case ("add", _), ("show", _), ("edit", _), ("use", _), ("delete", _):
            throw .usage("template \(word) takes the name of a template")
        case ("list", _): throw .usage("unexpected argument '\(operands[1])'")
        default: throw .usage("template takes add, list, show, edit, use or delete, not '\(word)'")
        }
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
        _ folder: TemplateFolder, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        let names = try folder.names()
        if names.isEmpty { context.note("there are no templates") }
        for name in names {
            do throws(RedoError) {
                let template = try read(name, try folder.existing(name), context)
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
        _ operands: [String], _ folder: TemplateFolder, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let name = try TemplateFolder.checked(operands[1])
        guard try folder.text(of: name) == nil || context.arguments.has(force) else {
            throw .usage(
                "there is a template '\(name)' already",
                hints: [
                    "'redo template edit \(name)' changes it",
                    "'redo template add --force \(name) TASK' replaces it",
                ])
        }
        let tasks = Array(operands.dropFirst(2))
        let bytes: [UInt8]
        if let path = context.arguments.value(file) {
            guard tasks.isEmpty else {
                throw .usage("unexpected argument '\(tasks[0])' beside --file")
            }
            bytes = try context.input(path).readAll()
        } else {
            guard !tasks.isEmpty else { throw .usage("an operand is missing: <task>...") }
            let repository = try context.openRepository()
            let selection = try TaskSelection(
                context, repository, to: "take", operands: tasks)
            guard let selection else { return .no }
            let log = try selection.log(repository)
            bytes =
                TemplateDraft(
                    try selection.tasks(of: log), repository.store.configuration.taskFields,
                    CategoryNames(try repository.family(Organisation.self))
                ).text
        }
        let template = try read(name, bytes, context)
        try folder.write(bytes, as: name)
        try context.print("added template \(name) of \(counted(template.count, "task"))\n")
        return .done
    }

    /// What a new template is in the editor.
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
        _ operand: String, _ folder: TemplateFolder, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let name = try TemplateFolder.checked(operand)
        let before = try folder.text(of: name)
        let user = try context.home.configuration()
        let editor = FormEditor(
            (try? context.openStore().configuration) ?? LayeredConfiguration([user]), "template",
            in: context.surroundings)
        let text = before.map { String(decoding: $0, as: UTF8.self) } ?? skeleton
        guard let edited = try editor.edit(text) else {
            editor.remove()
            try context.print("unchanged template \(name)\n")
            return .done
        }
        let template: TaskTemplate
        do throws(RedoError) {
            template = try read(name, Array(edited.utf8), context)
            try folder.write(Array(edited.utf8), as: name)
        } catch {
            throw editor.kept(error)
        }
        editor.remove()
        let word = before == nil ? "added" : "edited"
        try context.print("\(word) template \(name) of \(counted(template.count, "task"))\n")
        return .done
    }

    private static func delete(
        _ name: String, _ folder: TemplateFolder, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        _ = try folder.existing(name)
        if context.surroundings.hasTerminalInput, !context.arguments.has(force) {
            guard try context.isConfirmed("delete the template \(name)?") else { return .no }
        }
        try folder.remove(name)
        try context.print("deleted template \(name)\n")
        return .done
    }

    // MARK: Using

    private static func use(
        _ name: String, _ folder: TemplateFolder, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let template = try read(name, try folder.existing(name), context)
        let arguments = context.arguments
        let now = try context.now()
        let start = try arguments.value(from).map { text throws(RedoError) in
            try DueDate.instant(text, now: now)
        }
        let end = try arguments.value(due).map { text throws(RedoError) in
            try DueDate.instant(text, now: now)
        }
        let values = try values(arguments)
        let repository =
            try context.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let others = try repository.taskIDs()
        let added = try context.edit(repository, .empty) { (writer) throws(RedoError) in
            try template.add(
                values, start: start ?? now, due: end, repository, &writer, context)
        }
        try context.print(added, among: others)
        return .done
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
}
