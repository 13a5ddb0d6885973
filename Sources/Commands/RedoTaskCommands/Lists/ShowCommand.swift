import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo show`: shows tasks with their to-dos, and nodes with what they changed.
package struct ShowCommand: ParsableCommand {
    private static let json = OptionSpecification.flag("json", "print the task's JSON object")
    private static let history = OptionSpecification.flag(
        "history", "also what happened to it: each change, by whom and when")
    private static let ids = OptionSpecification.flag(
        "ids", "whole ids instead of their beginnings")

    package static let specification = CommandSpecification(
        "show", "Show tasks with everything that is known of them, or what a change did",
        operands: [.repeated(.value(.task)), .repeated(.value(.change))],
        options: [json, history, ids, TaskTable.rankOption],
        constraints: [
            .exclusive([json, history]), .exclusive([json, ids]),
            .exclusive([json, TaskTable.rankOption]),
        ],
        readsNames: true, effect: .reads)

    /// The names of tasks or nodes.
    private let names: [String]
    private let isJSON: Bool
    private let showsHistory: Bool
    private let showsIDs: Bool
    private let rank: String?
    /// What ends an object of ``json``.
    private let end: [UInt8]

    package init(_ arguments: Arguments) {
        names = arguments.operands
        isJSON = arguments.has(Self.json)
        showsHistory = arguments.has(Self.history)
        showsIDs = arguments.has(Self.ids)
        rank = arguments.value(TaskTable.rankOption)
        end = Array(arguments.terminator.utf8)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log: Log
        do throws(RedoError) {
            log = try repository.log(of: names)
        } catch {
            // What is the name of no task can be that of a node.
            guard try showNodes(&context, repository) else { throw error }
            return .done
        }
        let tasks = try log.livingTasks(named: names)
        // Only what is about these tasks is shown of it.
        let organisation = try repository.family(Organisation.self, about: .none)
        let now = try context.now()
        var table = try TaskTable(context, repository.store, rankedBy: rank)
        var others: [TaskID: TaskState] = [:]
        if !isJSON {
            others = try Self.dependencies(of: tasks, repository)
            let known = others.merging(tasks.map { ($0.id, $0) }) { $1 }.values
            table.take(
                State(tasks: known.sorted { $0.id < $1.id }), OrganisationFacts(organisation))
        }
        let hierarchy = try isJSON ? TaskHierarchy() : repository.hierarchy()
        let reader = context.reader(of: repository)
        let history = showsHistory ? TaskHistory(log) : nil
        for (index, task) in tasks.enumerated() {
            if isJSON {
                try context.print(task.canonicalBytes() + end)
            } else {
                if index > 0 { try context.print("\n") }
                let shown = ShownTask(
                    task: task, log: log, table: table, others: others, reader: reader,
                    showsIDs: showsIDs, now: now)
                try context.print(shown.text(context))
                for line in try Self.lines(
                    of: organisation, task.id, repository, reader: reader, now: now)
                {
                    try context.print("\(line)\n")
                }
                for line in try Self.partLines(of: task.id, hierarchy, repository) {
                    try context.print("\(line)\n")
                }
                guard let history else { continue }
                try context.print("\n  history:\n")
                for line in history.lines(of: task.id) { try context.print("  \(line)\n") }
            }
        }
        return .done
    }

    /// The comments on a task, and the time that was spent on it.
    private static func lines(
        of organisation: Organisation, _ task: TaskID, _ repository: Repository,
        reader: UserID?, now: Instant
    ) throws(RedoError) -> [String] {
        let comments = organisation.comments.filter { $0.task == task }
        let work = organisation.work.filter { $0.task == task }
        if comments.isEmpty, work.isEmpty { return [] }
        var lines: [String] = []
        let authors = try repository.authors(about: .none)
        if !comments.isEmpty {
            lines += ["", "  comments:"]
            for comment in comments {
                lines += comment.lines(authors, reader: reader).map { "  \($0)" }
            }
        }
        if !work.isEmpty {
            let minutes = work.reduce(0) { $0 + $1.spent(until: now).minutes }
            lines += ["", "  work: \(Duration(minutes: minutes)) in all"]
            for interval in work {
                lines.append("  \(interval.line(authors, reader: reader, now: now))")
            }
        }
        return lines
    }

    /// The tasks that others depend on or are parts of, by id. Damage is not reported: it is only about their titles.
    private static func dependencies(
        of tasks: [TaskState], _ repository: Repository
    ) throws(RedoError) -> [TaskID: TaskState] {
        let wanted = Set(tasks.flatMap { $0.dependencies + [$0.parent].compactMap(\.self) })
        if wanted.isEmpty { return [:] }
        return Dictionary(
            try repository.namedTasks().filter { wanted.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
    }

    /// Shows nodes, with what each changed.
    ///
    /// - Returns: false if an operand is the name of no node.
    private func showNodes(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> Bool {
        let log = try repository.wholeLog(about: .none)
        var numbers: [Int] = []
        for name in names {
            guard let number = try? log.nodeNumber(named: name) else { return false }
            numbers.append(number)
        }
        repository.ask(
            insteadAbout: TaskScope(of: numbers.map { log.nodes[$0].taskID }))
        if isJSON {
            for number in numbers {
                try context.print(log.nodes[number].canonicalBytes + end)
            }
        } else {
            let patches = NodePatches(log)
            for (index, number) in numbers.enumerated() {
                if index > 0 { try context.print("\n") }
                for line in patches.description(of: number, context) {
                    try context.print("\(line)\n")
                }
            }
        }
        return true
    }
}
