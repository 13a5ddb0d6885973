import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo block`: makes tasks wait for others.
package struct BlockCommand: ParsableCommand {
    private static let on = OptionSpecification.value(
        "on", takes: .task, isRepeatable: true, "a task that must be done first")

    package static let specification = CommandSpecification(
        "block", "Make tasks wait for other tasks",
        operands: [[.repeated(.value(.task)), .option(on)]],
        options: [on] + WritingRequest.options, readsNames: true, statuses: .writing())

    private let others: [String]
    private let change: BlockChange

    package init(_ arguments: Arguments) throws(RedoError) {
        others = arguments.values(Self.on)
        guard !others.isEmpty else {
            throw .usage("give --on and the task that must be done first")
        }
        change = try BlockChange(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try change.run(others.map { .add($0) }, &context) { added, _ in
            added.isEmpty ? nil : "waits for \(added.joined(separator: ", "))"
        }
    }
}

/// `redo unblock`: lets tasks wait no longer.
package struct UnblockCommand: ParsableCommand {
    private static let on = OptionSpecification.value(
        "on", takes: .task, isRepeatable: true, "this task alone, instead of all")

    package static let specification = CommandSpecification(
        "unblock", "Remove the tasks that tasks wait for",
        operands: [.repeated(.value(.task))],
        options: [on] + WritingRequest.options, readsNames: true, statuses: .writing())

    /// Nothing for all tasks.
    private let others: [String]
    private let change: BlockChange

    package init(_ arguments: Arguments) throws(RedoError) {
        others = arguments.values(Self.on)
        change = try BlockChange(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let steps: [DependencyChanges.Step] =
            others.isEmpty ? [.removeAll] : others.map { .remove($0) }
        return try change.run(steps, &context) { _, removed in
            removed.isEmpty ? nil : "no longer waits for \(removed.joined(separator: ", "))"
        }
    }
}

/// A change of what some tasks wait for, by one node a task.
private struct BlockChange {
    private let names: [String]
    private let writing: WritingRequest

    init(_ arguments: Arguments) throws(RedoError) {
        names = arguments.operands
        writing = try WritingRequest(arguments)
    }

    /// - Parameter words: says what was changed, from the titles of what was added and removed; nil if nothing
    ///   was.
    func run(
        _ steps: [DependencyChanges.Step], _ context: inout CommandContext,
        _ words: (_ added: [String], _ removed: [String]) -> String?
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log = try repository.log(of: names)
        let changes = try DependencyChanges(repository)
        let report = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            try FieldOptions.check(.dependsOn, writer.dialect)
            var report = ""
            for task in try log.livingTasks(named: names) {
                let before = task.dependencies
                let after = try changes.dependencies(of: task, after: steps)
                let added = after.filter { !before.contains($0) }
                let removed = before.filter { !after.contains($0) }
                let title = task.title.printable
                guard
                    let text = words(
                        added.map { changes.title(of: $0) }, removed.map { changes.title(of: $0) })
                else {
                    report += "unchanged \(title)\n"
                    continue
                }
                try writer.add(
                    .update, task.id,
                    [JSONMember(TaskField.dependsOn.name, DependencyChanges.json(after))])
                report += "\(title) \(text)\n" + writer.joinReport(of: task.id)
            }
            return report
        }
        try context.print(report)
        return .done
    }
}
