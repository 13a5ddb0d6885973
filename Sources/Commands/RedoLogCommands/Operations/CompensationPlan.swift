import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What takes an operation back, or brings a log to what it was: of tasks, and of the family `organisation`.
struct CompensationPlan {
    var tasks: [Compensation]
    var organisation: [Compensation]

    init(_ tasks: [Compensation], _ organisation: [Compensation]) {
        self.tasks = tasks
        self.organisation = organisation
    }

    /// The compensations that take nodes back: one for each task, in the order of their first nodes, and one for each
    /// category, comment or interval.
    ///
    /// - Parameters:
    ///   - passed: nodes that were taken back before, and those that took them back.
    ///   - areScattered: whether nodes of others may lie between them.
    ///   - histories: those of the log.
    ///   - user: who wrote the nodes.
    init(
        takingBack nodes: [NodeID], passed: Set<NodeID> = [], areScattered: Bool = false,
        in log: Log,
        _ history: OrganisationHistory, _ histories: inout TaskHistories, by user: UserID,
        _ dialect: Dialect
    ) {
        let (graph, verdicts) = (log.replay.validation.graph, log.replay.validation.verdicts)
        let numbers = Set(nodes.compactMap { graph.number(of: $0) }).sorted()
            .filter { verdicts[$0] == .accepted }
        let passedNumbers = Set(passed.compactMap { graph.number(of: $0) })
        tasks = Dictionary(grouping: numbers) { log.nodes[$0].taskID }
            .sorted { $0.value[0] < $1.value[0] }
            .compactMap { task, nodes in
                task.map {
                    Undoing(
                        log, $0, nodes, passed: passedNumbers, areScattered: areScattered, history
                    )
                    .compensation(dialect, &histories)
                }
            }
        let categories = tasks.compactMap { compensation in
            compensation.task.flatMap { task in compensation.category.map { (task, $0) } }
        }
        organisation = OrganisationUndoing(
            history, log, by: history.organisation.principal(of: user),
            moving: Dictionary(categories, uniquingKeysWith: { $1 })
        ).compensations(takingBack: nodes, passed: passed, &histories)
        // What a category takes along has nothing of its own to bring back.
        let changed = organisation.filter { $0.effect != .nothing || !$0.isWhole }
        if !changed.isEmpty {
            organisation = changed
            tasks.removeAll { $0.effect == .nothing && $0.isWhole }
        }
    }

    /// Leaves out what is as it was before already.
    mutating func leaveOutWhatIsUnchanged() {
        tasks.removeAll { $0.isEmpty && $0.isWhole }
        organisation.removeAll { $0.isEmpty && $0.isWhole }
    }

    /// Leaves out tasks that would change.
    ///
    /// - Returns: those.
    mutating func leaveOutTasks(where isLeftOut: (TaskID) -> Bool) -> [Compensation] {
        let leaves = { (compensation: Compensation) in
            !compensation.isEmpty && compensation.task.map(isLeftOut) ?? false
        }
        let left = tasks.filter(leaves)
        tasks.removeAll(where: leaves)
        return left
    }

    /// True if it changes anything.
    var hasEffect: Bool { all.contains { !$0.isEmpty } }

    var isEmpty: Bool { all.isEmpty }

    /// All compensations, in the order in which they are shown.
    var all: [Compensation] { organisation + tasks }

    /// The extent of the change, for people: `2 tasks and 1 category`.
    var extent: String {
        let taskCount = tasks.count { !$0.isEmpty }
        let others = organisation.count { !$0.isEmpty }
        if others == 0 { return counted(taskCount, "task") }
        let categories = others == 1 ? "1 category" : "\(others) categories"
        return taskCount == 0 ? categories : "\(counted(taskCount, "task")) and \(categories)"
    }

    var isWhole: Bool { all.allSatisfy(\.isWhole) }
}
