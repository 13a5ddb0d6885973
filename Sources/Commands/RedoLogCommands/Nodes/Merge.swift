import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let all = OptionSpecification.flag("all", "merge all diverged tasks")
    private static let dryRun = OptionSpecification.flag(
        "dry-run", letter: "n", "write nothing; print what would be merged, and how")

    private static let json = OptionSpecification.flag(
        "json", "with --dry-run, print a JSON object for each MERGE: task, base, heads, changes")

    /// `redo merge`: gives diverged tasks one head again.
    package static let merge = Command(
        CommandSpecification(
            "merge", "Merge tasks that have several heads",
            operands: [.repeated(.value(.task)), .option(all)],
            options: [
                all, MergeRequest.policyOption, MergeRequest.resolveOption, dryRun, json,
                TaskWriter.dialectOption,
            ], constraints: [.needs(json, anyOf: [dryRun])],
            statuses: .writing(
                done: "it was done, also if there was nothing to merge",
                no: "a task cannot be merged, or a hook refused it"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        guard arguments.has(all) == arguments.operands.isEmpty else {
            throw .usage("name the tasks to merge, or use --all")
        }
        var request = try MergeRequest(arguments)
        let repository = try context.openRepository()
        let log =
            arguments.has(all)
            ? try repository.wholeLog()
            : try repository.log(of: arguments.operands)
        let (merged, made, author) = try context.edit(repository, log) {
            (writer) throws(RedoError) in
            writer.isWriting = !arguments.has(dryRun)
            let tasks = try tasks(arguments, log)
            let merged = try DivergedTasks.merge(
                arguments.has(all) ? DivergedTasks.readable(tasks, log, context) : tasks, in: log,
                by: &request,
                skipsOthers: arguments.has(all), &writer)
            if !merged.isEmpty { try request.checkUse() }
            return (merged, writer.nodes.map(\.id), writer.identity.author)
        }
        guard arguments.has(dryRun) else {
            for (task, node, _) in merged { try context.print("\(task) \(node.id)\n") }
            return .done
        }
        if arguments.has(json) {
            for (task, _, plan) in merged {
                try context.printLine(plan.json(of: task, by: author))
            }
            return .done
        }
        let abbreviations = log.abbreviations(with: made)
        for (task, _, plan) in merged {
            let title = log.replay.task(task)?.title.printable ?? ""
            try context.print("\(task) \(title)\n" + text(of: plan, abbreviations))
        }
        return .done
    }

    /// The tasks that are named, or all, by id.
    private static func tasks(
        _ arguments: Arguments, _ log: Log
    ) throws(RedoError) -> [TaskID] {
        var tasks = arguments.has(all) ? log.replay.validation.graph.taskIDs : []
        for name in arguments.operands { tasks.append(try log.taskID(named: name)) }
        return Set(tasks).sorted()
    }

    /// What a MERGE does, for people.
    private static func text(of plan: MergePlan, _ abbreviations: Abbreviations) -> String {
        let heads = plan.heads.map { abbreviations.text(of: $0.id) }
        let base = plan.base.map { abbreviations.text(of: $0.id) } ?? "nothing in common"
        var text = "  merges \(heads.joined(separator: ", ")) from \(base)\n"
        for change in plan.changes {
            let value = change.merged.map(jsonText) ?? "nothing"
            text += "  \(change.member.path.printable): \(value)"
            // An entry can decide what a single head changed, too.
            let isDecided = change.isConflict || change.merged != change.values[change.changedBy[0]]
            text += isDecided ? ", of\n" : ", as at \(heads[change.changedBy[0]])\n"
            guard isDecided else { continue }
            for place in change.changedBy {
                text += "    \(heads[place]): \(change.values[place].map(jsonText) ?? "nothing")\n"
            }
        }
        return text
    }
}
