import RedoModel

extension LogIndex {
    /// What stage 3 asks of the nodes.
    ///
    /// Only nodes of an action that indexes have no number for are read.
    ///
    /// - Parameter ignored: the users whose nodes have no effect.
    /// - Returns: nil where such a node cannot be read, so that somebody has to be told.
    /// - Complexity: O(n).
    package func facts(ignoring ignored: Set<UserID> = []) -> LogFacts? {
        var gathering = FactGathering(self)
        guard gathering.run() else { return nil }
        if ignored.isEmpty { return gathering.facts }
        let isIgnored = isAuthored(by: ignored)
        return gathering.facts.ignoring { isIgnored[$0] }
    }

    /// For each node whether one of some users wrote it. O(n), from the columns of indexes.
    private func isAuthored(by users: Set<UserID>) -> [Bool] {
        let isPackedAuthored = packs.map { $0.isAuthored(by: users) }
        return places.map { place in
            place.source == Place.loose
                ? users.contains(loose[Int(place.number)].author.userID)
                : isPackedAuthored[Int(place.source)][Int(place.number)]
        }
    }
}

/// Gathers the facts of an logIndex's nodes.
private struct FactGathering: ~Copyable {
    private let logIndex: LogIndex
    private let places: [LogIndex.Place]
    private var builder: LogGraph.Builder
    private var roles: [NodeRole] = []
    private var todos: [TodoID] = []
    private var bases: [NodeID] = []
    private var cursors: [PackCursor]
    /// Made when the first node has to be read.
    private var contents: LogIndexReader?

    init(_ logIndex: LogIndex) {
        self.logIndex = logIndex
        places = logIndex.places
        // Of a log in several packs most are in the largest.
        builder = LogGraph.Builder(
            capacity: logIndex.count,
            taskCapacity: logIndex.packs.map(\.index.taskCount).max() ?? 0)
        roles.reserveCapacity(logIndex.count)
        cursors = logIndex.packs.map { PackCursor($0) }
    }

    var facts: LogFacts {
        let logIndex = logIndex
        return LogFacts(
            graph: LogGraph(builder, nodes: logIndex), roles: roles, todos: todos, bases: bases
        ) { logIndex[$0].wall }
    }

    mutating func run() -> Bool {
        while roles.count < places.count {
            let place = places[roles.count]
            if place.source == LogIndex.Place.loose {
                add(logIndex.loose[Int(place.number)])
            } else {
                guard addNodes(of: Int(place.source)) else { return false }
            }
        }
        return true
    }

    private mutating func add(_ node: Node) {
        for parent in node.parents {
            if let parent = logIndex.number(of: parent) { builder.add(parent: parent) }
        }
        builder.addNode(task: node.taskID.map { builder.number(of: $0) })
        add(node.payload.role, node.payload.todo, node.payload.mergeBase)
    }

    private mutating func add(_ role: NodeRole, _ todo: TodoID?, _ base: NodeID?) {
        roles.append(role)
        if let todo { todos.append(todo) }
        if let base { bases.append(base) }
    }

    /// Adds the next nodes, those that stand side by side in a pack.
    ///
    /// - Returns: false where one has to be read and cannot be.
    private mutating func addNodes(of source: Int) -> Bool {
        let index = logIndex.packs[source].index
        let columns = FactColumns(index)
        while roles.count < places.count, Int(places[roles.count].source) == source {
            let node = Int(places[roles.count].number)
            addParents(of: node, in: source, index, columns)
            builder.addNode(task: task(Int(columns.tasks[node]), of: source, index))
            let (todo, base) = cursors[source].mentions(of: node, columns)
            if let role = NodeRole(ActionCode.action(columns.actions[node]), todo, base) {
                add(role, todo, base)
                continue
            }
            let contents = contents ?? LogIndexReader(logIndex)
            self.contents = contents
            guard let node = contents.node(roles.count) else { return false }
            add(node.payload.role, node.payload.todo, node.payload.mergeBase)
        }
        return true
    }

    private mutating func addParents(
        of node: Int, in source: Int, _ index: PackIndex, _ columns: FactColumns
    ) {
        for place in columns.parentStarts.range(at: node) {
            let parent = columns.parents[place]
            if parent & IndexChunk.foreignBit == 0 {
                builder.add(parent: logIndex.packedNumbers[Int(parent), of: source])
            } else if let parent = logIndex.number(of: index.foreignParent(parent)) {
                builder.add(parent: parent)
            }
        }
    }

    /// The log's number of a pack's task; nil where it is none of the pack's.
    private mutating func task(_ packed: Int, of source: Int, _ index: PackIndex) -> Int? {
        guard packed < cursors[source].taskNumbers.count else { return nil }
        if let known = cursors[source].taskNumbers[packed] { return Int(known) }
        let task = builder.number(of: index.taskID(numbered: packed))
        cursors[source].taskNumbers[packed] = Int32(task)
        return task
    }
}

/// What stage 3 asks of a pack's nodes.
private struct FactColumns: ~Escapable {
    let actions: Column<UInt8>
    let tasks: Column<UInt32>
    let parentStarts: Column<UInt32>
    let parents: Column<UInt32>
    let todos: Column<TodoMention>
    let bases: Column<BaseMention>

    @_lifetime(borrow index)
    init(_ index: borrowing PackIndex) {
        actions = index.actions
        tasks = index.tasks
        parentStarts = index.parentStarts
        parents = index.parents
        todos = index.todos
        bases = index.bases
    }
}

/// How far a pack's columns have been read that have no entry for every node.
private struct PackCursor {
    private var todo = 0
    private var base = 0
    /// The log's numbers of the pack's tasks.
    var taskNumbers: [Int32?]

    init(_ pack: Pack) { taskNumbers = Array(repeating: nil, count: pack.index.taskCount) }

    /// What a node is about. Nodes are asked for in their order.
    mutating func mentions(
        of node: Int, _ columns: FactColumns
    ) -> (todo: TodoID?, base: NodeID?) {
        let (todos, bases) = (columns.todos, columns.bases)
        var found: (todo: TodoID?, base: NodeID?) = (nil, nil)
        while todo < todos.count, todos.leadingNumber(at: todo) < node { todo += 1 }
        if todo < todos.count, todos.leadingNumber(at: todo) == node {
            found.todo = todos[todo].todo
        }
        while base < bases.count, bases.leadingNumber(at: base) < node { base += 1 }
        if base < bases.count, bases.leadingNumber(at: base) == node {
            found.base = bases[base].base
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
    fileprivate init?(_ action: Action?, _ todo: TodoID?, _ base: NodeID?) {
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
