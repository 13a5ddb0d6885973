import RedoModel

extension TimeOrder {
    /// The order of the nodes of a graph, as it is defined.
    ///
    /// - Parameter wall: the wall time of a node.
    package init(_ graph: LogGraph, wall: (Int) -> Instant) {
        var times: [Int64] = []
        for number in 0..<graph.count {
            let parents = graph.parents(of: number).map { times[$0] }
            times.append(max(wall(number).milliseconds, parents.max() ?? .min))
        }
        self.init(times: times)
    }
}
