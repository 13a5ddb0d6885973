import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoRemotes
import RedoStore
import RedoSystem

/// `redo push`: brings what is new to a remote.
package struct PushCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "push", "Send the changes that a remote lacks",
        operands: [.optional(.value(.remote))],
        options: [
            SyncOptions.skipUnsigned, SyncOptions.dryRun, SyncOptions.porcelain, Progress.option,
            Jobs.option,
        ],
        statuses: .writing(
            no: "something was refused",
            incomplete:
                "intact nodes were sent; others are damaged or wait for a missing ancestor"))

    private let remote: String?
    private let request: ExchangeRequest
    private let style: ExchangeStyle
    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) {
        remote = arguments.operands.first
        request = ExchangeRequest(arguments)
        style = ExchangeStyle(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        var exchange = try RemoteExchange(
            with: .chosen(remote, of: store),
            context.session(store, request, in: style), open: open)
        try exchange.offerDirectory()
        return try context.push(over: &exchange, in: style)
    }
}

extension CommandContext {
    /// Pushes, and prints what was sent.
    mutating func push(
        over exchange: inout RemoteExchange, in style: ExchangeStyle
    ) throws(RedoError) -> ExitStatus {
        try printSummary(
            of: exchange.push(), to: exchange.remote.name, from: exchange.session.store, in: style)
    }
}
