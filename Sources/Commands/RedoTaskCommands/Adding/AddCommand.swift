import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// `redo add`: makes a task and its first to-do.
package struct AddCommand: ParsableCommand {
    private static let isForm = OptionSpecification.flag(
        "edit", letter: "e", "write the task in an editor; options and title fill the form")
    private static let dryRun = OptionSpecification.dryRun(
        "print what would be added, and write nothing")
    private static let ids = OptionSpecification.flag(
        "ids", isExpert: true, "print the full id of each added task and nothing else")

    private static let titles = OperandForm.repeated(
        .value(Placeholder("title", .name(.attribute))))

    package static let specification = CommandSpecification(
        "add", "Add a task, or one for each line of standard input",
        operands: [titles, .input, [.letter(isForm), .optional(titles)]],
        options: AddOptions.all + [
            isForm, ids, NameInput.output, dryRun, TaskContext.option, AttributeWords.option,
            TaskWriter.dialectOption,
        ],
        constraints: RecurrenceOptions.constraints + [
            .exclusive([isForm, dryRun]), .exclusive([ids, dryRun]),
            .needs(NameInput.output, anyOf: [ids]),
        ],
        takesOwnFields: true, readsWords: true, exclusion: "tag:-", statuses: .writing())

    private enum Source {
        case title(String)
        case input
        /// The title fills the form.
        case form(title: String)
    }

    private let source: Source
    /// The arguments that a context completes.
    private let given: Arguments
    private let choice: TaskContext.Choice
    private let writing: WritingRequest
    /// What follows each id; nil if more than ids is printed.
    private let idEnd: String?

    package init(_ arguments: Arguments) throws(RedoError) {
        let title = arguments.operands.joined(separator: " ")
        if arguments.has(Self.isForm) {
            source = .form(title: title)
        } else {
            guard !arguments.operands.isEmpty else {
                throw .usage(
                    "an operand is missing: \(Self.titles.text)",
                    hints: arguments.hasWords ? ["words after '--' are the title"] : [])
            }
            source = title == "-" ? .input : .title(title)
        }
        _ = try AddOptions(arguments)
        given = arguments
        choice = TaskContext.Choice(arguments)
        writing = try WritingRequest(arguments)
        idEnd = arguments.has(Self.ids) ? arguments.terminator : nil
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository =
            try writing.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let others = idEnd == nil ? try repository.taskIDs() : []
        let current = try TaskContext(
            choice, context, repository.store, isForPeople: idEnd == nil,
            repository.store.configuration.taskFields, now: try context.now())
        let arguments = try completed(by: current, repository)
        let added: [AddedTask]
        do throws(RedoError) {
            added = try add(arguments, repository, context)
        } catch {
            throw arguments.located(error)
        }
        guard !added.isEmpty else {
            if idEnd == nil { try context.print("nothing added\n") }
            return .no
        }
        if let idEnd {
            try context.printIDs(added.map { "\($0.id)" }, end: idEnd)
            return .done
        }
        let note = current?.setting.map { _ in
            " (the context \(current?.name.printable ?? "") is on)"
        }
        try context.print(added, among: others, isDryRun: writing.isDryRun, note: note ?? "")
        if let current, !writing.isDryRun {
            try report(added, hiddenBy: current, repository, &context)
        }
        if try repository.store.configuration.boolean(.addWords) ?? true {
            context.complain(hints: hints)
        }
        return .done
    }

    // MARK: Contexts

    /// The arguments of the words that a context sets.
    ///
    /// - Throws: wrong usage for a word that sets nothing.
    static func arguments(
        ofContext text: String, _ fields: TaskFieldCatalog
    ) throws(RedoError) -> Arguments {
        let arguments = try Arguments(
            parsing: text.split(whereSeparator: \.isWhitespace).map(String.init),
            for: specification,
            by: ArgumentSettings(customOptions: .ofCustomFields(fields), readsWords: true))
        if let word = arguments.operands.first {
            throw .usage(
                "'\(word)' sets nothing",
                hints: ["a context sets words for 'redo add', such as project:work and +office"])
        }
        return arguments
    }

    /// The arguments, with what a context sets beside which they do not have it.
    private func completed(
        by current: TaskContext?, _ repository: Repository
    ) throws(RedoError) -> Arguments {
        guard let current, let text = current.setting else { return given }
        do throws(RedoError) {
            return try given.completed(
                by: try Self.arguments(
                    ofContext: text, repository.store.configuration.taskFields),
                for: Self.specification)
        } catch {
            throw error.at("context.\(current.name).set")
        }
    }

    /// Prints how many of the added tasks lists do not show, since a context leaves them out.
    private func report(
        _ added: [AddedTask], hiddenBy current: TaskContext, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) {
        if current.text.isEmpty { return }
        repository.forget()
        let names = added.map(\.id.description)
        let now = try context.now()
        let tasks = try repository.log(of: names).livingTasks(named: names)
        let query = try current.query.compiled(
            from: current.text, repository.store.configuration.taskFields, now: now,
            facts: try context.facts(for: current.query, repository))
        let facts = StateFacts(
            State(tasks: tasks), at: now, try repository.organisationFacts(at: now))
        let count = tasks.count { !query.includes($0, facts.facts(of: $0)) }
        guard count > 0 else { return }
        let what = added.count == 1 ? "it" : "\(count) of them"
        try context.print(
            "  the context \(current.name.printable) hides \(what): \(current.text.printable)\n")
    }

    // MARK: Adding

    /// The options that the words of a line spell, beside those of the command, and the title that is left.
    ///
    /// - Throws: wrong usage for a word with a wrong value, with the position of the word, and for a line without a title.
    private func words(
        of line: String, beside arguments: Arguments, _ repository: Repository
    ) throws(RedoError) -> (words: Arguments, options: AddOptions, title: String) {
        let settings = ArgumentSettings(
            customOptions: .ofCustomFields(repository.store.configuration.taskFields))
        let words = try Arguments(
            parsing: ["--words", "--", line], for: Self.specification, by: settings)
        do throws(RedoError) {
            let all = try words.completed(by: arguments, for: Self.specification)
            let title = words.operands.joined(separator: " ")
            _ = try TaskFieldOptions.title(title)
            return (words, try AddOptions(all), title)
        } catch {
            throw words.located(error)
        }
    }

    /// What could have been meant otherwise.
    private var hints: [String] {
        guard case .title(let title) = source else { return [] }
        let foreign = ForeignWord.all(in: given.plainWords).map(\.hint)
        if !given.unreadOptions.isEmpty {
            return given.unreadOptions.map {
                "a value with a space is a part of the title, and \($0) sets it"
            }
        }
        guard let word = given.unreadWords.first else { return foreign }
        return [
            "'\(word)' is a part of the title '\(title)': it is read without quotes, or with --words"
        ] + foreign
    }

    /// Adds a task as the arguments say, those of a form, or those of standard input.
    private func add(
        _ arguments: Arguments, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [AddedTask] {
        let options = try AddOptions(arguments)
        if case .form(let title) = source {
            return try AddForm(title, options, writing, repository).run(context)
        }
        // A new task follows nothing, so nothing is read.
        return try context.edit(repository, .empty, by: writing) { (writer) throws(RedoError) in
            let now = try context.now()
            var common = try options.task(repository, writer.dialect, now: now)
            var tasks: [AddLines.Line] = []
            if case .title(let title) = source {
                common.set(try TaskFieldOptions.title(title))
                try common.resolve(writer.dialect, options: options.recurrence, context)
                tasks = [AddLines.Line(task: common, id: writer.newID(.task))]
            } else {
                let dialect = writer.dialect
                let lines = AddLines(
                    repository, now: now,
                    readingWords: arguments.setting(AttributeWords.option) != true
                        ? nil
                        : { (title) throws(RedoError) in
                            let line = try words(of: title, beside: arguments, repository)
                            do throws(RedoError) {
                                let task = try line.options.task(repository, dialect, now: now)
                                return (task, line.title, line.options.recurrence)
                            } catch {
                                throw line.words.located(error)
                            }
                        })
                tasks = try lines.tasks(common, dialect, options.recurrence, context) {
                    writer.newID(.task)
                }
            }
            let titles = tasks.map { (TaskID($0.id.id), $0.task.title) }
            let echo = FieldEcho(repository, now: now, titles: Dictionary(titles) { $1 })
            var added: [AddedTask] = []
            for line in tasks {
                let id = try line.task.write(&writer, as: line.id)
                added.append(try AddedTask(id, line.task, echo))
            }
            return added
        }
    }
}
