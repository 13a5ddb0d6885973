import RedoGit
import RedoModel
import RedoSystem

extension RepositoryContents {
    /// Refuses what has no reference that can be followed, although something is there.
    ///
    /// - Parameter damaged: references of the repository that cannot be followed.
    /// - Throws: STORAGE_001 for a plain copy of a backup, STORAGE_004 for a repository that has lost its references.
    func refuseUnlessEmpty(
        _ location: String, _ repository: GitRepository, damaged: [ReferenceList.Damage]
    ) throws(RedoError) {
        if let damage = damaged.first { throw damage.error(in: repository) }
        if repository.copiedFrom != nil { throw noLog(at: location, in: repository) }
        guard try repository.hasObjects() else { return }
        throw RedoError(
            .corrupted,
            "\(repository.path.printable) has objects, and no reference leads to them",
            hints: Self.hintsOfLoss(repository))
    }

    fileprivate static func hintsOfLoss(_ repository: GitRepository) -> [String] {
        [
            "'git -C \(shellWord(repository.path)) fsck --lost-found' lists the commits that are there: "
                + "'git update-ref' gives one its name back"
        ]
    }

    /// Refuses to read a repository as a mirror that has packs alone.
    ///
    /// - Parameter hint: how it is read as a remote.
    /// - Throws: STORAGE_001.
    func refuseUnlessMirror(_ location: String, _ hint: String) throws(RedoError) {
        guard hasPacks, !hasBranch, !hasDevices else { return }
        throw RedoError(
            .notFound, "\(location.printable) is a remote of packs, not a mirror",
            hints: ["'redo clone \(shellWord(location.printable))' creates a store from it", hint])
    }

    /// The error of a place that keeps a commit for each node, in references of devices.
    func onlyDevices(at location: String) -> RedoError {
        let url = shellWord(location.printable)
        return RedoError(
            .notFound,
            "\(location.printable) keeps a commit for each node, in \(Mirror.devicePrefix)*, and remotes keep packs",
            hints: [
                "to take its nodes in: 'git clone --mirror \(url) COPY', then 'redo mirror --from COPY' in a store",
                "'redo push' then puts packs beside them",
            ])
    }

    /// The error of a place that has no log.
    ///
    /// - Parameters:
    ///   - location: the URL.
    ///   - repository: the repository, if it is on this machine: whether it is a plain copy of another can be seen.
    func noLog(at location: String, in repository: GitRepository?) -> RedoError {
        let origin = repository.flatMap { $0.copiedFrom }
        guard let repository, let origin else {
            return RedoError(
                .notFound,
                "\(location.printable) has no log of redo: it has \(contentsText)",
                hints: [
                    "'redo remote' on a device that pushes prints the URL",
                    "to begin a log there: 'redo remote add origin \(shellWord(location.printable))' in a store, then "
                        + "'redo push'",
                ])
        }
        let directory = shellWord(repository.workingPath.printable)
        let references = hasCopiedBranches ? "refs/heads/redo" : "refs/redo"
        return RedoError(
            .notFound,
            "\(location.printable) is a git clone of \(origin.url.printable) without the log: 'git clone' leaves out \(references)",
            hints: [
                "git -C \(directory) fetch \(shellWord(origin.remote.printable)) '+\(references)/*:\(references)/*' "
                    + "brings the rest; then repeat this command",
                "or name the backup itself: redo clone \(shellWord(origin.url.printable))",
            ])
    }
}

extension GitRepository {
    /// From where `git clone` has made the repository; nil if it does not say so.
    fileprivate var copiedFrom: (remote: String, url: String)? {
        let remote = "origin"
        return configuredURL(ofRemote: remote).map { (remote, SecretRemoval.urls(in: $0)) }
    }
}

extension ReferenceList.Damage {
    /// The reference cannot be followed.
    func error(in repository: GitRepository) -> RedoError {
        RedoError(
            .corrupted,
            "the reference \(name.printable) of \(repository.path.printable) cannot be followed: \(reason.printable)",
            hints: RepositoryContents.hintsOfLoss(repository))
    }
}
