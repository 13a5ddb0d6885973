import RedoSystem

/// Gives the nodes of a graph and its edges lanes, from the left: the straight lines of a picture in
/// which each node has a row.
///
/// Unlike in ``GraphLayout`` an edge stays in its lane until it ends.
package struct GraphLanes {
    /// The way from a node to one of its parents.
    package struct Edge {
        /// Rows, from the top.
        package let child: Int
        package let parent: Int
        /// The lane that it runs in between them.
        package let lane: Int
    }

    /// Of each row's node.
    package private(set) var lanes: [Int] = []
    package private(set) var edges: [Edge] = []
    /// The number of lanes.
    package private(set) var count = 0
    /// The lanes that lead to each row, which is still to come.
    private var goals: [Int: [Int]] = [:]
    /// Those that lead nowhere, the first one last.
    private var freeLanes: [Int] = []

    /// - Parameter parents: the rows of the parents of each row's node, all further down.
    /// - Complexity: O(n log w) for w lanes.
    package init(_ parents: [[Int]]) {
        lanes.reserveCapacity(parents.count)
        for (row, parents) in parents.enumerated() {
            let arriving = goals.removeValue(forKey: row) ?? []
            let lane = arriving.min() ?? freeLane()
            for other in arriving where other != lane { free(other) }
            lanes.append(lane)
            for (index, parent) in parents.enumerated() {
                // The first line continues where it is, also to where another one leads.
                let known = index == 0 ? lane : goals[parent]?.min()
                let taken = known ?? freeLane()
                if index == 0 || known == nil { goals[parent, default: []].append(taken) }
                edges.append(Edge(child: row, parent: parent, lane: taken))
            }
            if parents.isEmpty { free(lane) }
        }
    }

    private mutating func freeLane() -> Int {
        if let lane = freeLanes.popLast() { return lane }
        count += 1
        return count - 1
    }

    private mutating func free(_ lane: Int) {
        let index = freeLanes.partitioningIndex { $0 < lane }
        freeLanes.insert(lane, at: index)
    }
}
