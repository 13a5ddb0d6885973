import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoRemotes
import RedoStore
import RedoSystem

/// `redo pull`: fetches, and merges if that is requested.
package struct PullCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "pull",
        "Fetch from a remote, then merge diverged tasks if sync.merge or --merge says so",
        operands: [.optional(.value(.remote))],
        options: [
            SyncOptions.merge, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.porcelain, Progress.option, Jobs.option,
        ], statuses: .writing(no: "something was refused"))

    private let remote: String?
    private let request: ExchangeRequest
    private let style: ExchangeStyle

    package init(_ arguments: Arguments) {
        remote = arguments.operands.first
        request = ExchangeRequest(arguments)
        style = ExchangeStyle(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        var exchange = try RemoteExchange(
            with: .chosen(remote, of: store),
            context.session(store, request, in: style), fetches: true)
        let (status, _) = try context.pull(over: &exchange, in: style)
        try DivergedTasks.report(
            in: context.repository(store), isPorcelain: style.isPorcelain, &context)
        return status
    }
}

extension CommandContext {
    /// Fetches, and merges if that is requested.
    ///
    /// - Returns: how it ended, and how many tasks were merged.
    mutating func pull(
        over exchange: inout RemoteExchange, in style: ExchangeStyle
    ) throws(RedoError) -> (status: ExitStatus, mergedCount: Int) {
        let session = exchange.session
        var isMerging = session.request.isMerging
        if isMerging == nil { isMerging = try session.store.configuration.boolean(.merge) }
        let status = try fetch(over: &exchange, in: style)
        guard isMerging == true else { return (status, 0) }
        let merged = try DivergedTasks.merge(in: session.repository, self)
        for (_, id) in merged { try session.report(id, at: nil, .merged) }
        let taskCount = Set(merged.map(\.task)).count
        if !merged.isEmpty, !style.isPorcelain {
            try print("merged \(counted(taskCount, "task"))\n")
        }
        return (status, taskCount)
    }
}
