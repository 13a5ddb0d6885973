/// Gives the nodes of a graph and its edges lanes, from the left: the straight lines of a picture in
/// which each node has a row.
///
/// Unlike in ``GraphLayout`` an edge stays in its lane until it ends.
struct GraphLanes {
    /// The way from a node to one of its parents.
    struct Edge {
        /// Rows, from the top.
        let child: Int
        let parent: Int
        /// The lane that it runs in between them.
        let lane: Int
    }

    /// The lane of each row's node.
    private(set) var lanes: [Int] = []
    private(set) var edges: [Edge] = []
    /// The number of lanes.
    private(set) var count = 0
    /// The row that each lane leads to; nil for a free one.
    private var goals: [Int?] = []

    /// - Parameter parents: the rows of the parents of each row's node, all further down.
    /// - Complexity: O(n w) for w lanes.
    init(_ parents: [[Int]]) {
        lanes.reserveCapacity(parents.count)
        for (row, parents) in parents.enumerated() {
            let lane = goals.firstIndex { $0 == row } ?? freeLane()
            for position in goals.indices where goals[position] == row { goals[position] = nil }
            lanes.append(lane)
            for (index, parent) in parents.enumerated() {
                let known = goals.firstIndex { $0 == parent }
                // The first line continues where it is, also to where another one leads.
                let own = index == 0 ? lane : known ?? freeLane()
                goals[own] = parent
                edges.append(Edge(child: row, parent: parent, lane: own))
            }
        }
        count = goals.count
    }

    private mutating func freeLane() -> Int {
        if let lane = goals.firstIndex(where: { $0 == nil }) { return lane }
        goals.append(nil)
        return goals.count - 1
    }
}
