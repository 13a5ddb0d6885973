/// The order of a list in which tasks come after those that block them.
package enum DependencyOrder {
    /// Orders elements so that each comes after those that block it; apart from this they keep their order. If elements
    /// block each other in a circle, one of them is not waited for.
    ///
    /// - Parameters:
    ///   - count: the number of elements, which are named by their positions in the given order.
    ///   - blockers: for some elements those that block them.
    /// - Returns: the positions in their new order.
    /// - Complexity: O(n + e log e) for e blocked elements and their blockers.
    package static func order(count: Int, blockers: [Int: [Int]]) -> [Int] {
        guard !blockers.isEmpty else { return Array(0..<count) }
        let blockers = withoutCircles(blockers)
        var followers: [Int: [Int]] = [:]
        // How many blockers of an element have not come yet.
        var openCounts: [Int: Int] = [:]
        for (element, others) in blockers {
            openCounts[element] = others.count
            for other in others { followers[other, default: []].append(element) }
        }
        var order: [Int] = []
        order.reserveCapacity(count)
        // What waits in its turn comes after the last of its blockers.
        for turn in 0..<count where openCounts[turn, default: 0] == 0 {
            // Sorted, the next one last.
            var ready = [turn]
            while let element = ready.popLast() {
                order.append(element)
                guard let waiting = followers[element] else { continue }
                for follower in waiting {
                    openCounts[follower, default: 0] -= 1
                    // The turn of others is still to come.
                    if openCounts[follower] == 0, follower < turn { ready.append(follower) }
                }
                ready.sort(by: >)
            }
        }
        return order
    }

    /// The blockers without those that would close a circle, each once.
    private static func withoutCircles(_ blockers: [Int: [Int]]) -> [Int: [Int]] {
        var kept: [Int: [Int]] = [:]
        var isOnPath: Set<Int> = []
        for start in blockers.keys.sorted() where kept[start] == nil {
            var path = [(element: start, rest: Set(blockers[start] ?? []).sorted()[...])]
            isOnPath.insert(start)
            kept[start] = []
            while let last = path.indices.last {
                guard let next = path[last].rest.popFirst() else {
                    isOnPath.remove(path[last].element)
                    path.removeLast()
                    continue
                }
                if isOnPath.contains(next) { continue }
                kept[path[last].element, default: []].append(next)
                guard let others = blockers[next], kept[next] == nil else { continue }
                kept[next] = []
                isOnPath.insert(next)
                path.append((next, Set(others).sorted()[...]))
            }
        }
        return kept
    }
}
