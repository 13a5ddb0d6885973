import RedoStore
import RedoSystem

/// The background sync that follows a command that wrote, if `sync.auto` is set: a separate process, at most one for
/// each store, which waits for further changes.
package struct AutoSync: Sendable {
    private let store: Store
    /// Reports why a sync cannot be started.
    private let complain: @Sendable (RedoError) -> Void

    package init(_ store: Store, complain: @escaping @Sendable (RedoError) -> Void) {
        self.store = store
        self.complain = complain
    }

    /// Starts the process, or notifies the one that runs. A failure is only reported: what was written stays written.
    package func start() {
        do throws(RedoError) {
            guard try store.configuration.boolean(.autoSync) == true,
                !ConfiguredRemote.all(of: store).isEmpty
            else { return }
            try store.requestSync()
            // The holder of the lock looks at requests before and after it releases the lock.
            guard let lock = try store.syncLock() else { return }
            _ = consume lock
            let directory = try SuiteExecutables.directory()
            try failing(.notFound, "an automatic sync cannot be started") {
                () throws(SystemError) in
                try Program.startDetached(
                    Path.join(directory, "redo-sync"),
                    arguments: ["redo-sync", "--redo-dir", store.path, "--auto"])
            }
        } catch {
            complain(error)
        }
    }
}
