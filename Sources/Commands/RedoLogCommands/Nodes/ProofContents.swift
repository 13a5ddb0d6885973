import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a proof has to show. Who checks it has no store.
protocol ProofContents {
    /// By number of a node in a log, whether a proof shows it, if the statement covers some nodes. O(n).
    ///
    /// - Parameter isCovered: by number, whether the statement covers a node.
    func isWanted(in graph: LogGraph, _ isCovered: [Bool]) -> [Bool]
}

/// What a proof of a key's work has to show: the nodes that the key has signed, whether or not they have an effect.
struct KeyProofContents: ProofContents {
    private let nodes: Set<NodeID>
    /// Whether all nodes that the statement covers are shown, so that none of the key can be missing.
    private let isComplete: Bool

    /// - Parameter since: the earliest time, by the clock of the key's owner; nil for all.
    /// - Throws: NAME_001 if the key has signed nothing.
    init(
        of key: PublicKey, since: Instant?, isComplete: Bool, _ log: Log
    ) throws(RedoError) {
        self.isComplete = isComplete
        nodes = Set(
            log.nodes.filter { node in
                node.isSigned && node.author.publicKey == key
                    && since.map { node.timestamp.wall >= $0 } ?? true
            }.map(\.id))
        guard !nodes.isEmpty else {
            throw RedoError(
                .unknownName, "no signed node of this log is by the key \(key.hexadecimal)",
                hints: ["'redo agent show NAME' says what an agent has written"])
        }
    }

    func isWanted(in graph: LogGraph, _ isCovered: [Bool]) -> [Bool] {
        if isComplete {
            // What is later than the statement is not its business; but it must show something of the key.
            let showsSome = (0..<graph.count).contains {
                isCovered[$0] && nodes.contains(graph.id(of: $0))
            }
            return showsSome ? isCovered : []
        }
        return (0..<graph.count).map { nodes.contains(graph.id(of: $0)) }
    }

    /// The number of the key's nodes that are not in a proof.
    func laterCount(than shown: Set<NodeID>) -> Int { nodes.subtracting(shown).count }
}

/// What a proof of a task has to show: the nodes of the task that have an effect, and what says that their authors are
/// devices of one person.
struct TaskProofContents: ProofContents {
    private let task: TaskID
    /// Why nodes are void.
    private let voids: VoidNodes
    /// About the persons who wrote to the task.
    private let statements: Set<NodeID>

    /// - Throws: ``RedoError`` if the log cannot be read.
    init(of task: TaskID, _ repository: Repository) throws(RedoError) {
        self.task = task
        let voids = try repository.voids(.authorized, about: .none)
        self.voids = voids
        let people = try repository.people(.authorized, about: .none)
        let log = try repository.log(
            of: [task.description], includesDeleted: true, .whole)
        let persons = Set(
            log.nodes.filter { $0.taskID == task && voids.reason(of: $0.id) == nil }
                .compactMap { $0.author.publicKey.flatMap { people.person(of: $0)?.id } })
        statements = Set(persons.flatMap { people[$0]?.statements.map(\.id) ?? [] })
    }

    func isWanted(in graph: LogGraph, _ isCovered: [Bool]) -> [Bool] {
        guard let task = graph.taskNumber(of: task) else { return [] }
        return (0..<graph.count).map { number in
            if graph.task(of: number) == task {
                return voids.reason(of: graph.id(of: number)) == nil
            }
            return !statements.isEmpty && graph.task(of: number) == nil
                && statements.contains(graph.id(of: number))
        }
    }
}
