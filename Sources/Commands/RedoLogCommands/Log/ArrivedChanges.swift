import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What some nodes that have come changed, as JSON for programs.
final class ArrivedChanges {
    private let repository: Repository
    private let ids: Set<NodeID>
    /// The arrived nodes that can be read.
    private let nodes: [NodeID: Node]
    /// The nodes of each task that one of them is of, in replay order; nil where all are needed.
    private let nodesByTask: [TaskID: [Node]]?
    /// Which nodes of tasks have no effect.
    private let exclusion: Exclusion
    private let people: People
    private var histories: [TaskID: History] = [:]
    private var whole: Replay?

    /// What a task was and is.
    private struct History {
        let before: TaskState?
        let after: TaskState?
        /// The outcomes of the nodes that are connected.
        let outcomes: [NodeID: NodeOutcome]
        let assignments: [NodeID: [Assignment]]
    }

    /// - Parameters:
    ///   - arrivals: nodes that have come together.
    ///   - log: in which they are; nil if a node is damaged.
    /// - Throws: ``RedoError`` if the store cannot be read.
    /// - Complexity: O(n) for n packed nodes, a glance at each, and the nodes of the tasks are replayed.
    init(
        _ arrivals: [StoreArrivals.Arrival], in repository: Repository, _ log: StoredLog?
    ) throws(RedoError) {
        self.repository = repository
        ids = Set(arrivals.map(\.id))
        let validator = NodeValidator()
        var reader = try repository.store.objectReader()
        var nodes: [NodeID: Node] = [:]
        for arrival in arrivals {
            // What cannot be read is reported once it can be.
            guard let line = (try? reader.line(of: arrival.id)) ?? nil else { continue }
            nodes[arrival.id] = try? repository.store.node(
                arrival.id, at: line, from: &reader, validator: validator)
        }
        self.nodes = nodes
        let tasks = Set(nodes.values.compactMap(\.taskID))
        let rule = repository.rule(.effective)
        let source = log.map { LogSource($0) }
        let known = source?.exclusion(rule)
        people = source?.people(rule) ?? .none
        exclusion = known ?? Exclusion(rule)
        nodesByTask = (known == nil ? nil : log?.nodes(of: tasks)).map { nodes in
            var groups: [TaskID: [Node]] = [:]
            for node in nodes {
                if let task = node.taskID { groups[task, default: []].append(node) }
            }
            return groups
        }
    }

    /// The tasks that the nodes are of.
    var tasks: Set<TaskID> { Set(nodes.values.compactMap(\.taskID)) }

    /// True if a node is of another family than the tasks', such as a category or a comment.
    var hasFamilyNodes: Bool { nodes.values.contains { !$0.action.isKnown } }

    /// Who wrote the nodes.
    var authors: Set<UserID> { Set(nodes.values.map(\.author.userID)) }

    /// The task of a node; nil if it has none or cannot be read.
    func task(of id: NodeID) -> TaskID? { nodes[id]?.taskID }

    /// A task before and after the nodes had come; nil where it was or is not there.
    ///
    /// - Throws: ``RedoError`` if the store cannot be read.
    func states(of task: TaskID) throws(RedoError) -> (before: TaskState?, after: TaskState?) {
        let history = try history(of: task)
        return (history.before, history.after)
    }

    private func history(of task: TaskID) throws(RedoError) -> History {
        if let known = histories[task] { return known }
        let replay: Replay
        if let nodes = nodesByTask {
            replay = Replay(nodes[task] ?? [], exclusion)
        } else {
            if whole == nil { whole = try repository.wholeLog().replay }
            replay = whole ?? Replay([])
        }
        let earlier = replay.nodes.filter { !ids.contains($0.id) }
        var outcomes: [NodeID: NodeOutcome] = [:]
        for (node, outcome) in zip(replay.nodes, replay.outcomes()) where ids.contains(node.id) {
            outcomes[node.id] = outcome
        }
        let history = History(
            before: Replay(earlier, exclusion).task(task), after: replay.task(task),
            outcomes: outcomes,
            assignments: Dictionary(grouping: replay.assignments(of: task)) {
                replay.nodes[$0.node].id
            })
        histories[task] = history
        return history
    }

    // MARK: JSON

    /// A node that has come, with what it changed; nil for one that cannot be read, or whose history cannot.
    ///
    /// - Throws: ``RedoError`` if the store cannot be read.
    func line(of arrival: StoreArrivals.Arrival) throws(RedoError) -> [UInt8]? {
        guard let node = nodes[arrival.id] else { return nil }
        let history = try node.taskID.map { task throws(RedoError) in try self.history(of: task) }
        if let history, history.outcomes[node.id] == nil { return nil }
        var members: [JSONMember] = [
            JSONMember(
                "cursor", arrival.cursor.map { .string(JSONString($0.description)) } ?? .null),
            JSONMember("node", .string(JSONString(arrival.id.description))),
        ]
        let title = (history?.after ?? history?.before)?.title
        let outcome = !node.action.isKnown ? nil : history?.outcomes[node.id]
        members += [
            JSONMember("action", text(node.action.description)), JSONMember("author", author(node)),
            JSONMember("changes", .array(changes(of: node, history))),
            JSONMember("code", outcome?.code.map { text($0.rawValue) } ?? .null),
            JSONMember("counts", outcome.map { .bool($0.isInEffect) } ?? .null),
            JSONMember("device", .string(node.author.deviceID)),
            JSONMember("lamport", .number(Double(node.timestamp.lamport))),
            JSONMember("summary", text(node.subjectLine)),
            JSONMember("task", node.taskID.map { text($0.description) } ?? .null),
            JSONMember("title", title.map { .string($0) } ?? .null),
            JSONMember("wall", text(node.timestamp.wall.wallText)),
        ]
        switch node.subject {
        case .category(let id): members.append(JSONMember("category", text(id.text)))
        case .person(let id): members.append(JSONMember("person", text(id.description)))
        case .room(let id): members.append(JSONMember("room", text(id.description)))
        case .task, nil: break
        }
        return CanonicalJSON.bytes(.object(members))
    }

    private func text(_ text: String) -> JSONValue { .string(JSONString(text)) }

    private func author(_ node: Node) -> JSONValue {
        var members = [
            JSONMember("name", node.author.name.map { .string($0) } ?? .null),
            JSONMember("signed", .bool(node.isSigned)),
            JSONMember("userId", text(node.author.userID.description)),
        ]
        if let person = people.person(of: node.author) {
            members.append(
                JSONMember("person", ["id": text("\(person.id)"), "name": .string(person.name)]))
        }
        return .object(members)
    }

    private func changes(of node: Node, _ history: History?) -> [JSONValue] {
        (history?.assignments[node.id] ?? []).map { assignment in
            var members = [
                JSONMember("after", assignment.value ?? .null),
                JSONMember("before", assignment.overwritten ?? .null),
                JSONMember("member", .string(assignment.member.name)),
            ]
            if let todo = assignment.member.todo {
                members.append(JSONMember("todo", text(todo.description)))
            }
            return .object(members)
        }
    }
}

extension NodeOutcome {
    /// True if the node changes what there is.
    fileprivate var isInEffect: Bool {
        switch self {
        case .counts, .countsAgain, .tombstone: true
        case .hasNoCreate, .isSkipped, .isIgnored, .isVoid, .isBuried, .isRejected: false
        }
    }

    /// Why the node is void.
    fileprivate var code: ErrorCode? {
        switch self {
        case .isRejected(let code, _): code
        case .isVoid(let reason): reason.code
        default: nil
        }
    }
}
