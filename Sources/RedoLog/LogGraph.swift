/// The shape of a log: its nodes in replay order, by number, with their parents and tasks.
///
/// A node's number is its place in the order, so a parent's number is always smaller than its
/// child's.
package struct LogGraph: Sendable {
    package let ids: [ChangeID]
    package let taskIDs: [TaskID]
    /// The task of each node, or ``none``.
    @usableFromInline let tasks: [Int32]
    /// All parents, one node's after the other's.
    @usableFromInline let parentNumbers: [Int32]
    /// Where a node's parents start; one more entry than there are nodes.
    @usableFromInline let parentStarts: [Int32]
    private let taskNumbers: [TaskID: Int]
    private let find: @Sendable (ChangeID) -> Int?

    /// Stands for no task.
    @usableFromInline static let none: Int32 = -1

    /// - Parameters:
    ///   - builder: the nodes.
    ///   - find: the number of a node; nil where it is none of these.
    package init(_ builder: consuming Builder, find: @escaping @Sendable (ChangeID) -> Int?) {
        ids = builder.ids
        taskIDs = builder.taskIDs
        tasks = builder.tasks
        parentNumbers = builder.parentNumbers
        parentStarts = builder.parentStarts
        taskNumbers = builder.taskNumbers
        self.find = find
    }

    package init(_ nodes: [Node]) { self.init(nodes.map(\.links)) }

    /// - Parameter nodes: in replay order, each after its parents. O(n).
    package init(_ nodes: [NodeLinks]) {
        var numbers: [ChangeID: Int] = [:]
        numbers.reserveCapacity(nodes.count)
        var builder = Builder(capacity: nodes.count)
        for (number, node) in nodes.enumerated() {
            numbers[node.id] = number
            // Stage 2 has let no node pass whose parent is not before it.
            for parent in node.parents {
                if let parent = numbers[parent] { builder.add(parent: parent) }
            }
            builder.add(node.id, task: node.facts.taskID.map { builder.number(of: $0) })
        }
        let known = numbers
        self.init(builder) { known[$0] }
    }

    package var count: Int { ids.count }

    package func number(of id: ChangeID) -> Int? { find(id) }

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

    /// Marks some nodes and all that can be reached from them along parents. O(n).
    package func closure(of starts: some Sequence<Int>) -> [Bool] {
        var isMarked = Array(repeating: false, count: count)
        var greatest = -1
        for start in starts {
            isMarked[start] = true
            greatest = max(greatest, start)
        }
        guard greatest >= 0 else { return isMarked }
        for number in stride(from: greatest, through: 0, by: -1) where isMarked[number] {
            for parent in parents(of: number) { isMarked[parent] = true }
        }
        return isMarked
    }

    /// Gathers the nodes of a graph, in replay order.
    package struct Builder: Sendable {
        fileprivate var ids: [ChangeID] = []
        fileprivate var taskIDs: [TaskID] = []
        fileprivate var tasks: [Int32] = []
        fileprivate var parentNumbers: [Int32] = []
        fileprivate var parentStarts: [Int32] = [0]
        fileprivate var taskNumbers: [TaskID: Int] = [:]

        /// - Parameter capacity: how many nodes there will be.
        package init(capacity: Int) {
            ids.reserveCapacity(capacity)
            tasks.reserveCapacity(capacity)
            parentNumbers.reserveCapacity(capacity)
            parentStarts.reserveCapacity(capacity + 1)
        }

        /// The number of a task, a new one where it has none.
        package mutating func number(of task: TaskID) -> Int {
            if let number = taskNumbers[task] { return number }
            taskNumbers[task] = taskIDs.count
            taskIDs.append(task)
            return taskIDs.count - 1
        }

        /// Adds a parent of the next node.
        package mutating func add(parent: Int) { parentNumbers.append(Int32(parent)) }

        /// Adds the next node, whose parents have been added.
        package mutating func add(_ id: ChangeID, task: Int?) {
            ids.append(id)
            tasks.append(task.map(Int32.init) ?? LogGraph.none)
            parentStarts.append(Int32(parentNumbers.count))
        }
    }
}

/// Numbers of nodes, held in half the space.
package struct NodeNumbers: RandomAccessCollection, Sendable {
    @usableFromInline let numbers: ArraySlice<Int32>

    @inlinable init(_ numbers: ArraySlice<Int32>) { self.numbers = numbers }

    @inlinable package var startIndex: Int { numbers.startIndex }
    @inlinable package var endIndex: Int { numbers.endIndex }
    @inlinable package subscript(position: Int) -> Int { Int(numbers[position]) }
}
