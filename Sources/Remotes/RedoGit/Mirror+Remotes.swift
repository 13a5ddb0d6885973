import RedoSystem

extension Mirror {
    /// What a device has pushed, on a remote: `refs/redo/devices/<device>`.
    package static let devicePrefix = "refs/redo/devices/"
    /// What was seen of a remote, in a store's own repository: `refs/redo/remotes/<remote>/<device>`.
    private static let remotePrefix = "refs/redo/remotes/"
    /// What was seen of the branch of a mirror, likewise: `refs/redo/mirrors/<remote>`.
    private static let mirrorPrefix = "refs/redo/mirrors/"

    /// The reference that a device pushes.
    ///
    /// - Parameter id: of the device, in any characters.
    package static func deviceReference(of id: String) -> String {
        devicePrefix + CommitText.deviceName(id)
    }

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

    /// Where what was seen of a device is kept.
    package static func seenReference(of device: String, on remote: String) -> String {
        "\(remotePrefix)\(remote)/\(device)"
    }

    /// What was seen of a remote, by device.
    ///
    /// - Throws: STORAGE_004 if the references cannot be listed.
    package static func seen(
        on remote: String, in repository: GitRepository
    ) throws(RedoError) -> [String: GitObjectID] {
        let prefix = "\(remotePrefix)\(remote)/"
        var seen: [String: GitObjectID] = [:]
        for reference in try repository.references(startingWith: prefix) {
            seen[String(reference.name.dropFirst(prefix.count))] = reference.target
        }
        return seen
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

    /// Notes what a device has on a remote.
    ///
    /// - Parameter target: nil if it has nothing any more.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func setSeen(
        _ device: String, on remote: String, to target: GitObjectID?
    ) throws(RedoError) {
        removeStaleLocks(below: Self.remotePrefix)
        let name = Self.seenReference(of: device, on: remote)
        let previous = try repository.target(of: name)
        if target == previous { return }
        if let target {
            try repository.setReference(name, to: target, from: previous)
        } else {
            try repository.removeReference(name)
        }
    }

    /// How many references become files of their own; more become lines of one file.
    private static let greatestLooseCount = 100

    /// Notes what devices have on a remote. O(n log n), and one wait for the disk where they are many.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func setSeen(
        _ targets: [(device: String, target: GitObjectID)], on remote: String
    ) throws(RedoError) {
        guard targets.count > Self.greatestLooseCount else {
            for (device, target) in targets { try setSeen(device, on: remote, to: target) }
            return
        }
        removeStaleLocks(below: Self.remotePrefix)
        try repository.packReferences(
            targets.map {
                GitReference(
                    name: Self.seenReference(of: $0.device, on: remote), target: $0.target)
            })
    }

    /// Removes the locks that a writer has left that was killed. Only mirrors' writers, of which there is
    /// one at a time, use these names for more than a moment.
    func removeStaleLocks(below prefix: String) {
        let root = repository.path + prefix
        for folder in (try? Files.names(in: root)) ?? [] {
            let path = root + folder
            for name in (try? Files.names(in: path)) ?? [] where name.hasSuffix(".lock") {
                try? Files.remove(Path.join(path, name))
            }
        }
    }
}
