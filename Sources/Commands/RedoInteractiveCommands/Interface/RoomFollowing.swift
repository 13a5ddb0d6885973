import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What happens in rooms beside the screen of `redo ui`: a conversation that is shown is kept in step with the remote,
/// and machines are asked where that is for this device.
struct RoomFollowing {
    private let store: Store
    private let asking: MachineAsking?
    /// Nil until a conversation is shown, and without a remote.
    private var sync: RoomSync?
    private var isFollowing = false

    init(_ context: borrowing CommandContext, _ store: Store) {
        self.store = store
        asking = MachineAsking(context, store)
    }

    /// The events for which ``advance(_:)`` should be called.
    var source: EventSource {
        let machine = asking?.source ?? .none
        guard let sync, isFollowing || sync.isBusy else { return machine }
        return machine.or(sync.source)
    }

    /// Notes the rooms as they are now.
    func note(_ repository: Repository) {
        guard let asking else { return }
        // What cannot be read is reported where it is shown.
        guard (try? repository.mayHaveRooms()) == true, let rooms = try? repository.rooms() else {
            return
        }
        asking.note(rooms.rooms)
    }

    /// Others wrote something.
    func noteOthers() { if isFollowing { sync?.noteOthers() } }

    /// Starts what is due, and reads how it ended. Does not wait.
    ///
    /// - Returns: why machines did not answer, a line each.
    /// - Throws: STORAGE_001 if the suite's programs cannot be found.
    mutating func advance(_ interface: inout UserInterface) throws(RedoError) -> [String] {
        let hasWritten = interface.takeWrittenInRoom()
        isFollowing = interface.page.isConversation
        if sync == nil, isFollowing || hasWritten { sync = try RoomSync(store) }
        if hasWritten { sync?.noteWritten() }
        if isFollowing || sync?.isBusy == true { sync?.advance() }
        return asking?.advance() ?? []
    }

    /// Sends what was written last.
    func end() { if sync?.isBusy == true { sync?.runOnce() } }
}
