import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// Prints what differs between two states, for people.
struct DifferencePrinter {
    let log: Log
    let states: ComparedStates
    private var difference: StateDifference { states.difference }
    private let abbreviations: Abbreviations

    init(_ states: ComparedStates) {
        log = states.log
        self.states = states
        abbreviations = log.abbreviations()
    }

    /// A task with its members that differ, and the further nodes: a line each.
    ///
    /// ```
    /// changed Pay rent  (11111111)
    ///     priority: 3 → 5  (c0ffee1, Anna on laptop, 2025-11-16 13:00)
    /// ```
    func text(of task: TaskDifference, _ context: borrowing CommandContext) -> String {
        var header = "\(context.styled(task.kind.word, task.kind.style)) "
        header += context.styled(task.title.printable, .bold)
        header += "  (\(Self.shortID(task.id))\(task.node.map { ", \(origin(of: $0))" } ?? ""))"
        let members = task.members.filter { states.shows($0.node) }
        let todos = Set(members.compactMap(\.member.todo))
        var lines = [header]
        for difference in members {
            guard let line = line(of: difference, in: task, namesTodo: todos.count > 1) else {
                continue
            }
            lines.append("    \(line)")
        }
        lines += task.furtherNodes.filter { states.shows($0.number) }.map { "    \(line(of: $0))" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The nodes that belong to no task, a line each.
    var otherLines: [String] { states.otherNodes.map { line(of: $0) } }

    /// A task in one line: what differs, by the names of the members.
    func statLine(of task: TaskDifference) -> String {
        var names: [String] = []
        for difference in task.members where task.kind == .changed && states.shows(difference.node)
        {
            let name = difference.member.name.printable
            if difference.member.isShown, !names.contains(name) { names.append(name) }
        }
        for node in task.furtherNodes where states.shows(node.number) {
            names.append(mark(of: node) + action(of: node))
        }
        let list = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
        return "\(task.kind.word) \(task.title.printable)\(list)"
    }

    /// The number of tasks that differ, and of nodes that one state alone has.
    var summary: String {
        var parts: [String] = []
        for kind in TaskDifference.Kind.allCases {
            let count = states.tasks.count { $0.kind == kind }
            if count > 0 { parts.append("\(counted(count, "task")) \(kind.word)") }
        }
        let nodes = [(difference.addedCount, "more"), (difference.removedCount, "fewer")]
            .filter { $0.0 > 0 && !states.isNarrowed }.map { "\(counted($0.0, "node")) \($0.1)" }
        let tasks = parts.isEmpty ? "no task differs" : parts.joined(separator: ", ")
        return ([tasks] + nodes).joined(separator: "; ")
    }

    // MARK: Parts

    /// - Returns: nil for what the header shows already, and for what is not shown.
    private func line(
        of difference: MemberDifference, in task: TaskDifference, namesTodo: Bool
    ) -> String? {
        if task.kind != .changed, difference.member == StateMember("title") { return nil }
        let change = difference.member.changeLine(from: difference.before, to: difference.after)
        guard difference.member.isShown, let change else { return nil }
        let todo = namesTodo ? difference.member.todo.map { "to-do \(Self.shortID($0)): " } : nil
        // Of a task that was added or removed as a whole the header says who did it.
        let isSaid = difference.node == nil || difference.node == task.node
        let setter = isSaid ? nil : difference.node.map { "  (\(origin(of: $0)))" }
        return (todo ?? "") + change + (setter ?? "")
    }

    private func line(of node: StateDifference.SidedNode) -> String {
        "\(mark(of: node))\(log.nodes[node.number].subjectLine)  (\(origin(of: node.number)))"
    }

    private func mark(of node: StateDifference.SidedNode) -> String { node.isAdded ? "+" : "-" }

    private func action(of node: StateDifference.SidedNode) -> String {
        log.nodes[node.number].action.description.printable
    }

    /// Which node it was, who wrote it, where and when.
    private func origin(of number: Int) -> String {
        let node = log.nodes[number]
        let author = node.authorLabel(log.replay.authority.people, digits: 8)
        let device = ShownDevices.name(node.author)
        return "\(abbreviations.text(of: node.id)), \(author) on \(device), "
            + localText(node.timestamp.wall)
    }

    private static func shortID(_ id: some CustomStringConvertible) -> Substring {
        id.description.prefix(8)
    }
}

extension StateMember {
    /// True if a change of the member is shown: not the id of a to-do, nor what has a meaning only in a CREATE.
    var isShown: Bool {
        todo == nil ? !JSONMember(name, .null).isOfItsCreate : name != "guid"
    }
}

extension TaskDifference.Kind {
    fileprivate var word: String { rawValue }

    fileprivate var style: Style {
        switch self {
        case .added: .done
        case .removed: .red
        case .changed, .noted: .yellow
        }
    }
}
