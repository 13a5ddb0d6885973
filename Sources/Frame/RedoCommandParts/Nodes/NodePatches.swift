import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository

/// The changes of each node of a log, as lines for people.
package final class NodePatches {
    private let log: Log
    private let outcomes: [NodeOutcome?]
    private let voids: VoidNodes
    private let abbreviations: Abbreviations
    /// The changes of a task by node, for the tasks that were requested.
    private var changes: [TaskID: [Int: [Assignment]]] = [:]
    private lazy var organisation = OrganisationPatches(log.nodes)
    private lazy var titles = log.replay.foldState().printableTitles

    /// - Complexity: O(n) for a log of n nodes, once more for each task that is requested.
    package init(_ log: Log) {
        self.log = log
        outcomes = log.replay.outcomes()
        voids = log.replay.voidsWithRooms
        abbreviations = log.abbreviations()
    }

    /// The values that a node changed, and what became of it where it does not count.
    ///
    /// - Parameter showsFirstValues: whether to show also what had no value before.
    package func lines(of number: Int, showsFirstValues: Bool = true) -> [String] {
        var lines: [String] = []
        if let task = log.nodes[number].taskID {
            for change in changes(of: task)[number] ?? [] {
                guard showsFirstValues || change.overwritten != nil else { continue }
                let isCategory = change.member.name == TaskField.category.name
                let values = [change.overwritten, change.value].map { value in
                    isCategory ? value.map(organisation.named) : value
                }
                let line = change.member.changeLine(from: values[0], to: values[1])
                if let line { lines.append(line) }
            }
        }
        lines += organisation.lines(of: number)
        if let reason = voids.reason(of: log.nodes[number].id) {
            lines.append(voids.text(reason))
        } else if let outcome = outcomes[number], outcome != .counts,
            !(outcome == .isSkipped && isOfFamily(log.nodes[number].action))
        {
            lines.append(
                outcome.text(log.replay.validation, voids) {
                    self.abbreviations.text(of: self.log.nodes[$0].id)
                })
        }
        return lines
    }

    /// True if an action is of another family than the tasks'.
    private func isOfFamily(_ action: Action) -> Bool {
        FamilyAction.definition(of: action) != nil
    }

    private func changes(of task: TaskID) -> [Int: [Assignment]] {
        if let known = changes[task] { return known }
        let grouped = Dictionary(grouping: log.replay.assignments(of: task), by: \.node)
        changes[task] = grouped
        return grouped
    }

    /// A node as `redo log` shows it, with what it changed.
    package func description(
        of number: Int, _ context: borrowing CommandContext
    ) -> [String] {
        // What became of the node stands among its lines.
        let printer = LogPrinter(
            .full, ignored: log.ignored,
            NodeFields(
                ids: log.nodes.map(\.id),
                tasks: ShownTasks(titles: titles, people: log.replay.authority.people)))
        return printer.lines(of: log.nodes[number], context) + indented(lines(of: number))
    }

    package func indented(_ lines: [String]) -> [String] { lines.map { "      \($0)" } }
}
