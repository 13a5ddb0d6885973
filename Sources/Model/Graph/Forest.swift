/// Things each of which can be a part of another one.
///
/// Parents that do not exist count as absent, and so does each one of a circle: two devices can make two things parts of
/// each other.
package struct Forest<ID: Hashable & Sendable>: Sendable {
    /// The parts, with their parents; the index of a part is its number.
    private var links: [(part: ID, parent: ID)] = []
    private var numbers: [ID: Int] = [:]

    /// A forest in which nothing is a part.
    package init() {}

    /// - Parameters:
    ///   - links: things with their parents; of several parents of one thing the first counts.
    ///   - exists: whether there is a thing.
    /// - Complexity: O(n) for n links.
    package init(_ links: some Sequence<(part: ID, parent: ID)>, where exists: (ID) -> Bool) {
        numbers.reserveCapacity(links.underestimatedCount)
        for link in links where exists(link.parent) {
            guard numbers[link.part] == nil else { continue }
            numbers[link.part] = self.links.count
            self.links.append(link)
        }
        removeCircles()
    }

    /// The parts, each with its parent.
    package var parts: some Sequence<(part: ID, parent: ID)> { links }

    /// Whether nothing is a part.
    package var isEmpty: Bool { links.isEmpty }

    /// What a thing is a part of; nil for none.
    package func parent(of id: ID) -> ID? { numbers[id].map { links[$0].parent } }

    /// Leaves out the parts whose parents form a circle.
    private mutating func removeCircles() {
        let parents = links.map { numbers[$0.parent] }
        /// The number of the walk that came to a part, counted from 1.
        var walks = Array(repeating: 0, count: links.count)
        var isOfCircle: [Bool] = []
        for start in links.indices where walks[start] == 0 {
            var next: Int? = start
            while let part = next, walks[part] == 0 {
                walks[part] = start + 1
                next = parents[part]
            }
            // The walk has come to a part of its own again: this part is on a circle.
            guard let first = next, walks[first] == start + 1 else { continue }
            if isOfCircle.isEmpty { isOfCircle = Array(repeating: false, count: links.count) }
            var part = first
            repeat {
                isOfCircle[part] = true
                part = parents[part] ?? first
            } while part != first
        }
        if isOfCircle.isEmpty { return }
        links = links.indices.filter { !isOfCircle[$0] }.map { links[$0] }
        numbers = [:]
        for (number, link) in links.enumerated() { numbers[link.part] = number }
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
        var indices: [ID: Int] = [:]
        indices.reserveCapacity(ids.count)
        for (index, id) in ids.enumerated() { indices[id] = index }
        /// For each part that the list does not have, what the walk from it has found.
        var known: [Int: Int?] = [:]
        return ids.map { id in
            var passed: [Int] = []
            var found: Int?
            var next = numbers[id]
            while let number = next {
                let parent = links[number].parent
                if let index = indices[parent] {
                    found = index
                    break
                }
                next = numbers[parent]
                guard let hidden = next else { break }
                if let before = known[hidden] {
                    found = before
                    break
                }
                passed.append(hidden)
            }
            for hidden in passed { known[hidden] = .some(found) }
            return found
        }
    }
}
