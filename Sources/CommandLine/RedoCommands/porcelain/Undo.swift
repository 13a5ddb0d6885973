import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let redo = OptionSpecification.flag(
        "redo", "bring back what the last undo took back")

    /// `redo undo`: takes back the last change that was made here, each time one further.
    package static let undo = Command(
        CommandSpecification(
            "undo", "Take back the last change made on this device; again, the one before it",
            operands: [.optional(.repeated(.value(.task))), .option(redo)],
            options: [redo, TaskWriter.dialectOption])
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let names = context.arguments.operands
        let isRedo = context.arguments.has(redo)
        guard !isRedo || names.isEmpty else { throw .usage("--redo takes no tasks") }
        let log =
            names.isEmpty
            ? try repository.wholeLog() : try repository.log(of: names)
        var tasks: Set<TaskID>?
        for name in names { tasks = (tasks ?? []).union([try log.taskID(named: name)]) }
        let changes = OwnChanges(log, try context.author(for: repository.store), of: tasks)
        let history = try changes.history(in: repository.store)
        if names.isEmpty { try checkIsReadable(history, log) }
        guard let step = isRedo ? history.lastUndo : history.lastChange(where: changes.contains)
        else {
            try context.print(
                isRedo ? "there is nothing to bring back\n" : "there is nothing to take back\n")
            return .no
        }
        let (report, isWhole) = try context.edit(repository, log) { (writer) throws(RedoError) in
            writer.operationKind = step.kind
            return try takeBack(step, log, &writer)
        }
        try context.print(report)
        return isWhole ? .done : .no
    }

    /// The change before one that cannot be read is not the last one.
    ///
    /// - Throws: RECONSTRUCT_003 if a node of the last change is damaged or missing.
    private static func checkIsReadable(
        _ history: OperationHistory, _ log: Log
    ) throws(RedoError) {
        let last = history.lastChange { _ in true }?.nodes ?? []
        guard let node = last.first(where: { log.replay.validation.graph.number(of: $0) == nil })
        else { return }
        throw RedoError(
            .validationFailed,
            "the last change cannot be taken back: its node \(node) cannot be read",
            hints: [
                "'redo fsck' says what is wrong with it",
                "'redo undo TASK' takes back the last change of one task",
            ])
    }

    /// Makes the nodes that take a step back, task by task.
    private static func takeBack(
        _ step: OperationHistory.Step, _ log: Log, _ writer: inout TaskWriter
    ) throws(RedoError) -> (report: String, isWhole: Bool) {
        let graph = log.replay.validation.graph
        let passed = Set(step.passed.compactMap { graph.number(of: $0) })
        var groups: [(task: TaskID, nodes: [Int])] = []
        for number in step.nodes.compactMap({ graph.number(of: $0) }).sorted() {
            guard let task = log.nodes[number].taskID else { continue }
            if let place = groups.firstIndex(where: { $0.task == task }) {
                groups[place].nodes.append(number)
            } else {
                groups.append((task, [number]))
            }
        }
        var report = groups.isEmpty ? "nothing was left of it to bring back\n" : ""
        var isWhole = true
        for (task, nodes) in groups {
            let change = Undoing(log, task, nodes, passed: passed)
            report += try change.write(&writer) + writer.joinReport(of: task)
            if !change.isWhole { isWhole = false }
        }
        return (report, isWhole)
    }
}

/// The nodes that this user has written on this device and that count.
private struct OwnChanges {
    private let author: Author
    private let nodes: [(id: NodeID, wall: Instant)]
    private let ids: Set<NodeID>

    /// - Parameter tasks: nil for all.
    init(_ log: Log, _ author: Author, of tasks: Set<TaskID>?) {
        self.author = author
        let verdicts = log.replay.validation.verdicts
        nodes = log.nodes.indices.compactMap { number in
            let node = log.nodes[number]
            guard let task = node.taskID, node.author.userID == author.userID,
                node.author.deviceID == author.deviceID, verdicts[number] == .accepted,
                tasks?.contains(task) ?? true
            else { return nil }
            return (node.id, node.timestamp.wall)
        }
        ids = Set(nodes.map(\.id))
    }

    func contains(_ id: NodeID) -> Bool { ids.contains(id) }

    func history(in store: Store) throws(RedoError) -> OperationHistory {
        let recorded = try store.operations()
            .filter {
                $0.operation.user == author.userID && $0.operation.device == author.deviceID
            }
        let known = Set(recorded.flatMap(\.operation.nodes))
        return OperationHistory(
            recorded, unrecorded: nodes.filter { !known.contains($0.id) },
            user: author.userID, device: author.deviceID)
    }
}
