import RedoModel
import RedoRepository
import RedoSystem

/// The report of compensations for people.
struct CompensationReport {
    enum Kind {
        case undo, forward, revert, restoration
    }

    let kind: Kind
    /// True if nothing is written.
    var isDry = false

    /// The changes that were made, or would be, as lines.
    func text(of compensation: Compensation) -> String {
        let name = compensation.name
        let lines = compensation.lines.map { "  \($0)\n" }.joined()
        switch compensation.effect {
        case .isDeleted:
            let task = compensation.task?.description ?? ""
            return "\(name) \(compensation.reason); "
                + "'redo restore --copy \(task)' adds it as a new task\n"
        case .nothing: return "\(nothing) \(name)\n\(lines)"
        case .changes: return "\(isDry ? "would " : "")\(verb) \(name)\n\(lines)"
        case .putsAway, .makesAgain:
            let (asked, done) = compensation.action
            return (isDry ? "would \(asked)\n" : "\(done)\n")
                + (compensation.task == nil ? lines : "")
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

    /// Creates the nodes of a plan.
    ///
    /// - Returns: what was done, as lines.
    func write(
        _ plan: CompensationPlan, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        var text = ""
        for compensation in plan.tasks {
            try compensation.write(&writer)
            text += self.text(of: compensation)
            if let task = compensation.task { text += writer.joinReport(of: task) }
        }
        for compensation in plan.organisation { try compensation.write(&writer) }
        return plan.organisation.map { self.text(of: $0) }.joined() + text
    }
}
