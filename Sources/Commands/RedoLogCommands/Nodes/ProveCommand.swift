import RedoCheckpoints
import RedoCommandLine
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo prove`: writes what proves a task, or what a key did, without the store.
package struct ProveCommand: ParsableCommand {
    private static let output = OptionSpecification.value(
        "output", letter: "o", takes: .file,
        "write this file, in one step, instead of standard output")
    private static let remote = OptionSpecification.value(
        "remote", takes: .remote, "build on statements of this remote alone")
    private static let countersigned = OptionSpecification.flag(
        "countersigned", "refuse if no other key has confirmed a statement that covers the task")

    private static let by = OptionSpecification.value(
        "by", takes: .author, "prove what this key or agent did, instead of a task")
    private static let since = OptionSpecification.value(
        "since", takes: "when", "with --by: only what it did at this time or later")
    private static let complete = OptionSpecification.flag(
        "complete",
        "with --by: put all nodes of the checkpoint into the file, which shows that none of the key is missing"
    )

    package static let specification = CommandSpecification(
        "prove",
        "Write a file that proves to anyone that a signed checkpoint covers nodes of a task or a key",
        operands: [.value(.task), .option(by)],
        options: [by, since, complete, output, remote, countersigned],
        constraints: [
            .needs(since, anyOf: [by]), .needs(complete, anyOf: [by]),
            .operands(.value(.task), or: by),
        ],
        effect: .readsWithout([output]),
        statuses: .reading(done: "a proof was written", no: "no statement covers the nodes"))

    private enum Form {
        case task(String)
        case key(String, since: String?, isComplete: Bool)
    }

    private let form: Form
    /// The file; nil for standard output.
    private let output: String?
    /// The name of the only remote whose statements count; nil for all.
    private let remote: String?
    private let isCountersigned: Bool

    package init(_ arguments: Arguments) {
        form =
            arguments.value(Self.by).map {
                .key(
                    $0, since: arguments.value(Self.since), isComplete: arguments.has(Self.complete)
                )
            } ?? .task(arguments.operands[0])
        output = arguments.outputFile(Self.output)
        remote = arguments.value(Self.remote)
        isCountersigned = arguments.has(Self.countersigned)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let store = repository.store
        let remotes =
            try remote.map { (name) throws(RedoError) in
                [try ConfiguredRemote.named(name, of: store)]
            } ?? ConfiguredRemote.all(of: store)
        // A proof whose nodes are not all there is refused.
        let graph = try repository.validation(.whole, about: .none).graph
        switch form {
        case .task(let name):
            let task = try repository.log(of: [name], includesDeleted: true, .whole)
                .taskID(named: name)
            let contents = try TaskProofContents(of: task, repository)
            guard let bundle = try bundle(of: .task(task), contents, remotes, graph, store) else {
                throw unproven("all nodes of the task \(task)", remotes)
            }
            try write(bundle, &context)
        case .key(let name, let since, let isComplete):
            let key = try Self.key(named: name, repository, context)
            let start = try since.flatMap { (text) throws(RedoError) in
                try TimeExpression(now: try context.now(), direction: .past, timeOfDay: .start)
                    .momentOrNone(text)
            }
            let contents = try KeyProofContents(
                of: key, since: start, isComplete: isComplete, repository.wholeLog(.whole))
            let subject = ProofBundle.Subject.key(key, since: start)
            guard let bundle = try bundle(of: subject, contents, remotes, graph, store) else {
                throw unproven(
                    isComplete ? "nodes by the key" : "all nodes by the key", remotes)
            }
            try write(bundle, &context)
            let later = contents.laterCount(than: Set(bundle.nodes.map(\.id)))
            if later > 0 {
                context.note(
                    "\(counted(later, "node")) by the key came after the checkpoint and are not in the file"
                )
            }
            if !bundle.isComplete {
                context.note(
                    "the file does not show that these are all: --complete adds the other nodes of the checkpoint"
                )
            }
        }
        return .done
    }

    /// The key that a name means: an agent's, or the only one of a person.
    ///
    /// - Throws: wrong usage for a person with several.
    private static func key(
        named name: String, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> PublicKey {
        let names = try context.personNames(repository)
        if let key = PublicKey(hexadecimal: Array(name.utf8).span) { return key }
        let principal = try names.principal(named: name).principal
        let keys = Set(
            try repository.wholeLog(.whole).nodes.compactMap(\.author.publicKey)
                .filter { names.people.principal(of: UserID($0)) == principal })
        guard keys.count < 2 else {
            throw .usage(
                "\(names.text(of: principal)) has \(keys.count) keys: give one of them to --by",
                hints: keys.map(\.hexadecimal).sorted().map { "'--by \($0)'" })
        }
        guard let key = keys.first else {
            throw RedoError(
                .unknownName, "no signed node of this log is by \(names.text(of: principal))")
        }
        return key
    }

    private func write(
        _ bundle: ProofBundle, _ context: inout CommandContext
    ) throws(RedoError) {
        let bytes = bundle.bytes
        guard bytes.count <= ProofBundle.maximumByteCount else {
            throw RedoError(
                .exportFailed,
                "the proof would have more than \(ProofBundle.maximumByteCount) bytes, which no one reads",
                hints: ["--since proves less"])
        }
        guard let output else { return try context.print(bytes) }
        let path = context.surroundings.located(output)
        try failing(.exportFailed, "the proof cannot be written") { () throws(SystemError) in
            try Files.replaceTarget(of: path, with: bytes.span, mode: .kept(orNew: 0o644))
        }
    }

    /// A proof by the first statement that covers what it has to show; nil if there is none.
    private func bundle(
        of subject: ProofBundle.Subject, _ contents: some ProofContents,
        _ remotes: [ConfiguredRemote], _ graph: LogGraph, _ store: Store
    ) throws(RedoError) -> ProofBundle? {
        let sources = ProofSource.all(remotes, of: store).filter {
            $0.countersignature != nil || !isCountersigned
        }
        for source in sources {
            guard let chains = source.chains(to: contents, in: graph) else { continue }
            return try Self.bundle(of: subject, source, chains, graph, store)
        }
        return nil
    }

    private static func bundle(
        of subject: ProofBundle.Subject, _ source: ProofSource, _ chains: ProofChains,
        _ graph: LogGraph,
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
            of: subject, nodes: nodes, heads: heads, source.statement,
            countersignedBy: source.countersignature)
    }

    private func unproven(_ what: String, _ remotes: [ConfiguredRemote]) -> RedoError {
        let kind = isCountersigned ? "no countersigned statement" : "no statement"
        let name = remotes.first?.name ?? "REMOTE"
        return RedoError(
            .notFound, "\(kind) of a remote covers \(what)",
            status: .no,
            hints: [
                "a remote of packs is needed (redo-remote(1)): 'redo sync \(name)' puts what is new there",
                "another device confirms it with its next 'redo sync', and 'redo fetch \(name)' brings that here",
            ])
    }
}
