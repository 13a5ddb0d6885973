import RedoJSON
import RedoModel
import RedoRepository

/// The changes of the tasks of a page, node by node.
///
/// A change is `[member, node]` if the value is the one that the node's data has under the member's name, else
/// `[member, node, [value]]`, and `[member, node, 0]` for a member that is gone.
struct ViewHistories {
    private let graph: ViewGraph
    private let text: ViewText
    private var histories: TaskHistories
    /// The data of a node, for values that are the same.
    private let data: (_ position: Int) -> JSONValue?

    /// Branches that meet are compared up to this number of nodes of a task; beyond it the page says so.
    private static let maximumBranchedCount = 5000

    init(
        _ log: Log, _ graph: ViewGraph, _ text: ViewText,
        data: @escaping (_ position: Int) -> JSONValue?
    ) {
        self.graph = graph
        self.text = text
        self.data = data
        histories = TaskHistories(log.replay)
    }

    /// The state of a task now; nil if it is not there.
    mutating func state(of task: TaskID) -> TaskState? { histories.task(task) }

    /// The title of a task, even of a deleted one.
    mutating func title(of task: TaskID) -> String { histories.title(of: task) }

    mutating func json(of task: TaskID) -> JSONValue {
        var writer = MemberWriter(text)
        var members: [JSONMember] = []
        let changed = histories.assignments(of: task)
        let assignments = changed.compactMap { change($0.member, $0.node, $0.value, &writer) }
        members.append(JSONMember("a", .array(assignments)))
        if !histories.isLinear(task) {
            if graph.numbers.count > 0, count(of: task) <= Self.maximumBranchedCount {
                let set = Set(changed.map(\.member))
                let steps = histories.steps(of: task).compactMap { step -> JSONValue? in
                    guard let node = graph.positions[step.node] else { return nil }
                    let base = step.base.flatMap { graph.positions[$0] } ?? -1
                    let changes = step.changes.compactMap { member, value in
                        step.base == nil && !set.contains(member)
                            && Self.isDefault(value, of: member)
                            ? nil : change(member, step.node, value, &writer)
                    }
                    return [
                        .number(Double(node)), .number(Double(base)), .array(changes),
                        .bool(step.isThere),
                    ]
                }
                members.append(JSONMember("s", .array(steps)))
            } else {
                members.append(JSONMember("l", true))
            }
        }
        members.append(JSONMember("m", .array(writer.members)))
        members.append(JSONMember("t", .array(writer.todos)))
        return .object(members)
    }

    /// Whether a member has the value of every new task.
    private static func isDefault(_ value: JSONValue?, of member: StateMember) -> Bool {
        guard member.todo == nil else { return false }
        return value == (member.name == "archived" ? false : TaskFieldTable()[member.name])
    }

    private func count(of task: TaskID) -> Int {
        graph.bands.first { $0.subject == .task(task) }?.nodes.count ?? 0
    }

    private func change(
        _ member: StateMember, _ number: Int, _ value: JSONValue?, _ writer: inout MemberWriter
    ) -> JSONValue? {
        guard let node = graph.positions[number] else { return nil }
        let head: [JSONValue] = [
            .number(Double(writer.number(of: member))), .number(Double(node)),
        ]
        guard let value else { return .array(head + [0]) }
        if text.privacy != .redacted, Self.value(of: member.name, in: data(node)) == value {
            return .array(head)
        }
        return .array(head + [.array([text.shown(value)])])
    }

    /// The value that a node's data has under the name of a member: the page's script reads it in the same way.
    private static func value(of name: JSONString, in data: JSONValue?) -> JSONValue? {
        guard case .object(let members)? = data else { return nil }
        if case .object(let fields)? = members.first(where: { $0.name == "fields" })?.value {
            return fields.first { $0.name == name }?.value
        }
        return members.first { $0.name == name }?.value
    }
}

/// The members of the states of one task, each with a number.
private struct MemberWriter {
    private let text: ViewText
    /// The number of the to-do, or -1, and the name of each member.
    private(set) var members: [JSONValue] = []
    private(set) var todos: [JSONValue] = []
    private var memberNumbers: [StateMember: Int] = [:]
    private var todoNumbers: [TodoID: Int] = [:]

    init(_ text: ViewText) { self.text = text }

    mutating func number(of member: StateMember) -> Int {
        if let known = memberNumbers[member] { return known }
        let todo = member.todo.map { number(of: $0) } ?? -1
        memberNumbers[member] = members.count
        members.append([.number(Double(todo)), .string(text.shown(fieldName: member.name))])
        return members.count - 1
    }

    private mutating func number(of todo: TodoID) -> Int {
        if let known = todoNumbers[todo] { return known }
        todoNumbers[todo] = todos.count
        todos.append(.string(JSONString(todo.description)))
        return todos.count - 1
    }
}
