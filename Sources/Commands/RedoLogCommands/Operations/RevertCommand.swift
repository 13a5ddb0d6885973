import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// `redo revert`: takes back what nodes of anyone did.
package struct RevertCommand: ParsableCommand {
    private static let dryRun = OptionSpecification.dryRun(
        "write nothing; print what would be reverted")

    private static let by = OptionSpecification.value(
        "by", takes: .author,
        "everything that this person, key or agent did, instead of given nodes")
    private static let since = OptionSpecification.value(
        "since", takes: "when", "with --by: only what was done at this time or later")
    private static let query = OptionSpecification.value(
        "query", takes: .query, "with --by: only what was done to the tasks that the query includes"
    )
    private static let yes = OptionSpecification.flag(
        "yes", letter: "y", "with --by: do not ask on a terminal")

    package static let specification = CommandSpecification(
        "revert", "Take back the changes of given nodes, or all changes by an author",
        operands: [.repeated(.value(.node)), .option(by)],
        options: [by, since, query, yes, dryRun] + WritingRequest.options,
        constraints: [
            .needs(since, anyOf: [by]), .needs(query, anyOf: [by]), .needs(yes, anyOf: [by]),
            .excludes(by, [NameInput.stdin]), .operands(.repeated(.value(.node)), or: by),
        ],
        readsNames: true,
        statuses: .writing(done: "everything was taken back", no: "something was not"))

    private enum Form {
        /// Nodes by their names.
        case nodes([String])
        case author(AuthorReversal)
    }

    private let form: Form
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        if let name = arguments.value(Self.by) {
            form = .author(
                AuthorReversal(
                    name: name, since: arguments.value(Self.since),
                    query: arguments.value(Self.query), isUnasked: arguments.has(Self.yes)))
        } else {
            form = .nodes(arguments.operands)
        }
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .nodes(let names): try revert(names, &context)
        case .author(let reversal): try reversal.run(by: writing, &context)
        }
    }

    private func revert(
        _ nodeNames: [String], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log = try repository.wholeLog()
        let names = repository.names(of: log)
        let history = try repository.family(OrganisationHistory.self)
        var nodes: [NodeID] = []
        for name in nodeNames {
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

    /// Checks that a node about a category, a comment or an interval of work has an effect, so that it can be reverted.
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
