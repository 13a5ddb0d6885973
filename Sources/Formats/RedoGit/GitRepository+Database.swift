internal import CGit2
import RedoSystem

extension GitRepository {
    /// Builds the object database of a repository. libgit2's own maps each `.idx`, a `multi-pack-index` and a
    /// `commit-graph` and trusts their numbers; this one has loose objects, and the packs that were checked. Wraps
    /// `git_odb_new` and `git_repository_set_odb`.
    ///
    /// - Returns: the database, which the caller frees.
    /// - Throws: STORAGE_001 if there is no directory of objects.
    static func makeDatabase(
        of repository: OpaquePointer, _ packs: GitPackSet
    ) throws(RedoError) -> OpaquePointer {
        let what = "the repository has no objects"
        var database: OpaquePointer?
        try check(unsafe git_odb_new(&database), .notFound, what)
        guard let database = unsafe database else { throw RedoError(.notFound, what) }
        do throws(RedoError) {
            for (index, directory) in packs.directories.enumerated() {
                var backend: OpaquePointer?
                try check(
                    unsafe directory.withSystemBytes {
                        unsafe git_odb_backend_loose(&backend, $0, -1, 1, 0, 0)
                    }, .notFound, what)
                // Nothing is written to a directory from which objects are borrowed.
                let result =
                    index == 0
                    ? unsafe git_odb_add_backend(database, backend, 1)
                    : unsafe git_odb_add_alternate(database, backend, 1)
                try check(result, .notFound, what)
            }
            for pack in packs.sound {
                var backend: OpaquePointer?
                // If the pack was removed in the meantime, the packs are listed again when one of its objects is
                // missing.
                let result = unsafe pack.withSystemBytes {
                    unsafe git_odb_backend_one_pack(&backend, $0)
                }
                guard result >= 0 else { continue }
                try check(
                    unsafe git_odb_add_alternate(database, backend, 1), .notFound, what)
            }
            try check(unsafe git_repository_set_odb(repository, database), .notFound, what)
        } catch {
            unsafe git_odb_free(database)
            throw error
        }
        return unsafe database
    }
}
