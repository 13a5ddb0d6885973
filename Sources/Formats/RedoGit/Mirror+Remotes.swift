import RedoSystem

extension Mirror {
    /// References of devices that keep a commit for each node: `refs/redo/devices/<device>`. Remotes keep packs, so they are
    /// recognised, and read from a copy alone.
    package static let devicePrefix = "refs/redo/devices/"
    /// What was seen of the branch of a mirror, in a store's own repository: `refs/redo/mirrors/<remote>`.
    private static let mirrorPrefix = "refs/redo/mirrors/"

    /// The device of a reference that one pushes; nil for any other reference.
    package static func device(of reference: String) -> String? {
        guard reference.hasPrefix(devicePrefix) else { return nil }
        let device = String(reference.dropFirst(devicePrefix.count))
        return CommitText.deviceName(device) == device ? device : nil
    }

    /// Whether a remote can have a name: one that can be a part of a reference's.
    package static func isRemoteName(_ name: String) -> Bool {
        !name.hasPrefix("-") && CommitText.isDevice(name) && CommitText.deviceName(name) == name
    }

    /// Where the branch of a remote that is a mirror was seen; nil if none was.
    ///
    /// - Throws: STORAGE_004 if the reference cannot be followed.
    package static func seenBranch(
        of remote: String, in repository: GitRepository
    ) throws(RedoError) -> GitObjectID? {
        try repository.target(of: mirrorPrefix + remote)
    }

    /// Notes where the branch of a remote that is a mirror leads; nil if it is not one any more.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func setSeenBranch(
        of remote: String, to target: GitObjectID?
    ) throws(RedoError) {
        let name = Self.mirrorPrefix + remote
        // Only mirrors' writers use these names, one at a time.
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
