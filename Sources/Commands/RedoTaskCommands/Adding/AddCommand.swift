import RedoCommandLine
import RedoCommandParts
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

    private static let titles = OperandForm.repeated(.value("title"))

    package static let specification = CommandSpecification(
        "add", "Add a task, or one for each line of standard input",
        operands: [titles, .input, [.letter(isForm), .optional(titles)]],
        options: AddOptions.all + [isForm, ids, dryRun, TaskWriter.dialectOption],
        constraints: RecurrenceOptions.constraints + [
            .exclusive([isForm, dryRun]), .exclusive([ids, dryRun]),
        ],
        takesOwnFields: true, statuses: .writing())

    private enum Source {
        case title(String)
        case input
        /// The title fills the form.
        case form(title: String)
    }

    private let source: Source
    private let options: AddOptions
    private let writing: WritingRequest
    /// Whether ids are printed and nothing else.
    private let printsIDs: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        let title = arguments.operands.joined(separator: " ")
        if arguments.has(Self.isForm) {
            source = .form(title: title)
        } else {
            guard !arguments.operands.isEmpty else {
                throw .usage("an operand is missing: \(Self.titles.text)")
            }
            source = title == "-" ? .input : .title(title)
        }
        options = try AddOptions(arguments)
        writing = try WritingRequest(arguments)
        printsIDs = arguments.has(Self.ids)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository =
            try writing.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let others = printsIDs ? [] : try repository.taskIDs()
        let added =
            switch source {
            case .form(let title):
                try AddForm(title, options, writing, repository).run(context)
            case .title(let title): try add(title, repository, context)
            case .input: try add(nil, repository, context)
            }
        guard !added.isEmpty else {
            if !printsIDs { try context.print("nothing added\n") }
            return .no
        }
        if printsIDs {
            for task in added { try context.print("\(task.id)\n") }
            return .done
        }
        try context.print(added, among: others, isDryRun: writing.isDryRun)
        return .done
    }

    /// Adds a task as the options say, or those of standard input.
    private func add(
        _ title: String?, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [AddedTask] {
        // A new task follows nothing, so nothing is read.
        try context.edit(repository, .empty, by: writing) { (writer) throws(RedoError) in
            let now = try context.now()
            var common = try options.task(repository, writer.dialect, now: now)
            var tasks: [NewTask] = []
            if let title {
                common.set(try TaskFieldOptions.title(title))
                try common.resolve(writer.dialect, options: options.recurrence, context)
                tasks = [common]
            } else {
                tasks = try AddLines(repository, now: now)
                    .tasks(common, writer.dialect, options.recurrence, context)
            }
            var added: [AddedTask] = []
            for task in tasks {
                added.append(AddedTask(id: try task.write(&writer), title: task.title))
            }
            return added
        }
    }
}
