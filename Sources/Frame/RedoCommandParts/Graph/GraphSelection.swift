import RedoModel

/// The nodes that a drawing shows, with what lies between them left out: an edge leads to the nearest
/// ancestors that are shown.
package struct GraphSelection: Sendable {
    private let graph: LogGraph
    /// In replay order.
    private let numbers: [Int]
    /// Nil where each node has its own parents.
    private let nearest: [Int: [Int]]?

    /// - Parameter numbers: of the nodes that are shown.
    /// - Complexity: O(n w) for n nodes and w lines of history that run side by side.
    package init(_ validation: HistoryValidation, showing numbers: [Int]) {
        let graph = validation.graph
        self.graph = graph
        self.numbers = numbers.sorted()
        if numbers.count == graph.count {
            nearest = nil
            return
        }
        // Within a task its nodes follow one another, whatever stands between them.
        let task = numbers.first.flatMap { graph.task(of: $0) }
        let isOneTask = task != nil && numbers.allSatisfy { graph.task(of: $0) == task }
        nearest = Self.nearest(
            to: Set(numbers), upTo: self.numbers.last ?? -1,
            among: { !isOneTask || graph.task(of: $0) == task },
            parents: {
                isOneTask
                    ? Array(validation.ancestry.nearest(to: $0)) : Array(graph.parents(of: $0))
            })
    }

    private static func nearest(
        to shown: Set<Int>, upTo last: Int, among isLookedAt: (Int) -> Bool,
        parents: (Int) -> [Int]
    ) -> [Int: [Int]] {
        var nearest: [Int: [Int]] = [:]
        guard last >= 0 else { return nearest }
        for number in 0...last where isLookedAt(number) {
            let parents = parents(number)
            if parents.count == 1 {
                // Shares the array with what it follows.
                nearest[number] = shown.contains(parents[0]) ? parents : nearest[parents[0]]
            } else {
                nearest[number] =
                    parents.flatMap { shown.contains($0) ? [$0] : nearest[$0] ?? [] }
                    .withoutRepetitions
            }
        }
        return nearest
    }

    /// The nearest ancestors of a node that are shown, in the order of its parents.
    package func parents(of number: Int) -> [Int] {
        guard let nearest else { return Array(graph.parents(of: number)).withoutRepetitions }
        return nearest[number] ?? []
    }

    /// The nodes in the order of a drawing.
    package var order: [Int] { Self.order(of: numbers, parents: parents) }

    /// Nodes, each before its parents, the latest first; a line of history is not interrupted, and
    /// what is connected stands together, so that few lines run side by side. O(n).
    ///
    /// - Parameters:
    ///   - numbers: of the nodes, in replay order.
    ///   - parents: the parents of one of them that are among them.
    package static func order(of numbers: [Int], parents: (Int) -> [Int]) -> [Int] {
        var children: [Int: [Int]] = [:]
        for number in numbers {
            for parent in parents(number) { children[parent, default: []].append(number) }
        }
        var isDrawn: Set<Int> = []
        isDrawn.reserveCapacity(numbers.count)
        var order: [Int] = []
        order.reserveCapacity(numbers.count)
        for start in numbers.reversed() where !isDrawn.contains(start) {
            // The last one is the next, once all that follow it are drawn.
            var waiting = [start]
            while let number = waiting.last {
                if isDrawn.contains(number) {
                    waiting.removeLast()
                } else if let child = children[number]?.popLast() {
                    if !isDrawn.contains(child) { waiting.append(child) }
                } else {
                    waiting.removeLast()
                    isDrawn.insert(number)
                    order.append(number)
                    waiting += parents(number)
                }
            }
        }
        return order
    }
}

extension [Int] {
    /// The elements in their order, each once.
    package var withoutRepetitions: [Int] {
        guard count > 1 else { return self }
        var seen: Set<Int> = []
        return filter { seen.insert($0).inserted }
    }
}
