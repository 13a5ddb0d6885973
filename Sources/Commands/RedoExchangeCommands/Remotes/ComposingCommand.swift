import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoFirestoreRemote
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo-composing`: tells a replica who is writing in a room, and notes who else is. `redo room join` runs it beside
    /// itself; it asks for no passphrase then.
    package static let composing = Command(.composing) { (context) throws(RedoError) in
        let store = try context.openStore()
        let remote = try ConfiguredRemote.chosen(context.arguments.operands.first, of: store)
        guard try remote.tellsComposing(in: store) else {
            throw RedoError(
                .writeFailed, "the remote '\(remote.name)' is not told who is writing in rooms",
                status: .no,
                hints: remote.kind.tellsComposing
                    ? ["redo config remote.\(remote.name).composing true"] : [])
        }
        var exchange = try FirestoreExchange(
            remote, context.session(store, context.exchangeRequest))
        try store.keep(exchange.exchangeComposing(change(store, context)))
        return .done
    }

    /// What is told; nil to ask alone.
    private static func change(
        _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> ComposingChange? {
        let keyring = try context.keyring()
        if context.arguments.has(SyncOptions.stopped) {
            return try keyring.author(for: store).publicKey.map { .stopped(key: $0) }
        }
        guard let name = context.arguments.value(SyncOptions.composingRoom) else { return nil }
        // The room is not read: whoever asks knows its id, and readers look at who takes part.
        guard let room = NodeID(name) else {
            throw .usage("not the id of a room: '\(name)'")
        }
        let identity = try keyring.identity(for: store)
        let notice = try ComposingNotice(
            in: room, on: identity.author.deviceID, at: context.now(), by: identity.signer)
        return notice.map { .writes($0) }
    }
}
