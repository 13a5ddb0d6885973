import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a proof of a task has to show: the nodes of the task that have an effect, and what says that their authors are
/// devices of one person. Who checks it has no store.
struct ProofContents {
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

    /// By number of a node in a log, whether a proof shows it. O(n).
    func isWanted(in graph: LogGraph) -> [Bool] {
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
