import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore

/// The readers of a room beside its participants.
enum RoomPrivacy {
    /// A sentence about the remotes that cannot keep a room to its participants; nil if there are none.
    ///
    /// Git shows all of a repository to whoever can read it. A replica in Firestore lists for each document which
    /// accounts may read it (docs/firestore.md).
    static func warning(of store: Store) -> String? {
        let open = ConfiguredRemote.all(of: store)
            .filter { !$0.kind.restrictsReaders }.map { "'\($0.name.printable)'" }
        if open.isEmpty { return nil }
        let remotes = open.count == 1 ? "remote" : "remotes"
        return "whoever can read the \(remotes) \(open.joined(separator: ", ")) can read this room"
    }
}
