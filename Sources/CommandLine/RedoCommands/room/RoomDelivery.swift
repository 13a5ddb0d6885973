import RedoCommandLine
import RedoExchange
import RedoStore
import RedoSystem

extension CommandContext {
    /// Sends what was just written into a room to the remote at once. What cannot be sent stays written, and goes with the
    /// next exchange.
    func deliver(from store: Store) throws(RedoError) {
        guard let sync = try RoomSync(store, sendsOnly: true) else { return }
        sync.runOnce()
        guard let failure = sync.failure else { return }
        warn(.unreachable, "written here, and not sent yet: \(failure)")
        complain("hint: 'redo sync' sends it\n")
    }
}
