import RedoSystem

extension Mirror {
    private static let pendingName = "redo-branch"

    /// Moves the branch, atomically and durably.
    ///
    /// Git holds `NAME.lock` while it moves a reference. A killed process leaves the lock, and its owner cannot be
    /// determined. So this lock is a second name of a file whose first name only writers of mirrors use, of which there
    /// is one at a time.
    ///
    /// - Parameter previous: the current target of the branch; nil if the branch is missing.
    /// - Throws: STORAGE_003 if it has another target, is locked or cannot be written.
    func moveBranch(
        to target: GitObjectID, from previous: GitObjectID?
    ) throws(RedoError) {
        let what = "the branch of the mirror cannot be moved"
        let (branch, lock) = Self.branchPaths(of: repository)
        let pending = repository.path + Self.pendingName
        let isLocked = try failing(.writeFailed, what) { () throws(SystemError) in
            try Files.makeDirectories(Path.parent(of: branch))
            let file = try FileDescriptor(opening: pending, for: .create(mode: 0o644))
            try file.write(Array("\(target)\n".utf8).span)
            try file.synchronize()
            do throws(SystemError) {
                try Files.link(pending, to: lock)
                return true
            } catch {
                if error.isAlreadyThere { return false }
                throw error
            }
        }
        guard isLocked else {
            throw RedoError(
                .writeFailed, "\(what): \(lock) is there",
                hints: ["if no git command is running, one was killed: remove the file"])
        }
        guard try repository.target(of: Self.branch) == previous else {
            try Self.removeStaleBranchLock(of: repository)
            throw RedoError(
                .writeFailed, "\(what): another process has moved it", hints: ["repeat the command"]
            )
        }
        try failing(.writeFailed, what) { () throws(SystemError) in
            try Files.rename(lock, to: branch)
            try Files.synchronizeDirectory(Path.parent(of: branch))
            try Files.remove(pending)
        }
    }

    /// Removes the lock of a writer of this mirror that was killed while it moved the branch, and no lock of any other
    /// process.
    static func removeStaleBranchLock(of repository: GitRepository) throws(RedoError) {
        let (_, lock) = branchPaths(of: repository)
        let pending = repository.path + pendingName
        try failing(.writeFailed, "the mirror cannot be written") { () throws(SystemError) in
            guard let status = try Files.statusOfLink(pending) else { return }
            if try Files.statusOfLink(lock)?.identity == status.identity { try Files.remove(lock) }
            try Files.remove(pending)
        }
    }

    private static func branchPaths(of repository: GitRepository) -> (branch: String, lock: String)
    {
        (repository.path + branch, repository.path + branch + ".lock")
    }
}
