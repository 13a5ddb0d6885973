import RedoStore
import RedoSystem

/// Starts a sync after a command that wrote, if `sync.auto` says so: a process of its own, which waits for further
/// changes and of which there is one for a store.
package struct AutoSync: Sendable {
    private let store: Store
    /// Says what cannot be started.
    private let complain: @Sendable (RedoError) -> Void

    package init(_ store: Store, complain: @escaping @Sendable (RedoError) -> Void) {
        self.store = store
        self.complain = complain
    }

    /// Starts it, or tells the one that runs. What was written stays written, whatever happens here.
    package func start() {
        do throws(RedoError) {
            guard try store.configuration.boolean(.autoSync) == true,
                !ConfiguredRemote.all(of: store).isEmpty
            else { return }
            try store.requestSync()
            // Whoever has the lock looks at requests before and after giving it back.
            guard let lock = try store.syncLock() else { return }
            _ = consume lock
            let folder = try SuiteExecutables.folder()
            try failing(.notFound, "an automatic sync cannot be started") {
                () throws(SystemError) in
                try Program.startDetached(
                    Path.join(folder, "redo-sync"),
                    arguments: ["redo-sync", "--redo-dir", store.path, "--auto"])
            }
        } catch {
            complain(error)
        }
    }
}
