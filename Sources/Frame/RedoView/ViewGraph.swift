import RedoCommandParts
import RedoModel
import RedoRepository

/// The shown nodes of a log in bands: one for each task, category, person and room, with the lanes that `redo graph`
/// gives the nodes of a history.
struct ViewGraph {
    /// The nodes of one subject.
    struct Band {
        /// Nil for nodes that name nothing.
        let subject: Subject?
        /// Positions of its nodes, in replay order.
        fileprivate(set) var nodes: [Int] = []
        fileprivate(set) var laneCount = 1
    }

    /// An edge to a node's parent in its band.
    struct Edge {
        /// The parent's position.
        let parent: Int
        let lane: Int
    }

    /// The numbers of the shown nodes in the log, in replay order. A node's index here is its position in the page.
    let numbers: [Int]
    /// The position of each node of the log; nil for one that is not shown.
    let positions: [Int?]
    private(set) var bands: [Band] = []
    /// By position.
    private(set) var bandOfNode: [Int]
    private(set) var lanes: [Int]
    private(set) var edges: [[Edge]]

    /// - Complexity: O(n log n) for n nodes.
    init(_ log: Log, showing shown: [Int]?) {
        numbers = shown ?? Array(log.nodes.indices)
        var positions: [Int?] = Array(repeating: nil, count: log.nodes.count)
        for (position, number) in numbers.enumerated() { positions[number] = position }
        self.positions = positions
        bandOfNode = Array(repeating: 0, count: numbers.count)
        lanes = bandOfNode
        edges = Array(repeating: [], count: numbers.count)
        var bandNumbers: [Subject?: Int] = [:]
        for (position, number) in numbers.enumerated() {
            let subject = log.nodes[number].subject
            let band = bandNumbers[subject] ?? bands.count
            if band == bands.count {
                bands.append(Band(subject: subject))
                bandNumbers[subject] = band
            }
            bands[band].nodes.append(position)
            bandOfNode[position] = band
        }
        let graph = LogGraph(log.nodes)
        let ancestry = TaskAncestry(graph)
        for band in bands.indices { layOut(band, graph, ancestry) }
    }

    private mutating func layOut(_ band: Int, _ graph: LogGraph, _ ancestry: TaskAncestry) {
        var isTask = false
        if case .task = bands[band].subject { isTask = true }
        let parents = Dictionary(
            uniqueKeysWithValues: bands[band].nodes.map { position in
                let number = numbers[position]
                let all =
                    isTask ? Array(ancestry.nearest(to: number)) : Array(graph.parents(of: number))
                let near = all.compactMap { positions[$0] }.filter { bandOfNode[$0] == band }
                return (position, near.withoutRepetitions)
            })
        let order = GraphSelection.order(of: bands[band].nodes) { parents[$0] ?? [] }
        let rows = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let drawn = GraphLanes(
            order.map { position in (parents[position] ?? []).compactMap { rows[$0] } })
        for (row, position) in order.enumerated() { lanes[position] = drawn.lanes[row] }
        for edge in drawn.edges {
            edges[order[edge.child]].append(Edge(parent: order[edge.parent], lane: edge.lane))
        }
        bands[band].laneCount = max(1, drawn.count)
    }
}
