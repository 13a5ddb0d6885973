import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo prove`: writes what proves a task without the store.
package struct ProveCommand: ParsableCommand {
    private static let output = OptionSpecification.value(
        "output", letter: "o", takes: .file,
        "write this file, in one step, instead of standard output")
    private static let remote = OptionSpecification.value(
        "remote", takes: .remote, "build on statements of this remote alone")
    private static let countersigned = OptionSpecification.flag(
        "countersigned", "refuse if no other key has confirmed a statement that covers the task")

    package static let specification = CommandSpecification(
        "prove",
        "Write a file that proves to anyone that a signed checkpoint covers a task's nodes",
        operands: [.value(.task)], options: [output, remote, countersigned],
        effect: .readsWithout([output]),
        statuses: .reading(done: "a proof was written", no: "no statement covers the task"))

    /// Of the task.
    private let name: String
    /// The file; nil for standard output.
    private let output: String?
    /// The name of the only remote whose statements count; nil for all.
    private let remote: String?
    private let isCountersigned: Bool

    package init(_ arguments: Arguments) {
        name = arguments.operands[0]
        output = arguments.value(Self.output)
        remote = arguments.value(Self.remote)
        isCountersigned = arguments.has(Self.countersigned)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let store = repository.store
        let task = try repository.log(of: [name], includesDeleted: true, .whole).taskID(named: name)
        let remotes =
            try remote.map { (name) throws(RedoError) in
                [try ConfiguredRemote.named(name, of: store)]
            } ?? ConfiguredRemote.all(of: store)
        // A proof whose nodes are not all there is refused.
        let graph = try repository.validation(.whole, about: .none).graph
        let contents = try ProofContents(of: task, repository)
        let sources = ProofSource.all(remotes, of: store).filter {
            $0.countersignature != nil || !isCountersigned
        }
        for source in sources {
            guard let chains = source.chains(to: contents, in: graph) else { continue }
            let bundle = try Self.bundle(of: task, source, chains, graph, store)
            guard let output else {
                try context.print(bundle.bytes)
                return .done
            }
            let path = context.surroundings.located(output)
            try failing(.exportFailed, "the proof cannot be written") { () throws(SystemError) in
                try Files.replaceTarget(
                    of: path, with: bundle.bytes.span, mode: .kept(orNew: 0o644))
            }
            return .done
        }
        throw unproven(task, remotes)
    }

    private static func bundle(
        of task: TaskID, _ source: ProofSource, _ chains: ProofChains, _ graph: LogGraph,
        _ store: Store
    ) throws(RedoError) -> ProofBundle {
        let (numbers, heads) = chains.nodes()
        let ids = Set(numbers.map { graph.id(of: $0) })
        let nodes = try store.snapshot(of: ids).nodes
        guard nodes.count == ids.count, nodes.allSatisfy(\.isSigned) else {
            throw RedoError(
                .corrupted, "a node that the proof needs is damaged, missing or not signed here",
                hints: ["'redo fsck' shows which; 'redo fsck --from REMOTE' fetches it again"])
        }
        return ProofBundle(
            of: task, nodes: nodes, heads: heads, source.statement,
            countersignedBy: source.countersignature)
    }

    private func unproven(_ task: TaskID, _ remotes: [ConfiguredRemote]) -> RedoError {
        let kind = isCountersigned ? "no countersigned statement" : "no statement"
        let name = remotes.first?.name ?? "REMOTE"
        return RedoError(
            .notFound, "\(kind) of a remote covers all nodes of the task \(task)",
            status: .no,
            hints: [
                "a remote of packs is needed (redo-remote(1)): 'redo sync \(name)' puts what is new there",
                "another device confirms it with its next 'redo sync', and 'redo fetch \(name)' brings that here",
            ])
    }
}
