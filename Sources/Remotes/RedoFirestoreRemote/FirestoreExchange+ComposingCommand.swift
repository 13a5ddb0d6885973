import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

extension FirestoreExchange {
    /// `redo-remote-firestore composing`: tells a replica who is writing in a room, and notes who else is. `redo room join` runs
    /// it beside itself; it asks for no passphrase then.
    static var composing: Command {
        Command(.composing) { (context) throws(RedoError) in
            let store = try context.openStore()
            var (remote, exchange) = try RemoteCommands<FirestoreExchange>.chosen(
                "composing", of: store, context)
            guard try remote.tellsComposing(in: store) else {
                throw RedoError(
                    .writeFailed, "the remote '\(remote.name)' is not told who is writing in rooms",
                    status: .no,
                    hints: ["redo config remote.\(remote.name).composing true"])
            }
            let notices = try exchange.exchangeComposing(try change(store, context), context)
            try store.keep(notices)
            return .done
        }
    }

    /// What is told; nil to ask alone.
    private static func change(
        _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> ComposingChange? {
        if context.arguments.has(SyncOptions.stopped) {
            let author = try context.author(for: store)
            return author.publicKey.map { .stopped(key: $0) }
        }
        guard let name = context.arguments.value(SyncOptions.composingRoom) else { return nil }
        // The room is not read: whoever asks knows its id, and readers look at who takes part.
        guard let room = NodeID(name) else {
            throw .usage("not the id of a room: '\(name)'")
        }
        let identity = try context.identity(for: store)
        let notice = try ComposingNotice(
            in: room, on: identity.author.deviceID, at: context.now(), by: identity.signer)
        return notice.map { .writes($0) }
    }
}
