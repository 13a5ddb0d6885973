import RedoModel
import RedoStore
import RedoSystem

/// The claims that this store has requested: they distinguish its claims from those of others with the same key.
///
/// ```
/// checkpoints/REMOTE/claims/TASK   the CLAIM, noted before it is sent
/// checkpoints/REMOTE/claims.lock   held by a command that claims or releases
/// ```
struct OwnClaims {
    private let parent: ContainedDirectory
    private let directory: ContainedDirectory
    private let store: Store

    /// - Parameter parent: the folder of what is known of the remote.
    init(_ parent: ContainedDirectory, of store: Store) {
        self.parent = parent
        self.store = store
        directory = parent.directory("claims")
    }

    /// The name of a claim's file in the inventory of the store.
    private func recordName(_ task: TaskID) -> String {
        String(directory.file(task.description).dropFirst(store.path.count + 1))
    }

    /// Waits until no other command of this store claims or releases.
    ///
    /// - Throws: STORAGE_003.
    func lock() throws(RedoError) -> FileLock {
        try failing(.writeFailed, "the claims cannot be locked") { () throws(SystemError) in
            try parent.make(isSynced: true)
            return try FileLock.wait(parent.file("claims.lock"))
        }
    }

    /// The last CLAIM that was requested; nil if there is none.
    func noted(_ task: TaskID) -> TaskClaim? {
        guard
            let bytes = try? Files.read(
                directory.file(task.description), limit: NodeValidator.maximumNodeByteCount),
            let node = try? NodeValidator().read(bytes, signature: .required)
        else { return nil }
        return TaskClaim(node)
    }

    /// Notes a CLAIM, which lasts when this returns.
    ///
    /// - Throws: STORAGE_003.
    func note(_ claim: TaskClaim) throws(RedoError) {
        try failing(.writeFailed, "the claim cannot be noted") { () throws(SystemError) in
            try directory.make(isSynced: true)
            try ContainedFile(claim.task.description, in: directory)
                .replace(with: claim.node.canonicalBytes.span, mode: 0o644)
        }
        store.note(record: recordName(claim.task))
    }

    /// Forgets a claim, which is over.
    func forget(_ task: TaskID) {
        store.strike(record: recordName(task))
        try? directory.remove(task.description)
    }
}
