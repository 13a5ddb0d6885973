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
        "blame", "Show which node set each field and to-do of a task",
        operands: [.value(.task), .value(.node)], options: [history, porcelain],
        effect: .reads, statuses: .reading(no: "with `--history`, nothing has set the field"))

    /// The name of a task, or of a node for its task as it was there.
    private let name: String
    /// The field whose changes are shown; nil for what set each field.
    private let field: String?
    private let isPorcelain: Bool

    package init(_ arguments: Arguments) {
        name = arguments.operands[0]
        field = arguments.value(Self.history)
        isPorcelain = arguments.has(Self.porcelain)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let (log, task, end) = try subject(context.openRepository())
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
            if assignments.isEmpty { return .no }
        } else {
            assignments = Self.latest(assignments, state)
        }
        let printer = BlamePrinter(log, assignments)
        for assignment in assignments {
            try context.print(
                isPorcelain
                    ? printer.record(of: assignment)
                    : printer.line(of: assignment, context, showsOverwritten: field != nil))
        }
        return .done
    }

    /// What is asked about: a task, or with the name of a node its task as it was there.
    private func subject(
        _ repository: Repository
    ) throws(RedoError) -> (Log, TaskID, end: Int?) {
        do throws(RedoError) {
            let log = try repository.log(of: [name])
            return (log, try log.taskID(named: name), nil)
        } catch {
            guard error.isAboutName else { throw error }
            let log = try repository.wholeLog(about: .none)
            let names = repository.names(of: log)
            // Who named several tasks, or none and no node either, is told of tasks.
            guard case .one(let number) = try names.match(name) else { throw error }
            guard let task = log.nodes[number].taskID else {
                throw RedoError(.unknownName, "the node '\(name)' belongs to no task")
            }
            repository.ask(insteadAbout: .some([task]))
            return (log, task, number)
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
        let places = Dictionary(
            task.todos.enumerated().map { ($1.id, $0 + 1) }, uniquingKeysWith: { first, _ in first }
        )
        return standing.values.filter { $0.value != nil }.sorted {
            let left = $0.member.todo.flatMap { places[$0] } ?? 0
            let right = $1.member.todo.flatMap { places[$0] } ?? 0
            if left != right { return left < right }
            let (isFirst, isSecond) = ($0.member.name == "guid", $1.member.name == "guid")
            return isFirst == isSecond ? $0.member.name < $1.member.name : isFirst
        }
    }
}
