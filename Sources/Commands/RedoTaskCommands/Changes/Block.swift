import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let on = OptionSpecification.value(
        "on", takes: .task, isRepeatable: true, "a task that must be done first")
    private static let noLongerOn = OptionSpecification.value(
        "on", takes: .task, isRepeatable: true, "this task alone, instead of all")

    /// `redo block`: makes tasks wait for others.
    package static let block = Command(
        CommandSpecification(
            "block", "Make tasks wait for other tasks",
            operands: [[.repeated(.value(.task)), .option(on)]],
            options: [on, TaskWriter.dialectOption], statuses: .writing())
    ) { (context) throws(RedoError) in
        let others = context.arguments.values(on)
        guard !others.isEmpty else {
            throw .usage("give --on and the task that must be done first")
        }
        return try changeDependencies(&context, others.map { .add($0) }) { added, _ in
            added.isEmpty ? nil : "waits for \(added.joined(separator: ", "))"
        }
    }

    /// `redo unblock`: lets tasks wait no longer.
    package static let unblock = Command(
        CommandSpecification(
            "unblock", "Remove the tasks that tasks wait for",
            operands: [.repeated(.value(.task))],
            options: [noLongerOn, TaskWriter.dialectOption], statuses: .writing())
    ) { (context) throws(RedoError) in
        let others = context.arguments.values(noLongerOn)
        let steps: [DependencyChanges.Step] =
            others.isEmpty ? [.removeAll] : others.map { .remove($0) }
        return try changeDependencies(&context, steps) { _, removed in
            removed.isEmpty ? nil : "no longer waits for \(removed.joined(separator: ", "))"
        }
    }

    /// Changes what each task waits for, by one node a task.
    ///
    /// - Parameter words: says what was changed, from the titles of what was added and removed; nil if nothing
    ///   was.
    private static func changeDependencies(
        _ context: inout CommandContext, _ steps: [DependencyChanges.Step],
        _ words: (_ added: [String], _ removed: [String]) -> String?
    ) throws(RedoError) -> ExitStatus {
        let names = context.arguments.operands
        let repository = try context.openRepository()
        let log = try repository.log(of: names)
        let changes = try DependencyChanges(repository)
        let report = try context.edit(repository, log) { (writer) throws(RedoError) in
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
