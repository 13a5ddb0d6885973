import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo blame`: shows what set each field of a task.
package struct BlameCommand: ParsableCommand {
    private static let history = OptionSpecification.value(
        "history", takes: "field",
        "all changes of one field, the latest first, with what each overwrote")
    private static let porcelain = OptionSpecification.flag(
        "porcelain",
        isExpert: true,
        "print '<id>\\t<userId>\\t<device>\\t<wall>\\t<to-do or ->\\t<field>\\t<value>\\t<overwritten>', "
            + "the last two and the device in JSON, - for nothing")

    package static let specification = CommandSpecification(
        "blame", "Show which node set each field and to-do of tasks",
        operands: [.repeated(.value(.task)), .repeated(.value(.node))],
        options: [history, porcelain], readsNames: true, effect: .reads,
        statuses: .reading(no: "with `--history`, nothing has set the field of a task"))

    /// The names of tasks, or of nodes for their tasks as they were there.
    private let names: [InputName]
    /// The field whose changes are shown; nil for what set each field.
    private let field: String?
    private let isPorcelain: Bool

    package init(_ arguments: Arguments) {
        names = arguments.names
        field = arguments.value(Self.history)
        isPorcelain = arguments.has(Self.porcelain)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let (log, subjects) = try subjects(context.openRepository())
        var status = ExitStatus.done
        for (index, subject) in subjects.enumerated() {
            let found = try print(
                subject, of: log, isFirst: index == 0, isNamed: subjects.count > 1, &context)
            if !found { status = .no }
        }
        return status
    }

    /// A task, and the number of the node at which it is shown; nil for its present state.
    private typealias Subject = (task: TaskID, end: Int?)

    /// Prints what set the fields of a task.
    ///
    /// - Parameter isNamed: whether the task is named before that, since there are several.
    /// - Returns: whether something has.
    private func print(
        _ subject: Subject, of log: Log, isFirst: Bool, isNamed: Bool,
        _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        let (task, end) = subject
        guard let state = log.replay.task(task, among: end.map { [$0] })
        else {
            throw RedoError(
                .unknownName, "the task \(task) is not in the state",
                hints: ["'redo replay --explain --task \(task)' shows why"])
        }
        var assignments = log.replay.assignments(of: task, at: end)
        if let field {
            let member = try Self.member(named: field, of: state)
            assignments = assignments.reversed().filter { $0.member == member }
            if assignments.isEmpty { return false }
        } else {
            assignments = Self.latest(assignments, state)
        }
        let printer = BlamePrinter(log, assignments)
        if isNamed {
            let title = context.styled(state.title.printable, .bold)
            try context.print(
                isPorcelain ? "task\t\(task)\n" : "\(isFirst ? "" : "\n")\(title)\n")
        }
        for assignment in assignments {
            try context.print(
                isPorcelain
                    ? printer.record(of: assignment)
                    : printer.line(of: assignment, context, showsOverwritten: field != nil))
        }
        return true
    }

    /// What is requested: tasks, or with the name of a node its task as it was there.
    private func subjects(
        _ repository: Repository
    ) throws(RedoError) -> (Log, [Subject]) {
        do throws(RedoError) {
            let log = try repository.log(of: names.map(\.text))
            var subjects: [Subject] = []
            for name in names { subjects.append((try log.taskID(named: name.text), nil)) }
            return (log, subjects)
        } catch {
            guard error.isAboutName else { throw error }
            let log = try repository.wholeLog(about: .none)
            var subjects: [Subject] = []
            for name in names {
                let subject = try name.resolved { (text) throws(RedoError) in
                    try Self.subject(named: text, log, repository.names(of: log))
                }
                subjects.append(subject)
            }
            repository.ask(insteadAbout: .some(Set(subjects.map(\.task))))
            return (log, subjects)
        }
    }

    private static func subject(
        named name: String, _ log: Log, _ names: NodeNames
    ) throws(RedoError) -> Subject {
        do throws(RedoError) {
            return (try log.taskID(named: name), nil)
        } catch {
            guard error.isAboutName else { throw error }
            // For a name of several tasks, or of neither a task nor a node, the error is about tasks.
            guard case .one(let number) = try names.match(name) else { throw error }
            guard let task = log.nodes[number].taskID else {
                throw RedoError(.unknownName, "the node '\(name)' belongs to no task")
            }
            return (task, number)
        }
    }

    /// A field of the task, or `ID.FIELD` with the prefix of a to-do's id.
    private static func member(
        named name: String, of task: TaskState
    ) throws(RedoError) -> StateMember {
        let whole = StateMember(JSONString(name))
        if task.value(of: whole) != nil { return whole }
        if let dot = name.lastIndex(of: ".") {
            let prefix = name[..<dot].lowercased()
            let field = JSONString(String(name[name.index(after: dot)...]))
            let todos = task.todos.filter { $0.id.description.hasPrefix(prefix) }
            if todos.count > 1 {
                throw UnclearName.ambiguous(name, todos.map(\.id.description))
            }
            if let todo = todos.first { return StateMember(field, of: todo.id) }
        }
        // An extra field that was removed has a history, too.
        return whole
    }

    /// The assignments that stand: the task's own by name, then each to-do's, after the one that made
    /// it.
    private static func latest(_ assignments: [Assignment], _ task: TaskState) -> [Assignment] {
        var standing: [StateMember: Assignment] = [:]
        for assignment in assignments { standing[assignment.member] = assignment }
        let indices = Dictionary(
            task.todos.enumerated().map { ($1.id, $0 + 1) }, uniquingKeysWith: { first, _ in first }
        )
        return standing.values.filter { $0.value != nil }.sorted {
            let left = $0.member.todo.flatMap { indices[$0] } ?? 0
            let right = $1.member.todo.flatMap { indices[$0] } ?? 0
            if left != right { return left < right }
            let (isFirst, isSecond) = ($0.member.name == "guid", $1.member.name == "guid")
            return isFirst == isSecond ? $0.member.name < $1.member.name : isFirst
        }
    }
}
