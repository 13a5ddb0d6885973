import RedoModel

/// Tasks and what they wait for, in an order in which they can be drawn: each task comes before those that it waits
/// for.
///
/// Two devices can make tasks wait for one another. Such a circle has one edge that leads back up.
package struct DependencyGraph: Sendable {
    /// The tasks; connected ones are next to each other.
    package let tasks: [TaskID]
    /// By the index of a task, the indexes of the tasks that it waits for, all of them after it.
    package let goals: [[Int]]
    /// By the index of a task, the indexes of further tasks that it waits for, before it or the task itself: each
    /// closes a circle.
    package let circles: [[Int]]

    /// - Parameter edges: tasks, each with those that it waits for. Tasks that wait for nothing may be left out.
    /// - Complexity: O(t + d) for t tasks with d dependencies.
    package init(_ edges: [(task: TaskID, others: [TaskID])]) {
        var walk = Walk(edges)
        walk.run()
        let indices = walk.indices
        let ids = walk.ids
        let order = walk.order
        tasks = order.map { ids[$0] }
        goals = order.map { number in
            walk.targets[number].filter { !walk.isBackward(number, $0) }.map { indices[$0] }
        }
        circles = order.map { number in
            walk.targets[number].filter { walk.isBackward(number, $0) }.map { indices[$0] }
        }
    }
}

/// A depth-first search of the graph; the order is the reverse of its result.
private struct Walk {
    private(set) var ids: [TaskID] = []
    private(set) var targets: [[Int]] = []
    private var sources: [[Int]] = []
    private var numbers: [TaskID: Int] = [:]
    /// The numbers of the tasks from bottom to top.
    private var finished: [Int] = []
    private var isSeen: [Bool] = []

    init(_ edges: [(task: TaskID, others: [TaskID])]) {
        for (task, others) in edges {
            let number = number(of: task)
            var seen: Set<TaskID> = []
            for other in others where seen.insert(other).inserted {
                let target = self.number(of: other)
                targets[number].append(target)
                sources[target].append(number)
            }
        }
        isSeen = Array(repeating: false, count: ids.count)
    }

    private mutating func number(of id: TaskID) -> Int {
        if let number = numbers[id] { return number }
        numbers[id] = ids.count
        ids.append(id)
        targets.append([])
        sources.append([])
        return ids.count - 1
    }

    var order: [Int] { finished.reversed() }

    /// The index of each number in the order.
    var indices: [Int] {
        var indices = Array(repeating: 0, count: ids.count)
        for (index, number) in order.enumerated() { indices[number] = index }
        return indices
    }

    /// Whether an edge leads to a task that is not below it.
    func isBackward(_ number: Int, _ target: Int) -> Bool { depth[number] <= depth[target] }

    /// The number of tasks that were finished before each.
    private(set) var depth: [Int] = []

    mutating func run() {
        // The last component is finished first, and so is at the bottom.
        for component in components.reversed() {
            let roots = component.filter { sources[$0].isEmpty }
            for number in roots.reversed() + component.reversed() where !isSeen[number] {
                visit(number)
            }
        }
        depth = Array(repeating: 0, count: ids.count)
        for (index, number) in finished.enumerated() { depth[number] = index }
    }

    /// The connected components: the tasks that edges join, in either direction.
    private var components: [[Int]] {
        var isKnown = Array(repeating: false, count: ids.count)
        var components: [[Int]] = []
        for start in ids.indices where !isKnown[start] {
            isKnown[start] = true
            var component = [start]
            var next = 0
            while next < component.count {
                let number = component[next]
                next += 1
                for other in targets[number] + sources[number] where !isKnown[other] {
                    isKnown[other] = true
                    component.append(other)
                }
            }
            components.append(component.sorted())
        }
        return components
    }

    /// Finishes a task after all tasks that it waits for. Chains can be too long for recursion.
    private mutating func visit(_ start: Int) {
        isSeen[start] = true
        var path = [(number: start, rest: targets[start])]
        while let (number, rest) = path.last {
            guard let target = rest.last else {
                finished.append(number)
                path.removeLast()
                continue
            }
            path[path.count - 1].rest.removeLast()
            guard !isSeen[target] else { continue }
            isSeen[target] = true
            path.append((target, targets[target]))
        }
    }
}

extension State {
    /// The shortest path from some tasks to another one, along what each waits for. It begins with one of them and ends
    /// with the other one.
    ///
    /// - Returns: nil if none of them waits for it.
    /// - Complexity: O(t + d) for t tasks with d dependencies.
    package func wayOfWaiting(from starts: [TaskID], to goal: TaskID) -> [TaskID]? {
        Self.wayOfWaiting(from: starts, to: goal) { self[$0]?.dependencies ?? [] }
    }

    /// The shortest path from some tasks to another one, by a closure that returns the tasks for which each task waits.
    package static func wayOfWaiting(
        from starts: [TaskID], to goal: TaskID, by dependencies: (TaskID) -> [TaskID]
    ) -> [TaskID]? {
        var queue = starts
        var seen = Set(starts)
        var before: [TaskID: TaskID] = [:]
        var next = 0
        while next < queue.count {
            let id = queue[next]
            next += 1
            if id == goal {
                var way = [id]
                while let last = way.last, let previous = before[last] { way.append(previous) }
                return way.reversed()
            }
            for other in dependencies(id) where seen.insert(other).inserted {
                before[other] = id
                queue.append(other)
            }
        }
        return nil
    }
}
