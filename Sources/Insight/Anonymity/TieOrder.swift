import RedoModel

/// The nodes of a log whose relative order is decided by their ids only and has a meaning: those of one task or thing
/// at one position in time, CREATEs of one task at one wall time, and parents that a merge considers equal.
struct TieOrder {
    private let ties: [Tie]

    struct Tie {
        /// The numbers of nodes, in the order that their ids must have.
        let nodes: [Int]
        /// The id to redraw to change the order of the tie; nil if no single id does.
        let id: UUIDValue?
    }

    private struct Position: Hashable {
        let group: LogSurvey.Group
        /// The lamport; nil for CREATEs.
        let lamport: Int?
        let wall: Instant
    }

    init(_ survey: LogSurvey) {
        var indices: [Position: [Int]] = [:]
        for (number, node) in survey.nodes.enumerated() {
            for group in node.groups {
                for lamport in [node.position.timestamp.lamport] + (node.isCreate ? [nil] : []) {
                    indices[Position(group: group, lamport: lamport, wall: node.wall), default: []]
                        .append(number)
                }
            }
        }
        let parents = survey.tiedParents.map { tie in
            (tie.first.flatMap { survey.nodes[$0].groups.first }, tie)
        }
        let found = indices.filter { $0.value.count > 1 }.map { index, numbers in
            // Different wall times become equal in the copy only at the beginning of the years.
            let sorted = numbers.sorted { left, right in
                let (left, right) = (survey.nodes[left].position, survey.nodes[right].position)
                return left.timestamp.wall == right.timestamp.wall
                    ? left.id < right.id : left.timestamp.wall < right.timestamp.wall
            }
            return (LogSurvey.Group?.some(index.group), sorted)
        }
        ties = (found + parents).map { Tie(nodes: $1, id: $0.flatMap(Self.id)) }
    }

    /// The ties that other ids put into another order.
    ///
    /// - Parameter ids: the ids by number.
    func swapped(_ ids: [NodeID]) -> [Tie] {
        ties.filter { tie in
            zip(tie.nodes, tie.nodes.dropFirst()).contains { ids[$1] < ids[$0] }
        }
    }

    private static func id(of group: LogSurvey.Group) -> UUIDValue? {
        switch group {
        case .task(let task): task.value
        case .thing(let thing): thing.id
        case .room, .people: nil
        }
    }
}
