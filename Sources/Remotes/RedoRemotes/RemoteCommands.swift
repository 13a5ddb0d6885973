import RedoCommandLine
import RedoExchange
import RedoStore
import RedoSystem

/// The commands that exchange nodes with remotes, for one kind of them.
package enum RemoteCommands<Exchange: RemoteExchange> {
    /// `redo push`: brings what is new to a remote.
    static var push: Command {
        Command(.push) { (context) throws(RedoError) in
            let store = try context.openStore()
            var (remote, exchange) = try chosen("push", of: store, context)
            try exchange.offerPlace(context)
            return try push(over: &exchange, to: remote, from: store, &context)
        }
    }

    /// `redo remote show`, `verify`, `accept` and `compact`; what else `redo remote` does is the same for all kinds.
    static var remote: Command {
        Command(.remote) { (context) throws(RedoError) in
            let words = context.arguments.operands
            switch (words.first, words.count) {
            case ("show", 1...2):
                try show(words.dropFirst().first, of: context.openStore(), &context)
                return .done
            case ("verify", 1...2):
                return try verify(words.dropFirst().first, of: context.openStore(), &context)
            case ("accept", 1...2):
                return try accept(words.dropFirst().first, of: context.openStore(), &context)
            case ("compact", 1...2):
                return try compact(words.dropFirst().first, of: context.openStore(), &context)
            default:
                throw .usage(
                    "of 'redo remote', this program runs show, verify, accept and compact alone")
            }
        }
    }

    /// Lets a remote go on without its history.
    package static func compact(
        _ name: String?, of store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let remote = try ConfiguredRemote.chosen(name, of: store)
        try leave(remote.scheme, "remote", context)
        var exchange = try Exchange(remote, of: store, references: [], context)
        return try exchange.compact(&context)
    }

    /// Accepts that a remote does not show what the last fetch found to be missing.
    package static func accept(
        _ name: String?, of store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let remote = try ConfiguredRemote.chosen(name, of: store)
        try leave(remote.scheme, "remote", context)
        var exchange = try Exchange(remote, of: store, references: [], context)
        return try exchange.accept(&context)
    }

    /// Shows what is known of a remote, without asking it.
    package static func show(
        _ name: String?, of store: Store, _ context: inout CommandContext
    ) throws(RedoError) {
        let remote = try ConfiguredRemote.chosen(name, of: store)
        try leave(remote.scheme, "remote", context)
        try store.noteLostNodes()
        try Exchange.known(of: remote, in: store).show(of: remote, in: store, &context)
    }

    /// Checks all that a remote has, and who vouches for it.
    package static func verify(
        _ name: String?, of store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let remote = try ConfiguredRemote.chosen(name, of: store)
        try leave(remote.scheme, "remote", context)
        var exchange = try Exchange(remote, of: store, references: [], context)
        return try exchange.verify(&context)
    }

    /// The remote that the first operand names.
    ///
    /// - Parameter verb: the name of the command.
    package static func chosen(
        _ verb: String, of store: Store, references: [String] = [],
        _ context: borrowing CommandContext
    ) throws(RedoError) -> (remote: ConfiguredRemote, exchange: Exchange) {
        let remote = try ConfiguredRemote.chosen(context.arguments.operands.first, of: store)
        try leave(remote.scheme, verb, context)
        return (remote, try Exchange(remote, of: store, references: references, context))
    }

    /// Becomes the program of a scheme that is not this program's.
    static func leave(
        _ scheme: RemoteScheme, _ verb: String, _ context: borrowing CommandContext
    ) throws(RedoError) {
        if scheme != Exchange.scheme { try scheme.become(verb, context.words, context.ownPrograms) }
    }
}
