import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo undo`: takes back the last change that was made here, each time one further.
package struct UndoCommand: ParsableCommand {
    private static let forward = OptionSpecification.flag(
        "forward", "bring back what the last undo took back")
    private static let redo = OptionSpecification.flag(
        "redo", isExpert: true, "the same as --forward")

    package static let specification = CommandSpecification(
        "undo", "Take back the last command; repeat to go further back",
        operands: [.optional(.repeated(.value(.task))), .option(forward)],
        options: [forward, redo] + WritingRequest.options,
        readsNames: true,
        statuses: .writing(
            done: "everything was taken back",
            no: "something was not, or there is nothing to take back"))

    private enum Form {
        /// The last change of some tasks; without names of all.
        case undo([String])
        /// What the last undo took back.
        case forward
    }

    private let form: Form
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let names = arguments.operands
        if let spelling = [Self.forward, Self.redo].first(where: arguments.has) {
            guard names.isEmpty else { throw .usage("--\(spelling.name) takes no tasks") }
            form = .forward
        } else {
            form = .undo(names)
        }
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        var names: [String] = []
        if case .undo(let tasks) = form { names = tasks }
        let log =
            names.isEmpty
            ? try repository.wholeLog() : try repository.log(of: names)
        var tasks: Set<TaskID>?
        for name in names { tasks = (tasks ?? []).union([try log.taskID(named: name)]) }
        let changes = OwnChanges(
            log, try context.keyring().author(for: repository.store), of: tasks)
        let records = try context.operationRecords(of: repository.store)
        let history = changes.history(records)
        if names.isEmpty { try Self.checkIsReadable(history, log) }
        let (found, verb) =
            switch form {
            case .undo: (history.lastChange(where: changes.contains), "take")
            case .forward: (history.lastUndo, "bring")
            }
        guard let step = found else {
            try context.print("there is nothing to \(verb) back\n")
            return .no
        }
        if let text = Self.reasonAgainst(step, log) {
            try context.print(text)
            return .no
        }
        let organisation = try repository.family(OrganisationHistory.self)
        let (report, isWhole) = try context.edit(repository, log, by: writing) {
            (writer) throws(RedoError) in
            writer.operationKind = step.kind
            return try Self.takeBack(step, log, organisation, &writer)
        }
        try context.print(report)
        return isWhole ? .done : .no
    }

    /// Why a step cannot be taken back: it has nodes that nothing takes back. What was changed before it is not the
    /// last change.
    ///
    /// - Returns: lines for people; nil if it can be.
    private static func reasonAgainst(_ step: OperationHistory.Step, _ log: Log) -> String? {
        let numbers = step.nodes.compactMap { log.replay.validation.graph.number(of: $0) }
        let others = numbers.filter { log.isBeyondUndo($0) }
        guard !others.isEmpty else { return nil }
        // What was shared because it came into a shared category stays so.
        let isAside = others.allSatisfy {
            if case .stays = log.nodes[$0].action.inverse { true } else { false }
        }
        if isAside, others.count < numbers.count { return nil }
        let lines = others.map { number in
            let task = log.nodes[number].taskID.map { id in
                ", of \(log.replay.task(id)?.title.printable ?? id.description)"
            }
            return "  \(log.nodes[number].subjectLine)\(task ?? "")\n"
        }
        return "the last change cannot be taken back by undo:\n" + lines.joined()
            + "'redo undo TASK' takes back the last change of one task\n"
    }

    /// Checks that the nodes of the last change can be read. Otherwise an earlier change would be taken for the last
    /// one.
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
                "'redo fsck' shows what is wrong with it",
                "'redo undo TASK' takes back the last change of one task",
            ])
    }

    /// Creates the nodes that take a step back, task by task.
    ///
    /// - Returns: what was done, as lines, and whether all of it was taken back.
    private static func takeBack(
        _ step: OperationHistory.Step, _ log: Log, _ organisation: OrganisationHistory,
        _ writer: inout TaskWriter
    ) throws(RedoError) -> (report: String, isWhole: Bool) {
        var histories = TaskHistories(log.replay)
        let plan = CompensationPlan(
            takingBack: step.nodes, passed: step.passed, in: log, organisation, &histories,
            by: writer.identity.author.userID, writer.dialect)
        var report = CompensationReport(kind: .undo)
        if case .redo = step.kind { report = CompensationReport(kind: .forward) }
        guard !plan.isEmpty else {
            return (
                report.kind == .undo
                    ? "the last change had no effect: there was nothing to take back\n"
                    : "nothing was left of it to bring back\n",
                false
            )
        }
        return (try report.write(plan, &writer), plan.isWhole && plan.hasEffect)
    }
}

extension Log {
    /// True if nothing takes back what a node did to something else than a task.
    func isBeyondUndo(_ number: Int) -> Bool {
        replay.validation.verdicts[number] == .skipped && !nodes[number].action.isOfThing
    }
}

/// The nodes that this user has written on this device: those that count, and those of other families.
private struct OwnChanges {
    private let author: Author
    private let graph: LogGraph
    private let nodes: [(id: NodeID, wall: Instant)]
    private let ids: Set<NodeID>

    /// - Parameter tasks: nil for all.
    init(_ log: Log, _ author: Author, of tasks: Set<TaskID>?) {
        self.author = author
        graph = log.replay.validation.graph
        let verdicts = log.replay.validation.verdicts
        nodes = log.nodes.indices.compactMap { number in
            let node = log.nodes[number]
            let isWanted = tasks.map { tasks in node.taskID.map(tasks.contains) ?? false } ?? true
            guard isWanted, node.author.userID == author.userID,
                node.author.deviceID == author.deviceID,
                [.accepted, .skipped].contains(verdicts[number])
            else { return nil }
            return (node.id, node.timestamp.wall)
        }
        ids = Set(nodes.map(\.id))
    }

    func contains(_ id: NodeID) -> Bool { ids.contains(id) }

    func history(_ records: OperationRecords) -> OperationHistory {
        let recorded = records.recorded.filter {
            $0.operation.user == author.userID && $0.operation.device == author.deviceID
        }
        let known = Set(recorded.flatMap(\.operation.nodes))
        return OperationHistory(
            recorded, unrecorded: nodes.filter { !known.contains($0.id) }, in: graph)
    }
}
