/// The nearest ancestors of each node within its own task.
///
/// Ancestors are found along any nodes but count per task (protocol, section 4): a log whose author
/// used the heads of the whole log as parents has one chain that runs through all tasks. Walking it
/// back from every node would take the square of its length. Instead each node gets, in one pass
/// down the order, a map from task to that task's latest nodes above it. The maps are persistent
/// tries: a node's map shares all but one path with its parent's, and joining the maps of several
/// parents looks only at the paths that differ. So a log of n nodes and t tasks takes O(n log t)
/// time and memory, however its parents are chosen.
///
/// If all parents belong to the task of their child, as in all nodes of this suite, no map is needed.
package struct TaskAncestry: Sendable {
    @usableFromInline let numbers: [Int32]
    @usableFromInline let starts: [Int32]

    package init(_ graph: LogGraph) {
        if Self.staysWithinTasks(graph) {
            self.init(numbers: graph.parentNumbers, starts: graph.parentStarts)
        } else {
            self.init(graph, subjects: graph.tasks, count: graph.taskIDs.count)
        }
    }

    /// Computes the ancestry for subjects other than tasks.
    ///
    /// - Parameters:
    ///   - subjects: by node, a number below `count`, or ``LogGraph/none``.
    ///   - count: the number of subjects.
    init(_ graph: LogGraph, subjects: [Int32], count: Int) {
        var numbers: [Int32] = []
        var starts: [Int32] = [0]
        starts.reserveCapacity(graph.count + 1)
        var frontiers = FrontierMaps(taskCount: count)
        var maps: [Int32] = []
        maps.reserveCapacity(graph.count)
        for number in 0..<graph.count {
            var map = FrontierMaps.empty
            for parent in graph.parents(of: number) { map = frontiers.join(map, maps[parent]) }
            if subjects[number] != LogGraph.none {
                let subject = Int(subjects[number])
                numbers += frontiers.nodes(of: subject, in: map)
                map = frontiers.setting(subject, to: Int32(number), in: map)
            }
            starts.append(Int32(numbers.count))
            maps.append(map)
        }
        self.init(numbers: numbers, starts: starts)
    }

    private init(numbers: [Int32], starts: [Int32]) {
        self.numbers = numbers
        self.starts = starts
    }

    private static func staysWithinTasks(_ graph: LogGraph) -> Bool {
        let (tasks, parents, starts) = (graph.tasks, graph.parentNumbers, graph.parentStarts)
        return tasks.indices.allSatisfy { number in
            (starts[number]..<starts[number + 1]).allSatisfy {
                tasks[Int(parents[Int($0)])] == tasks[number]
            }
        }
    }

    /// The range of indexes of a node's nearest ancestors, for ``node(at:)``. It serves loops over all nodes, in which
    /// creating a collection for each node would take longer than reading it.
    @inlinable
    package func indices(nearestTo number: Int) -> Range<Int> {
        Int(starts[number])..<Int(starts[number + 1])
    }

    @inlinable
    package func node(at index: Int) -> Int { Int(numbers[index]) }

    /// The nearest ancestors of the node's task: every other ancestor of that task is above one of them.
    @inlinable
    package func nearest(to number: Int) -> NodeNumbers {
        NodeNumbers(numbers[indices(nearestTo: number)])
    }

    /// All ancestors of the node's task, in descending order, each once. O(k log k) for k nodes and
    /// edges above it in the task.
    package func ancestors(of number: Int) -> [Int] {
        var found: Set<Int> = []
        var pending = Array(nearest(to: number))
        while let next = pending.popLast() {
            if found.insert(next).inserted { pending += nearest(to: next) }
        }
        return found.sorted(by: >)
    }
}

/// Persistent maps from task to that task's latest nodes: binary tries over the bits of the task's
/// number, all in one arena.
private struct FrontierMaps {
    static let empty: Int32 = 0

    /// The number of bits of a task's number.
    private let depth: Int
    /// The two children of each inner node; 0 is the empty map. A leaf's children are indexes into
    /// `lists` and unused.
    private var children: [(left: Int32, right: Int32)] = [(0, 0)]
    private var lists: [[Int32]] = [[]]

    init(taskCount: Int) {
        depth = max(1, Int.bitWidth - max(taskCount - 1, 1).leadingZeroBitCount)
    }

    func nodes(of task: Int, in map: Int32) -> [Int32] {
        var node = map
        for bit in 0..<depth {
            if node == Self.empty { return [] }
            let pair = children[Int(node)]
            node = task >> bit & 1 == 0 ? pair.left : pair.right
        }
        return lists[Int(children[Int(node)].left)]
    }

    mutating func setting(_ task: Int, to number: Int32, in map: Int32) -> Int32 {
        lists.append([number])
        return setting(task, leaf: append((Int32(lists.count - 1), 0)), in: map, bit: 0)
    }

    private mutating func setting(_ task: Int, leaf: Int32, in map: Int32, bit: Int) -> Int32 {
        if bit == depth { return leaf }
        var pair = children[Int(map)]
        if task >> bit & 1 == 0 {
            pair.left = setting(task, leaf: leaf, in: pair.left, bit: bit + 1)
        } else {
            pair.right = setting(task, leaf: leaf, in: pair.right, bit: bit + 1)
        }
        return append(pair)
    }

    mutating func join(_ left: Int32, _ right: Int32) -> Int32 { join(left, right, bit: 0) }

    private mutating func join(_ left: Int32, _ right: Int32, bit: Int) -> Int32 {
        if left == right || right == Self.empty { return left }
        if left == Self.empty { return right }
        let a = children[Int(left)]
        let b = children[Int(right)]
        if bit == depth {
            let known = lists[Int(a.left)]
            let further = lists[Int(b.left)].filter { !known.contains($0) }
            if further.isEmpty { return left }
            lists.append(known + further)
            return append((Int32(lists.count - 1), 0))
        }
        let pair = (join(a.left, b.left, bit: bit + 1), join(a.right, b.right, bit: bit + 1))
        if pair == a { return left }
        return append(pair)
    }

    private mutating func append(_ pair: (left: Int32, right: Int32)) -> Int32 {
        children.append(pair)
        return Int32(children.count - 1)
    }
}
