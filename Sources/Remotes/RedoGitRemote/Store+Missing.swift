import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Store {
    /// The nodes that no commit of a repository holds.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed.
    func ids(missingFrom map: CommitMap) throws(RedoError) -> Set<NodeID> {
        var missing = Set(try ids())
        missing.subtract(map.nodes)
        return missing
    }
}
