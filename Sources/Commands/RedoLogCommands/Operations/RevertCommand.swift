import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo revert`: takes back what nodes of anyone did.
package struct RevertCommand: ParsableCommand {
    private static let dryRun = OptionSpecification.dryRun(
        "write nothing; print what would be reverted")

    package static let specification = CommandSpecification(
        "revert", "Take back the changes of given nodes, of any author",
        operands: [.repeated(.value(.node))],
        options: [dryRun] + WritingRequest.options,
        readsNames: true,
        statuses: .writing(done: "everything was taken back", no: "something was not"))

    /// Of the nodes.
    private let names: [String]
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        names = arguments.operands
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log = try repository.wholeLog()
        let names = repository.names(of: log)
        let history = try repository.family(OrganisationHistory.self)
        var nodes: [NodeID] = []
        for name in self.names {
            let number = try names.nodeNumber(named: name)
            try Self.checkHasEffect(number, log, history)
            nodes.append(log.nodes[number].id)
        }
        var histories = TaskHistories(log.replay)
        let plan = CompensationPlan(
            takingBack: nodes, in: log, history, &histories,
            by: try context.keyring().author(for: repository.store).userID,
            try writing.dialect(in: repository))
        let report = CompensationReport(kind: .revert, isDry: writing.isDryRun)
        if writing.isDryRun {
            try context.print(plan.all.map { report.text(of: $0) }.joined())
        } else {
            let text = try context.edit(repository, log, by: writing) {
                (writer) throws(RedoError) in
                try report.write(plan, &writer)
            }
            try context.print(text)
        }
        return plan.isWhole ? .done : .no
    }

    /// - Throws: the code of a node that has no effect, and what can be done.
    private static func checkHasEffect(
        _ number: Int, _ log: Log, _ history: OrganisationHistory
    ) throws(RedoError) {
        let node = log.nodes[number]
        if node.action.isOfThing { return try checkHasEffect(node, history) }
        if let reason = log.replay.voids.reason(of: node.id) {
            throw RedoError(
                reason.code, "\(node.id) is void: \(log.replay.voids.sentence(reason).printable)",
                status: .no,
                hints: ["'redo replay --family effective --explain' lists such nodes"])
        }
        switch log.replay.validation.verdicts[number] {
        case .accepted: return
        case .skipped:
            throw RedoError(
                .unknownAction,
                "\(node.id) cannot be reverted: \(node.action) \(node.action.inverse.reason ?? "is void")",
                status: .no,
                hints: [
                    "'redo cat-node \(node.id)' shows it; 'redo commit-node' writes what takes it back"
                ])
        case .ignored:
            throw RedoError(
                .unknownAction, "\(node.id) has no effect: its author is ignored", status: .no,
                hints: ["'redo ignore --remove \(node.author.userID)' lets it have one"])
        case .rejected(let code, _):
            throw RedoError(
                code, "\(node.id) has no effect, so nothing takes it back", status: .no,
                hints: ["'redo replay --rejected' lists such nodes"])
        }
    }

    /// The same of a node about a category, a comment or an interval of work.
    private static func checkHasEffect(
        _ node: Node, _ history: OrganisationHistory
    ) throws(RedoError) {
        if history.change(by: node.id) != nil { return }
        let void = history.organisation.voidNodes.first { $0.id == node.id }
        throw RedoError(
            void?.code ?? .unknownAction, "\(node.id) has no effect, so nothing takes it back",
            status: .no,
            hints: ["'redo replay --family organisation --explain' lists void nodes with reasons"])
    }
}
