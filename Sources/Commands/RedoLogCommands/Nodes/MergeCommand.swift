import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo merge`: gives diverged tasks one head again.
package struct MergeCommand: ParsableCommand {
    private static let all = OptionSpecification.flag("all", "merge all diverged tasks")
    private static let dryRun = OptionSpecification.dryRun(
        "write nothing; print what would be merged, and how")
    private static let ids = OptionSpecification.flag(
        "ids", isExpert: true, "print the ids of each merged task and of its MERGE and nothing else"
    )
    private static let json = OptionSpecification.flag(
        "json", "with --dry-run, print a JSON object for each MERGE: task, base, heads, changes")

    package static let specification = CommandSpecification(
        "merge", "Merge tasks that have several heads",
        operands: [.repeated(.value(.task)), .option(all)],
        options: [
            all, MergeRequest.policyOption, MergeRequest.resolveOption, dryRun, ids, json,
        ] + WritingRequest.options,
        constraints: [.needs(json, anyOf: [dryRun]), .exclusive([ids, dryRun])],
        readsNames: true,
        statuses: .writing(
            done: "it was done, also if there was nothing to merge",
            no: "a task cannot be merged, or a hook refused it"))

    /// The names of the tasks; nil for all.
    private let names: [String]?
    private let request: MergeRequest
    private let isJSON: Bool
    private let printsIDs: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        let isOfAll = arguments.has(Self.all)
        guard isOfAll == operands.isEmpty else {
            throw .usage("name the tasks to merge, or use --all")
        }
        names = isOfAll ? nil : operands
        request = try MergeRequest(arguments)
        isJSON = arguments.has(Self.json)
        printsIDs = arguments.has(Self.ids)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var request = request
        let repository = try context.openRepository()
        let log =
            if let names { try repository.log(of: names) } else { try repository.wholeLog() }
        let (merged, made, author) = try context.edit(repository, log, by: writing) {
            (writer) throws(RedoError) in
            let merged = try DivergedTasks.merge(
                tasks(log, context), in: log, by: &request, skipsOthers: names == nil, &writer)
            if !merged.isEmpty { try request.checkUse() }
            return (merged, writer.nodes.map(\.id), writer.identity.author)
        }
        guard writing.isDryRun else {
            for (task, node, plan) in merged {
                try context.print(
                    printsIDs
                        ? "\(task) \(node.id)\n"
                        : "merged \(Self.title(of: task, log))\(Self.decisions(of: plan))\n")
            }
            return .done
        }
        if isJSON {
            for (task, _, plan) in merged {
                try context.printLine(plan.json(of: task, by: author))
            }
            return .done
        }
        let abbreviations = log.abbreviations(with: made)
        for (task, _, plan) in merged {
            try context.print(
                "\(task) \(Self.title(of: task, log))\n" + Self.text(of: plan, abbreviations))
        }
        return .done
    }

    /// The tasks that are named, or all that can be read, by id.
    private func tasks(
        _ log: Log, _ context: borrowing CommandContext
    ) throws(RedoError) -> [TaskID] {
        guard let names else {
            let tasks = log.replay.validation.graph.taskIDs.sorted()
            return DivergedTasks.readable(tasks, log, context)
        }
        var tasks: Set<TaskID> = []
        for name in names { tasks.insert(try log.taskID(named: name)) }
        return tasks.sorted()
    }

    private static func title(of task: TaskID, _ log: Log) -> String {
        log.replay.task(task)?.title.printable ?? "a task"
    }

    /// What both sides had changed to different values, for the line about a merged task.
    private static func decisions(of plan: MergePlan) -> String {
        let members = plan.changes.filter(\.isConflict).map(\.member.path.printable)
        return members.isEmpty ? "" : " — both sides had changed \(listed(members))"
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
            for index in change.changedBy {
                text += "    \(heads[index]): \(change.values[index].map(jsonText) ?? "nothing")\n"
            }
        }
        return text
    }
}
