import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoFirestoreRemote
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// `redo-composing`: tells a replica who is writing in a room, and notes who else is. `redo room join` runs it beside
/// itself; it asks for no passphrase then.
package struct ComposingCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "composing", "Tell a remote who is writing in a room, and note who else is",
        operands: [.optional(.value(.remote))],
        options: [SyncOptions.composingRoom, SyncOptions.stopped],
        constraints: [.exclusive([SyncOptions.composingRoom, SyncOptions.stopped])],
        statuses: .writing(no: "something was refused"))

    /// A notice about the user.
    private enum Notice {
        case none
        case writes(room: NodeID)
        case stopped
    }

    private let remote: String?
    private let notice: Notice

    package init(_ arguments: Arguments) throws(RedoError) {
        remote = arguments.operands.first
        if arguments.has(SyncOptions.stopped) {
            notice = .stopped
        } else if let name = arguments.value(SyncOptions.composingRoom) {
            // The room is not read: whoever asks knows its id, and readers look at who takes part.
            guard let room = NodeID(name) else {
                throw .usage("not the id of a room: '\(name)'")
            }
            notice = .writes(room: room)
        } else {
            notice = .none
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        let remote = try ConfiguredRemote.chosen(remote, of: store)
        guard try remote.sharesComposing(in: store) else {
            throw RedoError(
                .writeFailed,
                "the remote '\(remote.name)' does not receive who is writing in rooms",
                status: .no,
                hints: remote.kind.sharesComposing
                    ? ["redo config remote.\(remote.name).composing true"] : [])
        }
        var exchange = try FirestoreExchange(
            remote, context.session(store))
        try store.keep(exchange.exchangeComposing(change(store, context)))
        return .done
    }

    /// The notice; nil to only read those of others.
    private func change(
        _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> ComposingChange? {
        let keyring = try context.keyring()
        switch notice {
        case .none: return nil
        case .stopped:
            return try keyring.author(for: store).publicKey.map { .stopped(key: $0) }
        case .writes(let room):
            let identity = try keyring.identity(for: store)
            let notice = try ComposingNotice(
                in: room, on: identity.author.deviceID, at: context.now(), by: identity.signer)
            return notice.map { .writes($0) }
        }
    }
}
