import RedoSystem

extension Mirror {
    /// The prefix of references of devices that keep a commit for each node: `refs/redo/devices/<device>`. Remotes keep
    /// packs, so these are recognised, and only read from a copy.
    package static let devicePrefix = "refs/redo/devices/"
    /// The prefix of the last seen branches of mirrors, in a store's own repository: `refs/redo/mirrors/<remote>`.
    private static let mirrorPrefix = "refs/redo/mirrors/"

    /// The device that pushes a reference; nil for any other reference.
    package static func device(of reference: String) -> String? {
        guard reference.hasPrefix(devicePrefix) else { return nil }
        let device = String(reference.dropFirst(devicePrefix.count))
        return CommitText.deviceName(device) == device ? device : nil
    }

    /// Whether a name is valid for a remote: it can be a part of a reference's name.
    package static func isRemoteName(_ name: String) -> Bool {
        !name.hasPrefix("-") && CommitText.isDevice(name) && CommitText.deviceName(name) == name
    }

    /// The last seen commit of the branch of a remote that is a mirror; nil if there is none.
    ///
    /// - Throws: STORAGE_004 if the reference cannot be resolved.
    package static func seenBranch(
        of remote: String, in repository: GitRepository
    ) throws(RedoError) -> GitObjectID? {
        try repository.target(of: mirrorPrefix + remote)
    }

    /// Records the commit of the branch of a remote that is a mirror; nil if it is not a mirror any more.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func setSeenBranch(
        of remote: String, to target: GitObjectID?
    ) throws(RedoError) {
        let name = Self.mirrorPrefix + remote
        // Only writers of mirrors use these names, one at a time.
        repository.removeLock(of: name)
        let previous = try repository.target(of: name)
        if target == previous { return }
        if let target {
            try repository.setReference(name, to: target, from: previous)
        } else {
            try repository.removeReference(name)
        }
    }
}
