import RedoCommandLine
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
            let merged = try merge(
                arguments.has(all) ? readable(tasks, log, context) : tasks, in: log, by: &request,
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

    /// Merges all diverged tasks with the default policy.
    ///
    /// - Returns: the MERGE nodes, and of which task each is.
    package static func mergeDivergedTasks(
        of repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [(task: TaskID, node: NodeID)] {
        let log = try repository.wholeLog()
        let diverged = zip(log.replay.validation.graph.taskIDs, log.heads()).filter { $1.count > 1 }
        // Without a diverged task no key is needed.
        if diverged.isEmpty { return [] }
        var request = MergeRequest.automatic
        let tasks = readable(diverged.map(\.0).sorted(), log, context)
        let merged = try context.edit(repository, log) { (writer) throws(RedoError) in
            try merge(tasks, in: log, by: &request, skipsOthers: true, &writer)
        }
        return merged.map { ($0.task, $0.node.id) }
    }

    /// The tasks whose history can be read. Of all tasks, the others are left as they are, and the command
    /// says at its end that something is missing.
    private static func readable(
        _ tasks: [TaskID], _ log: Log, _ context: borrowing CommandContext
    ) -> [TaskID] {
        tasks.filter { task in
            guard let gap = log.gaps.gap(in: task), log.heads(of: task).count > 1 else {
                return true
            }
            context.incompleteness.note(skipped: [gap.id])
            return false
        }
    }

    /// Gives tasks one head each.
    ///
    /// - Parameter skipsOthers: whether tasks that one may not change are left as they are.
    private static func merge(
        _ tasks: [TaskID], in log: Log, by request: inout MergeRequest, skipsOthers: Bool,
        _ writer: inout TaskWriter
    ) throws(RedoError) -> [(task: TaskID, node: Node, plan: MergePlan)] {
        var merged: [(task: TaskID, node: Node, plan: MergePlan)] = []
        let allHeads = log.heads()
        for task in tasks where !skipsOthers || writer.mayWrite(task) {
            let number = log.replay.validation.graph.taskNumber(of: task)
            var heads = number.map { allHeads[$0].map { log.nodes[$0] } } ?? []
            while heads.count > 1 {
                let group = Array(heads.suffix(TaskWriter.greatestParentCount))
                let (node, plan) = try writer.merge(group, of: task, by: &request)
                heads = heads.dropLast(group.count) + [node]
                merged.append((task, node, plan))
            }
        }
        return merged
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
