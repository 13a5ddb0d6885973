/// The nodes of a log whose order among each other only their ids decide, and where it means something: at one place
/// in time and of one task or thing, CREATEs of one task at one wall time, and parents that a merge leaves equal.
struct TieOrder {
    private let ties: [Tie]

    struct Tie {
        /// Numbers of nodes in the order of their ids.
        let nodes: [Int]
        /// What to draw again to get the tie into another order; nil if nothing alone does.
        let thing: OwnedThing?
    }

    private struct Place: Hashable {
        let group: LogSurvey.Group
        /// Nil for CREATEs.
        let lamport: Int?
        let wall: Instant
    }

    init(_ survey: LogSurvey) {
        var places: [Place: [Int]] = [:]
        for (number, node) in survey.nodes.enumerated() {
            let (lamport, wall) = (node.timestamp.lamport, node.timestamp.wall)
            for group in node.groups {
                places[Place(group: group, lamport: lamport, wall: wall), default: []].append(
                    number)
                if node.isCreate {
                    places[Place(group: group, lamport: nil, wall: wall), default: []]
                        .append(number)
                }
            }
        }
        let parents = survey.tiedParents.map { tie in
            (tie.first.flatMap { survey.nodes[$0].groups.first }, tie)
        }
        let found = places.filter { $0.value.count > 1 }.map { ($0.key.group, $0.value) } + parents
        ties = found.map { group, tie in
            Tie(
                nodes: tie.sorted { survey.nodes[$0].id < survey.nodes[$1].id },
                thing: group.flatMap(Self.thing))
        }
    }

    /// The ties that other ids put into another order.
    ///
    /// - Parameter ids: by number.
    func swapped(_ ids: [NodeID]) -> [Tie] {
        ties.filter { tie in
            zip(tie.nodes, tie.nodes.dropFirst()).contains { ids[$1] < ids[$0] }
        }
    }

    private static func thing(of group: LogSurvey.Group) -> OwnedThing? {
        switch group {
        case .task(let task): OwnedThing(kind: .task, id: task.value)
        case .thing(let thing): thing
        case .room, .people: nil
        }
    }
}
