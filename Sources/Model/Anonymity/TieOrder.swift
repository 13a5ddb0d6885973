/// The nodes of a log whose order among each other only their ids decide, and where it means something: at one place
/// in time and of one task or thing, CREATEs of one task at one wall time, and parents that a merge leaves equal.
struct TieOrder {
    /// Numbers of nodes, each list in the order of their ids.
    private let ties: [[Int]]
    private let survey: LogSurvey

    private struct Place: Hashable {
        let group: LogSurvey.Group
        /// Nil for CREATEs.
        let lamport: Int?
        let wall: Instant
    }

    init(_ survey: LogSurvey) {
        self.survey = survey
        var places: [Place: [Int]] = [:]
        for (number, node) in survey.nodes.enumerated() {
            guard let group = node.group else { continue }
            let (lamport, wall) = (node.timestamp.lamport, node.timestamp.wall)
            places[Place(group: group, lamport: lamport, wall: wall), default: []].append(number)
            if node.isCreate {
                places[Place(group: group, lamport: nil, wall: wall), default: []].append(number)
            }
        }
        let found = places.values.filter { $0.count > 1 } + survey.tiedParents
        ties = found.map { tie in tie.sorted { survey.nodes[$0].id < survey.nodes[$1].id } }
    }

    /// The ties that other ids put into another order.
    ///
    /// - Parameter ids: by number.
    func swapped(_ ids: [NodeID]) -> [[Int]] {
        ties.filter { tie in
            zip(tie, tie.dropFirst()).contains { ids[$1] < ids[$0] }
        }
    }

    /// What to draw anew to get a tie into another order; nil if nothing alone does.
    func thing(of tie: [Int]) -> OwnedThing? {
        guard let first = tie.first, let group = survey.nodes[first].group else { return nil }
        switch group {
        case .task(let task): return OwnedThing(kind: .task, id: task.value)
        case .thing(let thing): return thing
        case .people: return nil
        }
    }
}
