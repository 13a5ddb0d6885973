import RedoJSON
import TestSupport

@testable import RedoModel

/// A random log as a few devices write it: each knows some of the nodes, follows what it knows, and
/// hears of the others' now and then.
///
/// All nodes pass stages 1 and 2. Stage 3 rejects a good part of them: to-dos that nobody made, second
/// CREATEs, bases that are not ancestors, nodes after a DELETE.
package struct RandomLog {
    package private(set) var nodes: [Node] = []
    private var random: SeededGenerator
    private let tasks: [TaskID]
    /// What each device knows, as places in ``nodes``.
    private var views: [[Int]]
    private static let writers = (1...4).map { Writer($0) }
    private var todos: [TaskID: [JSONValue]] = [:]
    /// Nodes that stage 3 will likely reject or that end their branch: mostly nobody follows them, or
    /// little else would be accepted.
    private var spoiled: Set<NodeID> = []
    /// Whether the node that is being made is one of them.
    private var isSpoiled = false

    package init(seed: UInt64, count: ClosedRange<Int> = 10...60) {
        random = SeededGenerator(seed: seed)
        tasks = (0..<Int.random(in: 1...4, using: &random)).map { number in
            TaskID("c0ffee11-1111-4111-8111-00000000000\(number)")!
        }
        views = Array(repeating: [], count: Int.random(in: 2...4, using: &random))
        // Small logs are as telling as great ones and much cheaper.
        let bound = Int.random(in: count, using: &random)
        let wanted = Int.random(in: count.lowerBound...bound, using: &random)
        while nodes.count < wanted { step() }
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func step() {
        let device = Int.random(in: views.indices, using: &random)
        if chance(15) {
            let other = Int.random(in: views.indices, using: &random)
            views[device] = Array(Set(views[device]).union(views[other])).sorted()
        }
        let task = pick(tasks)
        isSpoiled = false
        if chance(90), let other = views.first(where: { $0.contains { nodes[$0].taskID == task } })
        {
            // Whoever works on a task has mostly heard of it.
            let news = other.filter { nodes[$0].taskID == task && nodes[$0].timestamp.lamport < 3 }
            views[device] = Array(Set(views[device]).union(closed(news))).sorted()
        }
        let known = views[device].filter { nodes[$0].taskID == task }
        let isFields = chance(60)
        var action = known.isEmpty ? .create : pick(isFields ? Self.actions : Self.strictActions)
        if action == .create, !known.isEmpty {
            if chance(70) { action = .createTodo }
            isSpoiled = action == .create
        }
        guard
            let parents = parents(of: action, isFields ? .fields : .payload, known, views[device]),
            let fields = fields(of: action, isFields ? .fields : .payload, task, parents)
        else { return }
        let isLate = isFields && chance(20)
        let greatest = parents.map(\.timestamp.lamport).max() ?? 0
        let lamport = greatest + 1 + (isLate ? Int.random(in: 0...5, using: &random) : 0)
        let isTaskless = isFields && chance(2)
        let node = try? Self.writers[device].node(
            action, isFields ? .fields : .payload, task: isTaskless ? nil : task, after: parents,
            lamport: lamport, minute: Int.random(in: 0..<30, using: &random), fields)
        guard let node, !nodes.contains(where: { $0.id == node.id }) else { return }
        if isSpoiled || action == .delete || node.parents.contains(where: spoiled.contains) {
            spoiled.insert(node.id)
        } else if case .createTodo(let todo) = node.payload {
            todos[task, default: []].append(.string(JSONString(todo.id.description)))
        }
        views[device].append(nodes.count)
        nodes.append(node)
    }

    private static let strictActions: [Action] = [
        .create, .update, .update, .createTodo, .createTodo, .completeTodo, .completeTodo, .snooze,
        .archive, .unarchive, .delete, .merge, .merge, .merge,
    ]
    private static let actions: [Action] =
        strictActions + [.addTodo, .addTodo, .complete, .update, Action("FROBNICATE")!]

    /// The nodes to follow: what has no known child in the task, or any; in the fields dialect also
    /// nodes of other tasks. Nil where there are none of the right number.
    private mutating func parents(
        of action: Action, _ dialect: Dialect, _ known: [Int], _ view: [Int]
    ) -> [Node]? {
        if action == .create, dialect == .payload || known.isEmpty || chance(50) { return [] }
        var isFollowed: Set<NodeID> = []
        for place in known { isFollowed.formUnion(nodes[place].parents) }
        var candidates = known.filter { !isFollowed.contains(nodes[$0].id) }
        if candidates.isEmpty || chance(25) { candidates = known }
        if chance(90) { candidates.removeAll { spoiled.contains(nodes[$0].id) } }
        candidates.shuffle(using: &random)
        if action == .merge {
            var further = known.filter {
                !candidates.contains($0) && !spoiled.contains(nodes[$0].id)
            }
            further.shuffle(using: &random)
            candidates += further
            guard candidates.count >= 2 else { return nil }
            return candidates.prefix(chance(75) ? 2 : 3).map { nodes[$0] }
        }
        if candidates.isEmpty { return nil }
        if dialect == .payload { return [nodes[candidates[0]]] }
        var places = Array(candidates.prefix(chance(60) ? 10 : 1))
        if chance(25), let foreign = view.randomElement(using: &random), !places.contains(foreign) {
            places = chance(50) ? [foreign] : Array(places.prefix(9)) + [foreign]
        }
        if chance(3) { places = [] }
        return places.map { nodes[$0] }
    }

    private mutating func fields(
        of action: Action, _ dialect: Dialect, _ task: TaskID, _ parents: [Node]
    ) -> JSONValue? {
        let time: JSONValue = .string(
            JSONString("2025-02-0\(Int.random(in: 1...9, using: &random))T09:00:00Z"))
        switch action {
        case .create, .update: return taskFields(isCreate: action == .create, dialect)
        case .createTodo, .addTodo:
            let isRepeated = chance(10) && todos[task] != nil
            let todo = isRepeated ? pick(todos[task]!) : newTodo()
            if dialect == .fields, chance(30) { return ["notes": "no id, no deadline"] }
            return ["todoTaskId": todo, "deadline": time]
        case .completeTodo: return ["todoTaskId": todo(of: task), "completed": time]
        case .snooze:
            if dialect == .fields, chance(30) { return ["snoozeUntil": time] }
            return chance(50)
                ? ["todoTaskId": todo(of: task), "daysToExtend": 3]
                : ["todoTaskId": todo(of: task), "newDeadline": time]
        case .delete: return deletion(dialect)
        case .merge:
            return dialect == .fields ? taskFields(isCreate: false, dialect) : merge(parents)
        default: return [:]
        }
    }

    private mutating func taskFields(isCreate: Bool, _ dialect: Dialect) -> JSONValue {
        var members: [JSONMember] = []
        if isCreate || chance(50) {
            members.append(JSONMember("title", pick(["a", "b", "é", "😀"])))
        }
        if members.isEmpty || chance(50) {
            members.append(JSONMember("priority", pick([1, 3, 5])))
        }
        if dialect == .fields, chance(40) {
            members.append(JSONMember("tags", pick([["x"], ["x", "y"], ["z"]])))
        }
        if dialect == .fields, chance(20) {
            members.append(JSONMember("meta", pick([["a": 1], ["a": 2, "b": ["c": 1]]])))
        }
        return .object(members)
    }

    private mutating func newTodo() -> JSONValue {
        let digits = String(UInt32.random(in: 0...UInt32.max, using: &random), radix: 16)
        let padded = String(repeating: "0", count: 12 - digits.count) + digits
        return .string(JSONString("aaaaaaaa-0000-4000-8000-\(padded)"))
    }

    /// One that was made, perhaps where the device could not know it; sometimes one that never was.
    private mutating func todo(of task: TaskID) -> JSONValue {
        guard let made = todos[task], !chance(15) else {
            isSpoiled = true
            return newTodo()
        }
        return pick(made)
    }

    private mutating func deletion(_ dialect: Dialect) -> JSONValue? {
        guard chance(40) else { return nil }
        if dialect == .fields, chance(40) { return [:] }
        var buried = nodes.map(\.reference)
        buried.shuffle(using: &random)
        let count = chance(50) ? buried.count : Int.random(in: 1...buried.count, using: &random)
        return ["deletedChain": .array(Array(buried.prefix(count)))]
    }

    /// A three-way merge, mostly with a base that is an ancestor of all parents.
    private mutating func merge(_ parents: [Node]) -> JSONValue {
        var common: Set<NodeID>?
        for parent in parents {
            let ancestors = ancestors(of: parent)
            common = common?.intersection(ancestors) ?? ancestors
        }
        let ids = (common ?? []).sorted()
        isSpoiled = ids.isEmpty || chance(15)
        let base = isSpoiled ? pick(nodes).reference : .string(JSONString(pick(ids).description))
        var members = [JSONMember("base", base)]
        if chance(40) {
            members.append(
                JSONMember(
                    "policy",
                    [
                        "defaultStrategy": pick(["ours", "lww", "max", "union"]),
                        "arrayStrategy": "lww",
                    ]))
        }
        if chance(40) {
            let entry: JSONValue = pick([
                ["path": "title", "strategy": "ours", "chosenParent": parents[0].reference],
                ["path": "priority", "strategy": "max"], ["path": "meta.a", "strategy": "min"],
                ["path": "tags", "strategy": "manual", "value": ["by hand"]],
            ])
            members.append(JSONMember("resolutions", ["task": [entry]]))
        }
        return .object(members)
    }

    /// Some nodes with all that they follow.
    private func closed(_ places: [Int]) -> Set<Int> {
        var found: Set<NodeID> = Set(places.map { nodes[$0].id })
        for place in places { found.formUnion(ancestors(of: nodes[place])) }
        return Set(nodes.indices.filter { found.contains(nodes[$0].id) })
    }

    /// All proper ancestors, along any nodes.
    private func ancestors(of node: Node) -> Set<NodeID> {
        let byID = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0) })
        var found: Set<NodeID> = []
        var pending = node.parents
        while let id = pending.popLast() {
            if found.insert(id).inserted { pending += byID[id]?.parents ?? [] }
        }
        return found
    }
}
