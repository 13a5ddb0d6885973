import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// The tasks that a command is asked to change: operands, names on standard input, or what a query includes.
///
/// A command that changes any number of tasks declares ``forms(_:)``, ``options`` and ``constraints``, and reads names.
package struct TaskSelection {
    private let inputNames: [InputName]

    /// Whole ids, beginnings of ids, or titles.
    package var names: [String] { inputNames.map(\.text) }

    // MARK: Declarations

    package static let query = OptionSpecification.value(
        "query", takes: .query, "all tasks that the query includes, instead of named ones")
    private static let dryRun = OptionSpecification.dryRun(
        "print what would be done, and write nothing")
    static let yes = OptionSpecification.flag(
        "yes", letter: "y",
        "with --query, do not ask; a terminal is asked about more than \(maximumUnaskedCount) tasks"
    )

    package static let options = [query, TaskContext.option, dryRun, yes]

    /// The operands of a command for tasks of a kind.
    ///
    /// - Parameter isSingle: whether one task alone can be an operand.
    package static func forms(_ task: Placeholder, isSingle: Bool = false) -> [OperandForm] {
        [operands(task, isSingle), .input, .option(query)]
    }

    private static func operands(_ task: Placeholder, _ isSingle: Bool) -> OperandForm {
        isSingle ? .value(task) : .repeated(.value(task))
    }

    /// The last of the constraints of a command whose operands are ``forms(_:)``.
    package static func constraints(
        _ task: Placeholder, isSingle: Bool = false
    ) -> [OptionConstraint] {
        optionConstraints + [operandConstraint(task, isSingle: isSingle)]
    }

    /// The constraints after all others of a command.
    package static func operandConstraint(
        _ task: Placeholder, isSingle: Bool = false
    ) -> OptionConstraint {
        .operands(operands(task, isSingle), or: query)
    }

    /// The constraints of a command that needs no operand.
    package static let optionConstraints: [OptionConstraint] = [
        .needs(TaskContext.option, anyOf: [query]), .needs(yes, anyOf: [query]),
        .exclusive([query, NameInput.stdin]), .exclusive([query, NameInput.null]),
    ]

    /// The maximum number of tasks of a query that are changed without a question on a terminal.
    private static let maximumUnaskedCount = 10

    /// The tasks that the arguments of a command name.
    package struct Request: Sendable {
        fileprivate enum Source {
            case names([InputName])
            case input(separatedByZeros: Bool)
            case query(String, TaskContext.Choice, isUnasked: Bool)
        }

        fileprivate let source: Source
        fileprivate let isDryRun: Bool

        /// - Throws: wrong usage for `-` beside names, and for `--null` without it.
        package init(_ arguments: Arguments) throws(RedoError) {
            isDryRun = arguments.has(dryRun)
            if let text = arguments.value(query) {
                source = .query(
                    text, TaskContext.Choice(arguments), isUnasked: arguments.has(yes))
            } else {
                source = try Self.source(
                    arguments.names, separatedByZeros: arguments.has(NameInput.null),
                    hasInput: arguments.has(NameInput.stdin))
            }
        }

        /// Names, or `-` for those on standard input, of a command without the options.
        ///
        /// - Throws: wrong usage for `-` beside names.
        package init(names: [String]) throws(RedoError) {
            isDryRun = false
            source = try Self.source(names.map { InputName($0) }, separatedByZeros: false)
        }

        /// - Parameter hasInput: whether the names of standard input are among the operands.
        private static func source(
            _ operands: [InputName], separatedByZeros: Bool, hasInput: Bool = false
        ) throws(RedoError) -> Source {
            guard !hasInput, operands.contains(where: { $0.text == "-" }) else {
                guard hasInput || !separatedByZeros else {
                    throw .usage("--null needs --stdin or '-': it is for names on standard input")
                }
                return .names(operands)
            }
            guard operands.count == 1 else {
                throw .usage("'-' reads names from standard input; give no other name")
            }
            return .input(separatedByZeros: separatedByZeros)
        }

        /// True if a query says which tasks.
        package var isQuery: Bool {
            if case .query = source { true } else { false }
        }

        /// True if nothing says which tasks.
        package var isEmpty: Bool {
            if case .names(let names) = source { names.isEmpty } else { false }
        }
    }

    // MARK: Selecting

    /// The names of the tasks that are requested.
    ///
    /// - Parameters:
    ///   - verb: what to do, for the question: `archive`.
    ///   - statuses: what a query includes that names none itself.
    /// - Returns: nil if there are none, or the answer to the question is no; both have been said.
    /// - Throws: wrong usage for a query that means nothing, or a line that is not a name.
    package init?(
        _ request: Request, _ context: borrowing CommandContext, _ repository: Repository,
        to verb: String, unlessNamed statuses: [QueryStatus] = [.open]
    ) throws(RedoError) {
        switch request.source {
        case .query(let text, let choice, let isUnasked):
            let tasks = try Self.tasks(of: text, choice, statuses, context, repository)
            if tasks.isEmpty { return nil }
            if tasks.count > Self.maximumUnaskedCount, context.surroundings.hasTerminalInput,
                !isUnasked, !request.isDryRun
            {
                let question = "\(verb) \(counted(tasks.count, "task"))?"
                guard try context.isConfirmed(question) else { return nil }
            }
            inputNames = tasks.map { InputName($0.description) }
        case .input(let separatedByZeros):
            inputNames = try InputNames.all(
                context.surroundings, separatedByZeros: separatedByZeros)
            if inputNames.isEmpty {
                context.note("there are no task names on standard input")
                return nil
            }
        case .names(let operands):
            inputNames = operands
        }
        if request.isDryRun { context.note("nothing is written: --dry-run") }
    }

    /// The tasks of a query, the most urgent first.
    private static func tasks(
        of text: String, _ choice: TaskContext.Choice, _ statuses: [QueryStatus],
        _ context: borrowing CommandContext, _ repository: Repository
    ) throws(RedoError) -> [TaskID] {
        let now = try context.now()
        var table = try TaskTable(context, repository.store)
        let asked = try Query(written: text)
        // Here the places of mistakes are those of the text.
        try asked.check(from: text, table.fields, now: now)
        let inContext = try TaskContext(
            choice, context, repository.store, isForPeople: false, table.fields, now: now)
        let visible: Query =
            asked.namesStatus ? .everything : .any(statuses.map { ListFilter.status($0) })
        let all = Query.joining([visible, inContext?.query ?? .everything, asked])
        let query = try all.compiled(
            table.fields, now: now, facts: try context.facts(for: all, repository))
        let tasks = try repository.tasks()
        table.take(
            tasks.state,
            try repository.organisationFacts(
                at: table.moment, withComments: all.readsTexts))
        let facts = table.facts
        let ranked = table.ranked(tasks.state) { query.includes($0, facts.facts(of: $0)) }
        if ranked.isEmpty {
            EmptyAnswer(to: [text], asked, in: inContext).report(context, repository)
        }
        return ranked.map(\.task.id)
    }

    // MARK: Reading

    /// The log as far as the tasks need it.
    ///
    /// - Throws: NAME_001 and NAME_002 as ``Repository/log(of:about:includesDeleted:_:)``, with the line of the
    ///   name.
    ///
    /// - Parameter others: tasks that are needed as well.
    package func log(
        _ repository: Repository, about aspect: TaskAspect = .any, includesDeleted: Bool = false,
        with others: [TaskID] = []
    ) throws(RedoError) -> Log {
        try repository.log(
            of: names + others.map(\.description), about: aspect, includesDeleted: includesDeleted
        ) {
            (name, error) throws(RedoError) in
            throw located(error, inputNames.firstIndex { $0.text == name })
        }
    }

    /// The tasks, each once, in the order of their names.
    ///
    /// - Throws: as ``Log/livingTasks(named:)``, with the line of the name.
    package func tasks(of log: Log) throws(RedoError) -> [TaskState] {
        try log.livingTasks(named: names) { located($1, $0) }
    }

    /// An error about a name, with the line of the name.
    private func located(_ error: RedoError, _ index: Int?) -> RedoError {
        index.map { inputNames[$0].located(error) } ?? error
    }
}
