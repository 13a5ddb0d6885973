import RedoSystem

/// The shape of a log: its nodes in replay order, by number, with their parents and tasks.
///
/// A node's number is its index in the order, so a parent's number is always smaller than its child's.
package struct LogGraph: Sendable {
    package let taskIDs: [TaskID]
    /// The task of each node, or ``none``.
    @usableFromInline let tasks: [Int32]
    /// All parents, one node's after the other's.
    @usableFromInline let parentNumbers: [Int32]
    /// The index of a node's first parent; one more entry than there are nodes.
    @usableFromInline let parentStarts: [Int32]
    private let taskNumbers: [TaskID: Int]
    private let nodes: any NumberedNodes

    /// The number for no task.
    @usableFromInline static let none: Int32 = -1

    /// - Parameter nodes: the nodes that were added to the builder.
    package init(_ builder: consuming Builder, nodes: some NumberedNodes) {
        taskIDs = builder.taskIDs
        tasks = builder.tasks
        parentNumbers = builder.parentNumbers
        parentStarts = builder.parentStarts
        taskNumbers = builder.taskNumbers
        self.nodes = nodes
    }

    private init(_ other: LogGraph, tasks: [Int32]) {
        taskIDs = other.taskIDs
        self.tasks = tasks
        parentNumbers = other.parentNumbers
        parentStarts = other.parentStarts
        taskNumbers = other.taskNumbers
        nodes = other.nodes
    }

    /// The same graph, in which some nodes belong to no task. Numbers of nodes and tasks do not change. O(n).
    package func withoutTasks(where isWithoutTask: (_ number: Int) -> Bool) -> LogGraph {
        var tasks = tasks
        for number in tasks.indices where isWithoutTask(number) { tasks[number] = Self.none }
        return LogGraph(self, tasks: tasks)
    }

    package init(_ nodes: [Node]) { self.init(nodes.map(\.header)) }

    /// - Parameter nodes: in replay order, each after its parents. O(n).
    package init(_ nodes: [NodeHeader]) {
        var listed = ListedIDs(capacity: nodes.count)
        var builder = Builder(capacity: nodes.count)
        for node in nodes {
            // Stage 2 guarantees that each parent comes before its child.
            for parent in node.parents {
                if let parent = listed.number(of: parent) { builder.add(parent: parent) }
            }
            builder.addNode(task: node.taskID.map { builder.number(of: $0) })
            listed.append(node.id)
        }
        self.init(builder, nodes: listed)
    }

    package var count: Int { tasks.count }

    /// The ids of all nodes. O(n): they need not be in memory.
    package var ids: [NodeID] { (0..<count).map { nodes.id(of: $0) } }

    /// The id of a node, by its number in replay order.
    package func id(of number: Int) -> NodeID { nodes.id(of: number) }

    /// The number of a node; nil if the graph does not have it. O(log n) for n nodes.
    package func number(of id: NodeID) -> Int? { nodes.number(of: id) }

    /// The number of a task; nil if no node is of it.
    package func taskNumber(of id: TaskID) -> Int? { taskNumbers[id] }

    /// The number of a node's task; nil for a node without one. Tasks are numbered in the order of
    /// their first nodes.
    @inlinable
    package func task(of number: Int) -> Int? {
        let task = tasks[number]
        return task == Self.none ? nil : Int(task)
    }

    /// The parents' numbers.
    @inlinable
    package func parents(of number: Int) -> NodeNumbers {
        NodeNumbers(parentNumbers[Int(parentStarts[number])..<Int(parentStarts[number + 1])])
    }

    /// Marks some nodes and all their ancestors.
    ///
    /// - Complexity: O(n).
    package func closure(of starts: some Sequence<Int>) -> [Bool] {
        var isMarked = Array(repeating: false, count: count)
        var maximum = -1
        for start in starts {
            isMarked[start] = true
            maximum = max(maximum, start)
        }
        guard maximum >= 0 else { return isMarked }
        for number in stride(from: maximum, through: 0, by: -1) where isMarked[number] {
            for parent in parents(of: number) { isMarked[parent] = true }
        }
        return isMarked
    }

    /// A builder of a graph, to which nodes are added in replay order.
    package struct Builder: Sendable {
        fileprivate var taskIDs: [TaskID] = []
        @usableFromInline var tasks: [Int32] = []
        @usableFromInline var parentNumbers: [Int32] = []
        @usableFromInline var parentStarts: [Int32] = [0]
        fileprivate var taskNumbers: [TaskID: Int] = [:]

        /// - Parameters:
        ///   - capacity: the expected number of nodes.
        ///   - taskCapacity: the expected number of tasks.
        package init(capacity: Int, taskCapacity: Int = 0) {
            taskIDs.reserveCapacity(taskCapacity)
            taskNumbers.reserveCapacity(taskCapacity)
            tasks.reserveCapacity(capacity)
            parentNumbers.reserveCapacity(capacity)
            parentStarts.reserveCapacity(capacity + 1)
        }

        /// The number of a task; a task without one gets a new one.
        package mutating func number(of task: TaskID) -> Int {
            if let number = taskNumbers[task] { return number }
            taskNumbers[task] = taskIDs.count
            taskIDs.append(task)
            return taskIDs.count - 1
        }

        /// Adds a parent of the next node.
        @inlinable
        package mutating func add(parent: Int) { parentNumbers.append(Int32(parent)) }

        /// Adds the next node, whose parents have been added.
        @inlinable
        package mutating func addNode(task: Int?) {
            tasks.append(task.map { Int32($0) } ?? LogGraph.none)
            parentStarts.append(Int32(parentNumbers.count))
        }
    }
}

/// The ids of a log's nodes by number, and their numbers by id.
package protocol NumberedNodes: Sendable {
    func id(of number: Int) -> NodeID

    /// Nil for the id of any other node.
    func number(of id: NodeID) -> Int?
}

private struct ListedIDs: NumberedNodes {
    private var ids: [NodeID] = []
    private var numbers: [NodeID: Int] = [:]

    init(capacity: Int) {
        ids.reserveCapacity(capacity)
        numbers.reserveCapacity(capacity)
    }

    mutating func append(_ id: NodeID) {
        numbers[id] = ids.count
        ids.append(id)
    }

    func id(of number: Int) -> NodeID { ids[number] }

    func number(of id: NodeID) -> Int? { numbers[id] }
}

/// Numbers of nodes, stored in half the space.
package struct NodeNumbers: RandomAccessCollection, Sendable {
    @usableFromInline let numbers: ArraySlice<Int32>

    @inlinable init(_ numbers: ArraySlice<Int32>) { self.numbers = numbers }

    @inlinable package var startIndex: Int { numbers.startIndex }
    @inlinable package var endIndex: Int { numbers.endIndex }
    @inlinable package subscript(position: Int) -> Int { Int(numbers[position]) }
}

extension LogGraph {
    /// The nodes, among some, that no other of them has seen, in replay order, by number.
    ///
    /// - Complexity: O(n).
    package func heads(where isMember: (Int) -> Bool) -> [Int] {
        var isSeen = Array(repeating: false, count: count)
        var heads: [Int] = []
        for number in (0..<count).reversed() {
            let counts = isMember(number)
            if counts, !isSeen[number] { heads.append(number) }
            if counts || isSeen[number] {
                for parent in parents(of: number) { isSeen[parent] = true }
            }
        }
        return heads.reversed()
    }
}
