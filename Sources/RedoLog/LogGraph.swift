/// The shape of a log: its nodes in replay order, by number, with their parents and tasks.
///
/// A node's number is its place in the order, so a parent's number is always smaller than its
/// child's.
package struct LogGraph: Sendable {
    package let ids: [ChangeID]
    /// Numbers of the tasks, in the order of their first node; nil for a node without a task.
    package let tasks: [Int?]
    package let taskIDs: [TaskID]
    /// All parents, one node's after the other's.
    @usableFromInline let parentNumbers: [Int32]
    /// Where a node's parents start; one more entry than there are nodes.
    @usableFromInline let parentStarts: [Int32]
    private let numbers: [ChangeID: Int32]
    private let taskNumbers: [TaskID: Int]

    /// - Parameter nodes: in replay order, each after its parents. O(n).
    package init(_ nodes: [Node]) {
        var numbers: [ChangeID: Int32] = [:]
        numbers.reserveCapacity(nodes.count)
        var taskNumbers: [TaskID: Int] = [:]
        var taskIDs: [TaskID] = []
        var tasks: [Int?] = []
        tasks.reserveCapacity(nodes.count)
        var parentNumbers: [Int32] = []
        var parentStarts: [Int32] = [0]
        parentStarts.reserveCapacity(nodes.count + 1)
        for (number, node) in nodes.enumerated() {
            numbers[node.id] = Int32(number)
            for parent in node.parents {
                // Stage 2 has let no node pass whose parent is not before it.
                if let parent = numbers[parent] { parentNumbers.append(parent) }
            }
            parentStarts.append(Int32(parentNumbers.count))
            tasks.append(
                node.taskID.map { taskID in
                    if let task = taskNumbers[taskID] { return task }
                    taskNumbers[taskID] = taskIDs.count
                    taskIDs.append(taskID)
                    return taskIDs.count - 1
                })
        }
        ids = nodes.map(\.id)
        self.tasks = tasks
        self.taskIDs = taskIDs
        self.parentNumbers = parentNumbers
        self.parentStarts = parentStarts
        self.numbers = numbers
        self.taskNumbers = taskNumbers
    }

    package var count: Int { ids.count }

    package func number(of id: ChangeID) -> Int? { numbers[id].map(Int.init) }

    package func taskNumber(of id: TaskID) -> Int? { taskNumbers[id] }

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
}

/// Numbers of nodes, held in half the space.
package struct NodeNumbers: RandomAccessCollection, Sendable {
    @usableFromInline let numbers: ArraySlice<Int32>

    @inlinable init(_ numbers: ArraySlice<Int32>) { self.numbers = numbers }

    @inlinable package var startIndex: Int { numbers.startIndex }
    @inlinable package var endIndex: Int { numbers.endIndex }
    @inlinable package subscript(position: Int) -> Int { Int(numbers[position]) }
}
