import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The tasks of a store that have several heads: how many there are, and how they get one again.
package enum DivergedTasks {
    /// The maximum number of tasks that are named one by one.
    private static let maximumNamedCount = 5

    /// Names the tasks that have diverged, if any, and what settles it; nothing to programs.
    ///
    /// - Returns: how many tasks have diverged.
    @discardableResult
    package static func report(
        in repository: Repository, isPorcelain: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> Int {
        let count = try repository.divergedCount()
        guard count > 0, !isPorcelain else { return count }
        for task in try named(in: repository) {
            let name = task.id.description.prefix(8)
            try context.print(
                "\(task.title) differs between devices: 'redo merge \(name)' settles it\n")
        }
        let rest = count - maximumNamedCount
        if rest > 0 { try context.print("so \(rest == 1 ? "does" : "do") \(rest) more\n") }
        if count > 1 { try context.print("'redo merge --all' settles all \(count)\n") }
        return count
    }

    /// The first tasks that have diverged, with their titles.
    private static func named(
        in repository: Repository
    ) throws(RedoError) -> [(id: TaskID, title: String)] {
        let heads = try repository.heads()
        let tasks = heads.divergedIndices.prefix(maximumNamedCount).map { heads.tasks[$0] }
        // Damage is reported by who asks for more than a title.
        let log = try? repository.log(of: tasks.map(\.description))
        let titles = log?.replay.foldState().printableTitles ?? [:]
        return tasks.map { ($0, titles[$0] ?? "a task") }
    }

    /// Merges all diverged tasks with the default policy.
    ///
    /// - Returns: the MERGE nodes, and of which task each is.
    package static func merge(
        in repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [(task: TaskID, node: NodeID)] {
        let log = try repository.wholeLog()
        let diverged = zip(log.replay.validation.graph.taskIDs, log.heads()).filter { $1.count > 1 }
        // Without a diverged task no key is needed.
        if diverged.isEmpty { return [] }
        var request = MergeRequest.automatic
        let tasks = readable(diverged.map(\.0).sorted(), log, context)
        let merged = try context.edit(repository, log, by: WritingRequest()) {
            (writer) throws(RedoError) in
            try merge(tasks, in: log, by: &request, skipsOthers: true, &writer)
        }
        return merged.map { ($0.task, $0.node.id) }
    }

    /// The tasks whose history can be read. Of all tasks, the others are left as they are, and the command
    /// says at its end that something is missing.
    package static func readable(
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
    package static func merge(
        _ tasks: [TaskID], in log: Log, by request: inout MergeRequest, skipsOthers: Bool,
        _ writer: inout TaskWriter
    ) throws(RedoError) -> [(task: TaskID, node: Node, plan: MergePlan)] {
        var merged: [(task: TaskID, node: Node, plan: MergePlan)] = []
        let allHeads = log.heads()
        for task in tasks where !skipsOthers || writer.mayWrite(task) {
            let number = log.replay.validation.graph.taskNumber(of: task)
            var heads = number.map { allHeads[$0].map { log.nodes[$0] } } ?? []
            while heads.count > 1 {
                let group = Array(heads.suffix(TaskWriter.maximumParentCount))
                let (node, plan) = try writer.merge(group, of: task, by: &request)
                heads = heads.dropLast(group.count) + [node]
                merged.append((task, node, plan))
            }
        }
        return merged
    }
}
