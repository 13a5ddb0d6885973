import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// `redo claim --next`: claims the first task, in the order of lists, that is ready and that no one holds.
///
/// What the log says of claims only leaves out what is surely taken. The remote decides, task by task: one that another
/// device holds there, or wins at the same time, is passed over.
struct NextClaim {
    /// The query beside `is:ready`; blank for all tasks.
    let query: String
    let milliseconds: Int64
    /// The maximum number of tasks that are tried.
    let tryCount: Int

    enum Outcome {
        case claimed(TaskState, TaskClaim)
        /// There is no task that is ready and free, as far as this store and the remote say.
        case none
    }

    /// - Throws: E_CLAIMED if every task that was tried is held by others, and there are more.
    func claim(
        _ desk: inout ClaimDesk, _ context: borrowing CommandContext
    ) throws(RedoError) -> Outcome {
        var tasks = try candidates(desk.repository, context)
        var isFetched = false
        var tried = 0
        var index = 0
        while index < tasks.count {
            guard tried < tryCount else {
                throw RedoError(
                    .claimed,
                    "others hold the first \(counted(tried, "task")) of \(tasks.count) that are ready",
                    status: .no,
                    hints: ["'redo sync' learns of their claims; then repeat the command"])
            }
            let task = tasks[index]
            // Who claimed it before may have done it since: what the remote shows and the log lacks comes first.
            if !isFetched, try desk.isBehind(on: task.id) {
                isFetched = true
                try desk.fetch()
                tasks = try candidates(desk.repository, context)
                index = 0
                continue
            }
            tried += 1
            do throws(RedoError) {
                switch try desk.claim(task, for: milliseconds, renewing: false, context) {
                case .claimed(let claim), .recovered(let claim): return .claimed(task, claim)
                }
            } catch {
                guard error.code == .claimed || error.code == .permissionDenied else { throw error }
            }
            index += 1
        }
        return .none
    }

    /// The tasks that are ready, and not claimed by the log, the most urgent first.
    private func candidates(
        _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> [TaskState] {
        let now = try context.now()
        var table = try TaskTable(context, repository.store)
        let asked = try Query(written: query)
        try asked.check(from: query, table.fields, now: now)
        let all = Query.joining([
            .term(.init("is", .value("ready"))), .not(.term(.init("is", .value("claimed")))), asked,
        ])
        let query = try all.compiled(
            table.fields, now: now, facts: try context.facts(for: all, repository))
        let state = try repository.tasks().state
        table.take(
            state,
            try repository.organisationFacts(at: table.moment, withComments: all.readsTexts))
        let facts = table.facts
        let ranked = table.ranked(state) { query.includes($0, facts.facts(of: $0)) }
        if ranked.isEmpty, !self.query.isEmpty {
            EmptyAnswer(to: [self.query], asked).report(context, repository)
        }
        return ranked.map(\.task)
    }
}
