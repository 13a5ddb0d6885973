import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// `redo fetch`: receives what devices have pushed to a remote.
package struct FetchCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "fetch", "Receive the changes that devices have pushed to a remote, and check each",
        operands: [
            .optional([.value(.remote), .optional(.repeated(.value("reference")))]),
            .option(SyncOptions.all),
        ],
        options: [
            SyncOptions.all, SyncOptions.lost, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.dryRun, SyncOptions.porcelain,
            SyncOptions.quiet, SyncOptions.fetchWatch, Progress.option, Jobs.option,
        ],
        constraints: [
            .excludes(
                SyncOptions.fetchWatch,
                [
                    SyncOptions.all, SyncOptions.lost, SyncOptions.refetch, SyncOptions.dryRun,
                    SyncOptions.porcelain,
                ])
        ], statuses: .writing(no: "something was refused"))

    private enum Form {
        case all
        /// Without a name the usual remote.
        case one(String?)
        /// Again and again, with these options.
        case watch(String?, options: [String])
    }

    private let form: Form
    private let request: ExchangeRequest
    private let style: ExchangeStyle
    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        var request = ExchangeRequest(arguments)
        request.references = Array(operands.dropFirst())
        self.request = request
        style = ExchangeStyle(arguments)
        if arguments.has(SyncOptions.all) {
            guard operands.isEmpty else { throw .usage("--all takes no remote") }
            form = .all
        } else if arguments.has(SyncOptions.fetchWatch) {
            form = .watch(
                operands.first,
                options: arguments.words(handingOn: [
                    SyncOptions.requireSignature, Progress.option,
                ]))
        } else {
            form = .one(operands.first)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        switch form {
        case .all: return try fetchFromAll(store, &context)
        case .one(let name):
            return try fetch(from: .chosen(name, of: store), to: store, &context)
        case .watch(let name, let options):
            let loop = FetchLoop(
                store, try .chosen(name, of: store), request.references, options: options)
            return try loop.runUntilTermination(context)
        }
    }

    /// Fetches from one remote after the other, by name.
    ///
    /// - Returns: the worst of their statuses.
    private func fetchFromAll(
        _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let remotes = ConfiguredRemote.all(of: store)
        // Says what to do if there is none.
        if remotes.isEmpty { _ = try ConfiguredRemote.chosen(nil, of: store) }
        var worst = ExitStatus.done
        for remote in remotes {
            if !style.isPorcelain { try context.print("from \(remote.name.printable):\n") }
            // What went wrong is said below this line.
            try context.flush()
            do throws(RedoError) {
                worst = worst.joined(with: try fetch(from: remote, to: store, &context))
            } catch {
                guard error.status != .brokenPipe, !Signals.isTerminationPending else {
                    throw error
                }
                context.complain(error)
                worst = worst.joined(with: error.status)
            }
        }
        return worst
    }

    private func fetch(
        from remote: ConfiguredRemote, to store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let session = try context.session(store, request, in: style)
        var exchange = try RemoteExchange(with: remote, session, fetches: true, open: open)
        return try context.fetch(over: &exchange, in: style)
    }
}

extension CommandContext {
    /// Fetches, and prints what came.
    mutating func fetch(
        over exchange: inout RemoteExchange, in style: ExchangeStyle
    ) throws(RedoError) -> ExitStatus {
        let (name, store) = (exchange.remote.name, exchange.session.store)
        return try exchange.fetch { (outcome) throws(RedoError) in
            let received = style.reportsTasks ? received(outcome.newIDs, store) : nil
            let status = try printSummary(of: outcome, from: name, in: style, received: received)
            // Before what hooks print.
            try flush()
            return status
        }
    }

    /// What arrived, in words; nil to count it, as of much, or if it cannot be read.
    private func received(_ ids: [NodeID], _ store: Store) -> [String]? {
        let repository = repository(store)
        let reader = try? keyring().author(for: store)
        return try? ReceivedTasks(ids, in: repository, reader: reader)?.lines()
    }
}
