import RedoCommandLine
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// Opens the store that the command works on.
    ///
    /// - Throws: STORAGE_001 if there is none, STORAGE_005 if it is another user's.
    package func openRepository() throws(RedoError) -> Repository { repository(try openStore()) }

    /// A store, with what the command adds to it.
    package func repository(_ store: Store) -> Repository {
        let candidates = TaskCandidates(self, store)
        return Repository(
            store,
            Repository.Options(
                showsProgress: showsProgress, version: Version.text,
                describe: { candidates.lines(of: $0, among: $1, living: $2) }),
            hooks: hooks(of: store))
    }
}
