import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo restore`: brings back tasks that were put away; of deleted ones, copies.
package struct RestoreCommand: ParsableCommand {
    private static let copy = OptionSpecification.flag(
        "copy", "add a copy of a permanently deleted task")

    package static let specification = CommandSpecification(
        "restore",
        "Bring tasks back from the trash or the archive, or copy deleted tasks",
        operands: TaskSelection.forms(.archivedTask),
        options: [copy] + TaskSelection.options + WritingRequest.options,
        constraints: [.exclusive([copy, TaskSelection.query])]
            + TaskSelection.constraints(.archivedTask),
        readsNames: true, statuses: .writing(done: "all tasks were brought back", no: "one was not")
    )

    private let tasks: TaskSelection.Request
    private let isCopying: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        tasks = try TaskSelection.Request(arguments)
        isCopying = arguments.has(Self.copy)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let selection = try TaskSelection(
            tasks, context, repository, to: "restore", unlessNamed: [.archived, .trash])
        guard let selection else { return .no }
        let log = try selection.log(
            repository, about: isCopying ? .deleted : .putAway, includesDeleted: true)
        let operations = try context.operationRecords(of: repository.store).numbersByNode()
        var status = ExitStatus.done
        var report = ""
        try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            let state = log.replay.foldState()
            var histories = TaskHistories(log.replay)
            var seen: Set<TaskID> = []
            for name in selection.names {
                let id = try log.taskID(named: name)
                guard seen.insert(id).inserted else { continue }
                if let task = state[id] {
                    report += try writer.bringBack(task, &histories, operations)
                } else if let task = histories.lastState(of: id) {
                    if isCopying {
                        try Self.addCopy(of: task, &writer)
                        report += "added a copy of \(task.title.printable)\n"
                    } else {
                        status = .no
                        report +=
                            "\(task.title.printable) was deleted, which is final; "
                            + "'redo restore --copy \(id)' adds it as a new task\n"
                    }
                } else {
                    status = .no
                    report += "of \(id) nothing is known but its nodes\n"
                }
            }
        }
        try context.print(report)
        return status
    }

    /// Creates a task with an id of its own and the fields and the open to-do of another.
    private static func addCopy(
        of task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) {
        let extra = writer.dialect == .fields ? task.fields.extraMembers : []
        let known = task.fields.members.filter { member in
            // The payload dialect has no task that comes again after 0 days.
            !extra.contains { $0.name == member.name }
                && (member.name != "frequencyDays" || task.frequencyDays > 0)
        }
        let kept = writer.dialect == .fields ? known + extra : known.filter(\.isKnown)
        // The nonce is that of the other's id.
        let id = try writer.addTask(kept.filter { !$0.isOfItsCreate })
        guard let todo = task.currentTodo else { return }
        try writer.add(.createTodo, id, todo.copiedFields(writer.dialect))
    }
}

extension JSONMember {
    /// True if it is a field of version 1, which both dialects have.
    fileprivate var isKnown: Bool { TaskFieldTable().members.contains { $0.name == name } }
}

extension TodoState {
    /// The fields of a new to-do that is like this one.
    func copiedFields(_ dialect: Dialect) -> [JSONMember] {
        var fields = [TodoFieldOptions.newID]
        if let deadline { fields.append(JSONMember("deadline", .string(deadline))) }
        if !notes.isEmpty { fields.append(JSONMember("notes", .string(notes))) }
        guard dialect == .fields else { return fields }
        if let title { fields.append(JSONMember("title", .string(title))) }
        return fields + startFields
    }
}
