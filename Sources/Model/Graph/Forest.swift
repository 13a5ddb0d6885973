/// Things each of which can be a part of another one.
///
/// Parents that do not exist count as absent, and so does each one of a circle: two devices can make two things parts of
/// each other.
package struct Forest<ID: Hashable & Sendable>: Sendable {
    /// Everything that is a part or has parts; the index of a thing is its number.
    private var things: [ID] = []
    private var numbers: [ID: Int] = [:]
    /// The number of what each thing is a part of; nil for what is part of nothing.
    private var wholes: [Int?] = []

    /// Whether nothing is a part.
    package private(set) var isEmpty = true

    /// A forest in which nothing is a part.
    package init() {}

    /// - Parameters:
    ///   - links: things with their parents; of several parents of one thing the first counts.
    ///   - exists: whether there is a thing.
    /// - Complexity: O(n) for n links.
    package init(_ links: some Sequence<(part: ID, parent: ID)>, where exists: (ID) -> Bool) {
        numbers.reserveCapacity(2 * links.underestimatedCount)
        for link in links where exists(link.parent) {
            let part = number(of: link.part)
            if wholes[part] == nil { wholes[part] = number(of: link.parent) }
        }
        removeCircles()
        isEmpty = wholes.allSatisfy { $0 == nil }
    }

    private mutating func number(of id: ID) -> Int {
        if let number = numbers[id] { return number }
        numbers[id] = things.count
        things.append(id)
        wholes.append(nil)
        return things.count - 1
    }

    /// The parts, each with its parent.
    package var parts: some Sequence<(part: ID, parent: ID)> {
        things.indices.lazy.compactMap { number in
            wholes[number].map { (part: things[number], parent: things[$0]) }
        }
    }

    /// The thing that a thing is a part of; nil for none.
    package func parent(of id: ID) -> ID? {
        numbers[id].flatMap { wholes[$0] }.map { things[$0] }
    }

    /// Makes the parts whose parents form a circle parts of nothing.
    private mutating func removeCircles() {
        /// The number of the walk that came to a thing, counted from 1.
        var walks = Array(repeating: 0, count: wholes.count)
        for start in wholes.indices where walks[start] == 0 {
            var next: Int? = start
            while let thing = next, walks[thing] == 0 {
                walks[thing] = start + 1
                next = wholes[thing]
            }
            // The walk has come to a thing of its own again: this thing is on a circle.
            guard let first = next, walks[first] == start + 1 else { continue }
            next = first
            while let thing = next {
                next = wholes[thing]
                wholes[thing] = nil
            }
        }
    }
}

// MARK: Lists

extension Forest {
    /// A line of a list whose parts are beneath what they belong to.
    package struct Line: Equatable, Sendable {
        /// The index of the thing in the list as it was.
        package let index: Int
        /// How many things it is beneath.
        package let depth: Int
    }

    /// The lines of a list in which each thing is beneath the nearest of its wholes that the list has. The others keep
    /// their order, and a whole moves up to the first of its parts.
    ///
    /// - Returns: one line for each thing; nil if no line is beneath another one.
    /// - Complexity: O(n + p) for n things of the list and p parts.
    package func nested(_ ids: some RandomAccessCollection<ID>) -> [Line]? {
        if isEmpty || ids.isEmpty { return nil }
        let wholes = nearest(among: ids)
        guard wholes.contains(where: { $0 != nil }) else { return nil }
        // In the order of their first lines, which may be those of parts.
        var (roots, children): ([Int], [[Int]]) = ([], Array(repeating: [], count: wholes.count))
        var isPlaced = Array(repeating: false, count: wholes.count)
        for index in wholes.indices {
            var next = index
            while !isPlaced[next] {
                isPlaced[next] = true
                guard let whole = wholes[next] else {
                    roots.append(next)
                    break
                }
                children[whole].append(next)
                next = whole
            }
        }
        var lines: [Line] = []
        lines.reserveCapacity(wholes.count)
        var rest = roots.reversed().map { (index: $0, depth: 0) }
        while let (index, depth) = rest.popLast() {
            lines.append(Line(index: index, depth: depth))
            rest += children[index].reversed().map { ($0, depth + 1) }
        }
        return lines
    }

    /// For each thing of a list, the index of the nearest of its wholes in the list.
    private func nearest(among ids: some RandomAccessCollection<ID>) -> [Int?] {
        let listed = ids.map { numbers[$0] }
        /// For each thing, its index in the list; nil for one that the list does not have.
        var indices: [Int?] = Array(repeating: nil, count: wholes.count)
        for (index, number) in listed.enumerated() {
            if let number { indices[number] = index }
        }
        /// For each whole that the list does not have, what the walk from it has found.
        var known: [Int: Int?] = [:]
        return listed.map { number in
            var passed: [Int] = []
            var found: Int?
            var next = number.flatMap { wholes[$0] }
            while let whole = next {
                if let index = indices[whole] {
                    found = index
                    break
                }
                if let before = known[whole] {
                    found = before
                    break
                }
                passed.append(whole)
                next = wholes[whole]
            }
            for hidden in passed { known[hidden] = .some(found) }
            return found
        }
    }
}
