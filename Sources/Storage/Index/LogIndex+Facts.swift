import RedoModel

extension LogIndex {
    /// The data that stage 3 needs of the nodes.
    ///
    /// Only nodes whose action the indexes do not name are read.
    ///
    /// - Returns: nil if such a node cannot be read; the caller reports it.
    /// - Complexity: O(n).
    package func facts() -> LogFacts? {
        var gathering = FactGathering(self)
        return gathering.run() ? gathering.facts : nil
    }

    /// For each node, whether one of some users wrote it. O(n), from the columns of indexes.
    package func isAuthored(by users: Set<UserID>) -> [Bool] {
        let isPackedAuthored = packs.map { $0.isAuthored(by: users) }
        return locations.map { location in
            location.pack == Location.loose
                ? users.contains(loose[Int(location.ordinal)].author.userID)
                : isPackedAuthored[Int(location.pack)][Int(location.ordinal)]
        }
    }
}

/// Gathers the facts of a log index's nodes.
private struct FactGathering: ~Copyable {
    private let logIndex: LogIndex
    private let locations: [LogIndex.Location]
    private var builder: LogGraph.Builder
    private var roles: [NodeRole] = []
    private var todos: [TodoID] = []
    private var bases: [NodeID] = []
    private var cursors: [PackCursor]
    /// Created when the first node has to be read.
    private var contents: LogIndexReader?

    init(_ logIndex: LogIndex) {
        self.logIndex = logIndex
        locations = logIndex.locations
        // In a log of several packs most nodes are in the largest.
        builder = LogGraph.Builder(
            capacity: logIndex.count,
            taskCapacity: logIndex.packs.map(\.index.taskCount).max() ?? 0)
        roles.reserveCapacity(logIndex.count)
        cursors = logIndex.packs.map { PackCursor($0) }
    }

    var facts: LogFacts {
        let logIndex = logIndex
        return LogFacts(
            graph: LogGraph(builder, nodes: logIndex), roles: roles, todos: todos, bases: bases,
            columns: logIndex)
    }

    mutating func run() -> Bool {
        while roles.count < locations.count {
            let location = locations[roles.count]
            if location.pack == LogIndex.Location.loose {
                add(logIndex.loose[Int(location.ordinal)])
            } else {
                guard addNodes(of: Int(location.pack)) else { return false }
            }
        }
        return true
    }

    private mutating func add(_ node: Node) {
        for parent in node.parents {
            if let parent = logIndex.number(of: parent) { builder.add(parent: parent) }
        }
        builder.addNode(task: node.taskID.map { builder.number(of: $0) })
        add(node.role, node.payload.todo, node.payload.mergeBase)
    }

    private mutating func add(_ role: NodeRole, _ todo: TodoID?, _ base: NodeID?) {
        roles.append(role)
        if let todo { todos.append(todo) }
        if let base { bases.append(base) }
    }

    /// Adds the next nodes, which are adjacent in a pack.
    ///
    /// - Returns: false if one has to be read and cannot be.
    private mutating func addNodes(of packOrdinal: Int) -> Bool {
        let index = logIndex.packs[packOrdinal].index
        let columns = FactColumns(index)
        let rules = cursors[packOrdinal].rules
        while roles.count < locations.count, Int(locations[roles.count].pack) == packOrdinal {
            let node = Int(locations[roles.count].ordinal)
            addParents(of: node, in: packOrdinal, index, columns)
            builder.addNode(task: task(Int(columns.subjects[node]), of: packOrdinal, index))
            let (todo, base) = cursors[packOrdinal].mentions(of: node, columns)
            let rule = rules[Int(columns.actions[node])]
            if let role = rule?.role(hasTodo: todo != nil, hasBase: base != nil) {
                add(role, todo, base)
                continue
            }
            let contents = contents ?? LogIndexReader(logIndex)
            self.contents = contents
            guard let node = contents.node(roles.count) else { return false }
            add(node.role, node.payload.todo, node.payload.mergeBase)
        }
        return true
    }

    private mutating func addParents(
        of node: Int, in packOrdinal: Int, _ index: PackIndex, _ columns: FactColumns
    ) {
        for edge in columns.parentStarts.range(at: node) {
            let parent = columns.parents[edge]
            if parent & IndexChunk.foreignBit == 0 {
                builder.add(parent: logIndex.packedNumbers[Int(parent), of: packOrdinal])
            } else if let parent = logIndex.number(of: index.foreignParent(parent)) {
                builder.add(parent: parent)
            }
        }
    }

    /// The log's number of a pack's task; nil if the pack does not have the task.
    private mutating func task(_ packed: Int, of packOrdinal: Int, _ index: PackIndex) -> Int? {
        guard packed < cursors[packOrdinal].taskNumbers.count else { return nil }
        if let known = cursors[packOrdinal].taskNumbers[packed] { return Int(known) }
        let task = builder.number(of: index.taskID(numbered: packed))
        cursors[packOrdinal].taskNumbers[packed] = Int32(task)
        return task
    }
}

/// The columns of a pack's index that stage 3 reads.
private struct FactColumns: ~Escapable {
    let actions: Column<UInt8>
    let subjects: Column<UInt32>
    let parentStarts: Column<UInt32>
    let parents: Column<UInt32>
    let todos: Column<TodoMention>
    let bases: Column<BaseMention>

    @_lifetime(borrow index)
    init(_ index: borrowing PackIndex) {
        actions = index.actions
        subjects = index.subjects
        parentStarts = index.parentStarts
        parents = index.parents
        todos = index.todos
        bases = index.bases
    }
}

/// The progress through those columns of a pack that do not have an entry for every node.
private struct PackCursor {
    private var todo = 0
    private var base = 0
    /// The log's numbers of the pack's tasks.
    var taskNumbers: [Int32?]
    /// By the codes of the pack's actions.
    let rules: [RoleRule?]

    init(_ pack: Pack) {
        taskNumbers = Array(repeating: nil, count: pack.index.taskCount)
        rules = pack.index.roleRules
    }

    /// The subject of a node. Call it for the nodes in their order.
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
