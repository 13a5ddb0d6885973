internal import CGit2
import RedoSystem

extension GitRepository {
    /// Lets a reference lead to an object if it leads where it is expected: of several who try at once, in whatever
    /// processes, one succeeds. Wraps `git_reference_create_matching`, which compares under the reference's lock.
    ///
    /// - Parameter previous: where it leads so far; nil if it must not exist.
    /// - Returns: false if it leads elsewhere, or another process is changing it.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func exchangeReference(
        _ name: String, from previous: GitObjectID?, to target: GitObjectID
    ) throws(RedoError) -> Bool {
        // A signal in between would leave git's lock of it.
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        var reference: OpaquePointer?
        var oid = target.oid
        // All zeros stand for a reference that is not there.
        var expected = previous?.oid ?? git_oid()
        let result = unsafe git_reference_create_matching(
            &reference, handle, name, &oid, 1, &expected, nil)
        unsafe git_reference_free(reference)
        let others = [
            GIT_EMODIFIED.rawValue, GIT_EEXISTS.rawValue, GIT_ELOCKED.rawValue,
            GIT_ENOTFOUND.rawValue,
        ]
        if others.contains(result) { return false }
        try check(result, .writeFailed, "the reference \(name) of \(path) cannot be set")
        return true
    }
}
