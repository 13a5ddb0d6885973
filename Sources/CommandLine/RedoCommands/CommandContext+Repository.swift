import RedoCommandLine
import RedoExchange
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// Opens the store that the command works on.
    ///
    /// - Throws: STORAGE_001 if there is none, STORAGE_005 if it is another user's.
    package func openRepository() throws(RedoError) -> Repository { repository(try openStore()) }

    /// A store, with what the command adds to it.
    ///
    /// - Parameter startsSync: whether what is written starts a sync, if `sync.auto` says so; a sync itself does not.
    package func repository(_ store: Store, startsSync: Bool = true) -> Repository {
        let candidates = TaskCandidates(self, store)
        let errors = surroundings.errors
        let autoSync = AutoSync(store) { error in
            let text = "warning: \(error.code.rawValue): \(error.message.printable)\n"
            try? writeBytes(Array(text.utf8).span, to: errors, path: "standard error")
        }
        return Repository(
            store,
            Repository.Options(
                showsProgress: showsProgress, version: Version.text,
                describe: { candidates.lines(of: $0, among: $1, living: $2) }),
            hooks: hooks(of: store), didWrite: startsSync ? { autoSync.start() } : {})
    }
}
