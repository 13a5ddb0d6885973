import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository

/// The compensation of nodes of a task.
///
/// Every member that they set gets the value that it had before; but a member that was set since stays as it is.
struct Undoing {
    private let log: Log
    private let task: TaskID
    private let nodes: Set<Int>
    /// The nodes, and those that do not count as later changes.
    private let passed: Set<Int>
    /// Whether nodes of others may lie between the nodes: then the state before is the one without them.
    private let areScattered: Bool
    private let history: OrganisationHistory

    /// - Parameters:
    ///   - nodes: of the task, those that are taken back.
    ///   - passed: nodes that were taken back before, and those that took them back.
    ///   - areScattered: whether nodes of others may lie between the nodes.
    ///   - history: says which category stands for one that is gone.
    init(
        _ log: Log, _ task: TaskID, _ nodes: [Int], passed: Set<Int> = [],
        areScattered: Bool = false, _ history: OrganisationHistory
    ) {
        self.areScattered = areScattered
        self.history = history
        self.log = log
        self.task = task
        self.nodes = Set(nodes)
        self.passed = passed.union(nodes)
    }

    /// What takes the nodes back, in a dialect.
    ///
    /// - Parameter histories: those of the log.
    /// - Complexity: O(k log k) for k nodes of the task.
    func compensation(_ dialect: Dialect, _ histories: inout TaskHistories) -> Compensation {
        guard let now = histories.task(task) else {
            let title = histories.lastState(of: task)?.title.printable ?? task.description
            var compensation = Compensation(title, of: task, dialect)
            compensation.noteDeletion()
            return compensation
        }
        var compensation = Compensation(now.title.printable, of: task, dialect)
        guard let before = before(&histories) else {
            if now.isArchived { return compensation }
            let isOfOthersToo =
                areScattered
                && histories.assignments(of: task).contains { !passed.contains($0.node) }
            if isOfOthersToo {
                compensation.note("it was added, and others changed it since: it is kept")
            } else {
                compensation.putAway()
            }
            return compensation
        }
        let assignments = histories.assignments(of: task)
        // Where each member was set last by what counts as a later change.
        var later: [StateMember: Int] = [:]
        for change in assignments where !passed.contains(change.node) {
            later[change.member] = max(later[change.member] ?? 0, change.node)
        }
        var names: Set<JSONString> = []
        var isOfTodos = false
        for change in assignments where nodes.contains(change.node) {
            if change.member.todo != nil {
                isOfTodos = true
                continue
            }
            let name = change.member.name
            // What took the place of a category that is gone took its tasks along.
            let isMoved = name == TaskField.category.name && before.fields[name] == now.fields[name]
            let isUnchanged =
                areScattered
                && isAsBefore(change.member, before, now, assignments, later[change.member])
            guard !isMoved, !isUnchanged, names.insert(name).inserted else { continue }
            let node = areScattered ? lastNode(setting: change.member, assignments) : change.node
            if let last = later[change.member], last > node {
                compensation.note("\(name.printable) was changed later, and is kept")
                continue
            }
            compensation.bringBack(name, before, now)
        }
        if areScattered, before.hasSameTodos(as: now) { isOfTodos = false }
        let ofTodos = assignments.filter { $0.member.todo != nil }
        let last =
            areScattered
            ? ofTodos.first { nodes.contains($0.node) }?.node ?? 0 : nodes.max() ?? 0
        let isOverwritten = ofTodos.contains { $0.node > last && !passed.contains($0.node) }
        if isOfTodos, isOverwritten {
            compensation.note("its deadlines were changed later, and are kept")
        } else if isOfTodos {
            compensation.bringBackTodos(before, now, isTakenBack: isCompletedHere)
        }
        if !names.isEmpty || isOfTodos { compensation.effect = .changes }
        return compensation
    }

    /// Whether a member has the value that it had before the nodes, so that nothing is said of it.
    ///
    /// - Parameter later: where what counts as a later change set it last.
    private func isAsBefore(
        _ member: StateMember, _ before: TaskState, _ now: TaskState, _ assignments: [Assignment],
        _ later: Int?
    ) -> Bool {
        let value = now.value(of: member)
        guard before.value(of: member) == value else { return false }
        let last = lastNode(setting: member, assignments)
        guard let later, later > last else { return true }
        let earlier = assignments.last {
            $0.member == member && $0.node < last && !passed.contains($0.node)
        }
        let original =
            earlier.map(\.value) ?? (member.todo == nil ? TaskFieldTable()[member.name] : nil)
        return original == value
    }

    /// The last of the nodes that sets a member.
    private func lastNode(setting member: StateMember, _ assignments: [Assignment]) -> Int {
        assignments.lazy.filter { $0.member == member && nodes.contains($0.node) }
            .map(\.node).max() ?? 0
    }

    /// The state as it was when the nodes were written; nil if they made the task.
    private func before(_ histories: inout TaskHistories) -> TaskState? {
        if areScattered {
            return histories.task(task, without: nodes)?.withPresentCategory(history)
        }
        let ends = ends
        return ends.isEmpty
            ? nil : histories.task(task, among: ends)?.withPresentCategory(history)
    }

    /// The nodes that the undone ones follow. Nodes of another family between these, such as START_WORK after CREATE, do
    /// not set members of tasks: what they follow counts instead.
    private var ends: [Int] {
        let validation = log.replay.validation
        var ends: [Int] = []
        var seen = nodes
        var waiting = Array(nodes)
        while let number = waiting.popLast() {
            for parent in validation.graph.parents(of: number)
            where seen.insert(parent).inserted {
                if validation.verdicts[parent] == .skipped {
                    waiting.append(parent)
                } else {
                    ends.append(parent)
                }
            }
        }
        return ends
    }

    /// True if one of the nodes completed a to-do.
    private func isCompletedHere(_ todo: TodoState) -> Bool {
        nodes.contains { number in
            guard case .completeTodo(let completion) = log.nodes[number].payload else {
                return false
            }
            return completion.todo == todo.id
        }
    }
}

extension TaskState {
    /// Whether it has the same current to-do as another state, and as many completions that count.
    fileprivate func hasSameTodos(as other: TaskState) -> Bool {
        func completions(_ task: TaskState) -> Int {
            task.todos.count { $0.completed != nil && !$0.isSuperseded }
        }
        return currentTodo?.deadline == other.currentTodo?.deadline
            && (currentTodo == nil) == (other.currentTodo == nil)
            && completions(self) == completions(other)
    }
}
