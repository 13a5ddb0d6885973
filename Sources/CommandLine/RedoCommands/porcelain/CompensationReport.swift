import RedoModel
import RedoRepository
import RedoSystem

/// How people are told of compensations.
struct CompensationReport {
    enum Kind {
        case undo, forward, revert, restoration
    }

    let kind: Kind
    /// Whether nothing is written.
    var isDry = false

    /// What was done or would be, as lines.
    func text(of compensation: Compensation) -> String {
        let title = compensation.title
        switch compensation.effect {
        case .isDeleted:
            return "\(title) was deleted, which is final; "
                + "'redo restore --copy \(compensation.task)' adds it as a new task\n"
        case .archives where isDry: return "would archive \(title), which was added\n"
        case .archives:
            return "archived \(title), which was added; 'redo restore' brings it back\n"
        case .nothing: return "\(nothing) \(title)\n"
        case .changes:
            return "\(isDry ? "would " : "")\(verb) \(title)\n"
                + compensation.lines.map { "  \($0)\n" }.joined()
        }
    }

    /// What is said before the name of what stays as it is.
    private var nothing: String {
        switch kind {
        case .undo: "nothing to take back of"
        case .forward: "nothing to bring back of"
        case .revert, .restoration: "unchanged"
        }
    }

    private var verb: String {
        switch kind {
        case .undo: isDry ? "take back a change of" : "took back a change of"
        case .forward: isDry ? "bring back a change of" : "brought back a change of"
        case .revert: isDry ? "revert a change of" : "reverted a change of"
        case .restoration: isDry ? "bring back" : "brought back"
        }
    }

    /// The same of what is not a task.
    func text(of compensation: OrganisationCompensation) -> String {
        let lines = compensation.lines.map { "  \($0)\n" }.joined()
        guard let action = compensation.action else {
            let verb = isDry ? "would \(verb)" : verb
            return "\(compensation.effect == .nothing ? nothing : verb) "
                + "\(compensation.subject)\n\(lines)"
        }
        return "\(isDry ? "would \(action.asked)" : action.done)\n\(lines)"
    }

    /// Makes the nodes of compensations.
    ///
    /// - Returns: what was done, as lines.
    func write(
        _ plan: CompensationPlan, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        let text = try write(plan.tasks, &writer)
        for compensation in plan.organisation { try compensation.write(&writer) }
        return plan.organisation.map { self.text(of: $0) }.joined() + text
    }

    /// Makes the nodes of compensations.
    ///
    /// - Returns: what was done, as lines.
    func write(
        _ compensations: [Compensation], _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        var text = ""
        for compensation in compensations {
            if !isDry { try compensation.write(&writer) }
            text += self.text(of: compensation) + writer.joinReport(of: compensation.task)
        }
        return text
    }
}

extension [Compensation] {
    /// Takes back nodes of several tasks: one compensation for each task, in the order of their first nodes.
    ///
    /// - Parameter histories: those of the log.
    init(
        takingBack nodes: [Int], passed: Set<Int> = [], in log: Log,
        _ history: OrganisationHistory, _ histories: inout TaskHistories, _ dialect: Dialect
    ) {
        var groups: [(task: TaskID, nodes: [Int])] = []
        var slots: [TaskID: Int] = [:]
        for number in Set(nodes).sorted() {
            guard let task = log.nodes[number].taskID else { continue }
            if let slot = slots[task] {
                groups[slot].nodes.append(number)
            } else {
                slots[task] = groups.count
                groups.append((task, [number]))
            }
        }
        self = groups.map {
            Undoing(log, $0.task, $0.nodes, passed: passed, history)
                .compensation(dialect, &histories)
        }
    }

    var isWhole: Bool { allSatisfy(\.isWhole) }
}
