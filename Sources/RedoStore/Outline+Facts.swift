import RedoLog

extension Outline {
    /// What stage 3 asks of the nodes.
    ///
    /// Only nodes of an action that indexes have no number for are read.
    ///
    /// - Returns: nil where such a node cannot be read, so that somebody has to be told.
    /// - Complexity: O(n).
    package func facts() -> LogFacts? {
        var gathering = FactGathering(self)
        return gathering.run() ? gathering.facts : nil
    }
}

/// Gathers the facts of an outline's nodes.
private struct FactGathering: ~Copyable {
    private let outline: Outline
    private let places: [Outline.Place]
    private var builder: LogGraph.Builder
    private var walls: [Instant] = []
    private var roles: [NodeRole] = []
    private var todos: [TodoID] = []
    private var bases: [ChangeID] = []
    private var columns: [PackColumns]
    /// Made when the first node has to be read.
    private var contents: OutlineReader?

    init(_ outline: Outline) {
        self.outline = outline
        places = outline.places
        builder = LogGraph.Builder(capacity: outline.count)
        walls.reserveCapacity(outline.count)
        roles.reserveCapacity(outline.count)
        columns = outline.packs.map { PackColumns($0) }
    }

    var facts: LogFacts {
        let outline = outline
        return LogFacts(
            graph: LogGraph(builder) { outline.number(of: $0) }, walls: walls, roles: roles,
            todos: todos, bases: bases)
    }

    mutating func run() -> Bool {
        var next = 0
        while next < places.count {
            let source = places[next].source
            if source == Outline.Place.loose {
                add(outline.loose[Int(places[next].number)])
                next += 1
                continue
            }
            // Most nodes stand beside others of their pack: its index is looked up once for them.
            let index = outline.packs[Int(source)].index
            let numbers = outline.packedNumbers[Int(source)]
            while next < places.count, places[next].source == source {
                guard add(Int(places[next].number), of: Int(source), index, numbers) else {
                    return false
                }
                next += 1
            }
        }
        return true
    }

    private mutating func add(_ node: Node) {
        for parent in node.parents {
            if let parent = outline.number(of: parent) { builder.add(parent: parent) }
        }
        builder.add(node.id, task: node.taskID.map { builder.number(of: $0) })
        walls.append(node.timestamp.wall)
        add(node.payload.role, node.payload.todo, node.payload.mergeBase)
    }

    private mutating func add(_ role: NodeRole, _ todo: TodoID?, _ base: ChangeID?) {
        roles.append(role)
        if let todo { todos.append(todo) }
        if let base { bases.append(base) }
    }

    /// Adds a packed node.
    ///
    /// - Returns: false where it has to be read and cannot be.
    private mutating func add(
        _ number: Int, of source: Int, _ index: PackIndex, _ numbers: [Int32]
    ) -> Bool {
        for place in index.parentPlaces(of: number) {
            switch index.parent(at: place) {
            case .inside(let parent):
                builder.add(parent: Int(numbers[parent]))
            case .outside(let id):
                if let parent = outline.number(of: id) { builder.add(parent: parent) }
            }
        }
        builder.add(index.id(of: number), task: task(of: number, of: source, index))
        walls.append(index.wall(of: number))
        let (todo, base) = columns[source].mentions(of: number)
        if let role = NodeRole(index.action(of: number), todo, base) {
            add(role, todo, base)
            return true
        }
        let contents = contents ?? OutlineReader(outline)
        self.contents = contents
        // As many nodes as have roles stand before it in the log.
        guard let node = contents.node(roles.count) else { return false }
        add(node.payload.role, node.payload.todo, node.payload.mergeBase)
        return true
    }

    /// The log's number of a packed node's task.
    private mutating func task(of number: Int, of source: Int, _ index: PackIndex) -> Int? {
        guard index.hasTask(number) else { return nil }
        let packed = Int(index.taskNumber(of: number))
        if let known = columns[source].taskNumbers[packed] { return known }
        let task = builder.number(of: index.taskID(numbered: packed))
        columns[source].taskNumbers[packed] = task
        return task
    }
}

/// How far a pack's columns have been read that have no entry for every node.
private struct PackColumns {
    private let index: PackIndex
    private var todo = 0
    private var base = 0
    /// The log's numbers of the pack's tasks.
    var taskNumbers: [Int?]

    init(_ pack: Pack) {
        index = pack.index
        taskNumbers = Array(repeating: nil, count: pack.index.taskCount)
    }

    /// What a node is about. Nodes are asked for in their order.
    mutating func mentions(of number: Int) -> (todo: TodoID?, base: ChangeID?) {
        while todo < index.todoCount, index.todo(at: todo).node < number { todo += 1 }
        while base < index.baseCount, index.base(at: base).node < number { base += 1 }
        var found: (todo: TodoID?, base: ChangeID?) = (nil, nil)
        if todo < index.todoCount, index.todo(at: todo).node == number {
            found.todo = index.todo(at: todo).id
        }
        if base < index.baseCount, index.base(at: base).node == number {
            found.base = index.base(at: base).id
        }
        return found
    }
}

extension NodeRole {
    /// The role of a packed node; nil where its content tells it.
    ///
    /// - Parameters:
    ///   - todo: what it is about.
    ///   - base: of a MERGE of the payload dialect.
    fileprivate init?(_ action: Action?, _ todo: TodoID?, _ base: ChangeID?) {
        switch action {
        case .create: self = .create
        case .createTodo, .addTodo:
            if todo == nil { return nil }
            self = .makesTodo
        case .completeTodo:
            if todo == nil { return nil }
            self = .needsTodo
        case .snooze: self = todo == nil ? .changesTask : .needsTodo
        case .merge: self = base == nil ? .changesTask : .decidesMerge
        case .delete: self = .delete
        case .update, .complete, .archive, .unarchive: self = .changesTask
        case .other, nil: return nil
        }
    }
}
