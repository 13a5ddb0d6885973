import RedoGit
import RedoStore
import RedoSystem

/// Where the branches of the mirrors among a store's remotes led when they were read last.
package enum SeenBranches {
    /// Notes what was seen of a remote under another name of it as well.
    package static func copy(
        of name: String, to newName: String, in store: Store
    ) throws(RedoError) {
        try change(of: name, in: store) { (mirror, branch) throws(RedoError) in
            try mirror.setSeenBranch(of: newName, to: branch)
        }
    }

    /// Forgets what was seen of a remote.
    package static func forget(_ name: String, in store: Store) throws(RedoError) {
        try change(of: name, in: store) { (mirror, _) throws(RedoError) in
            try mirror.setSeenBranch(of: name, to: nil)
        }
    }

    /// - Parameter change: is given where the branch of a mirror was seen; it does not run if none was.
    private static func change(
        of name: String, in store: Store,
        _ change: (borrowing Mirror, _ branch: GitObjectID) throws(RedoError) -> Void
    ) throws(RedoError) {
        let own = StoreRepository(of: store)
        guard let repository = try own.find(),
            let branch = try Mirror.seenBranch(of: name, in: repository)
        else { return }
        try change(try own.lock(), branch)
    }
}
