/// Circles among entries that depend on one another.
enum DependencyCircles {
    /// The edges without which there is no circle.
    ///
    /// - Parameters:
    ///   - edges: for each entry the entries that it depends on; nil for what is not an entry.
    ///   - count: of the entries.
    /// - Returns: for each entry the numbers of its edges that close a circle.
    /// - Complexity: O(n + e) for n entries and e edges.
    static func closingEdges(_ edges: [Int: [Int?]], count: Int) -> [Int: Set<Int>] {
        enum Mark { case new, open, done }
        var marks = Array(repeating: Mark.new, count: count)
        var closing: [Int: Set<Int>] = [:]
        for root in edges.keys.sorted() where marks[root] == .new {
            var path: [(entry: Int, next: Int)] = [(root, 0)]
            marks[root] = .open
            while let (entry, next) = path.last {
                let targets = edges[entry] ?? []
                guard next < targets.count else {
                    marks[entry] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                guard let target = targets[next] else { continue }
                switch marks[target] {
                case .done: break
                case .open: closing[entry, default: []].insert(next)
                case .new:
                    marks[target] = .open
                    path.append((target, 0))
                }
            }
        }
        return closing
    }
}
