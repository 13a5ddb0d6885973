import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoSystem

/// Which nodes of a revoked key a person does not want to keep. Without options everything that is here stays.
struct RevocationRequest {
    static let since = OptionSpecification.value(
        "since", takes: "when",
        "revoke: what the device wrote since then becomes void; else all that is here stays")
    static let void = OptionSpecification.value(
        "void", takes: .node, isRepeatable: true,
        isExpert: true, "revoke: this node becomes void, with what the device wrote after it")

    /// The moment as it was given.
    private let since: String?
    /// Names of nodes.
    private let void: [String]

    init(_ arguments: Arguments) {
        since = arguments.value(Self.since)
        void = arguments.values(Self.void)
    }

    /// The request in terms of a log.
    ///
    /// - Throws: wrong usage for what means no moment, NAME_001 or NAME_002 for a name that means no node or several.
    func nodes(
        in log: Log, _ context: borrowing CommandContext
    ) throws(RedoError) -> UnwantedNodes {
        try UnwantedNodes(since: since, void, in: log, context)
    }
}

/// The nodes of a log that are not kept of a revoked key.
struct UnwantedNodes {
    private let moment: Instant?
    /// The nodes that are named, and those that have seen one of them.
    private let named: Set<NodeID>

    fileprivate init(
        since: String?, _ names: [String], in log: Log, _ context: borrowing CommandContext
    ) throws(RedoError) {
        moment = try since.map { text throws(RedoError) in
            try TimeExpression(
                now: try context.now(), direction: .past, timeOfDay: .start
            ).moment(text)
        }
        var numbers: Set<Int> = []
        for name in names {
            numbers.insert(try log.nodeNumber(named: name))
        }
        let graph = log.replay.validation.graph
        if let first = numbers.min() {
            for number in first..<graph.count
            where graph.parents(of: number).contains(where: { numbers.contains($0) }) {
                numbers.insert(number)
            }
        }
        named = Set(numbers.map { log.nodes[$0].id })
    }

    /// The nodes that a revocation of keys keeps.
    func plan(of keys: [PublicKey], _ person: People.Person, _ log: Log) -> RevocationPlan {
        RevocationPlan(of: keys, person, log.nodes, in: log.replay.validation.graph) { node in
            named.contains(node.id) || moment.map { node.timestamp.wall >= $0 } ?? false
        }
    }
}
