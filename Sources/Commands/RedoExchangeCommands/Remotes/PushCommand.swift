import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoRemotes
import RedoStore
import RedoSystem

extension Command {
    /// `redo push`: brings what is new to a remote.
    package static func push(
        open: @escaping RemoteExchange.Opening = RemoteExchange.byKind
    ) -> Command {
        Command(.push) { (context) throws(RedoError) in
            let store = try context.openStore()
            var exchange = try RemoteExchange(
                with: .chosen(context.arguments.operands.first, of: store),
                context.session(store, context.exchangeRequest), open: open)
            try exchange.offerPlace()
            return try context.push(over: &exchange)
        }
    }
}

extension CommandContext {
    /// Pushes, and prints what was sent.
    mutating func push(over exchange: inout RemoteExchange) throws(RedoError) -> ExitStatus {
        try printSummary(
            of: exchange.push(), to: exchange.remote.name, from: exchange.session.store)
    }
}
