import RedoSystem

/// The directories of a store, which are never reached through symbolic links.
///
/// A store may have been made by a stranger: it can come from an archive, or be where others can write. If one of its
/// directories were a link, commands would remove, list and write files anywhere. The store's own directory may be
/// reached through links if a user named it.
extension Store {
    /// Directories that may be in a store.
    static let directoryNames = [
        ["objects"], ["objects", "pack"], ["quarantine"], ["operations"], ["checkpoints"],
        ["firestore"], ["git"],
        ["git", "repository"], ["inventory"], ["watch"], ["reminders"], ["rooms"], ["sync"],
        ["vdir"],
    ]

    /// Directories with a directory for each remote.
    static let directoriesOfRemotes = ["checkpoints", "firestore"]

    /// A directory of the store.
    func directory(_ names: String...) -> ContainedDirectory { ContainedDirectory(names, in: path) }

    package var quarantineDirectory: ContainedDirectory { directory("quarantine") }
    var operationsDirectory: ContainedDirectory { directory(StoreLayout.operationsName) }

    /// Checks the existing directories. Those of loose nodes and of replicas are checked only if a listing shows that
    /// they are links.
    ///
    /// - Throws: STORAGE_001 with the one that is a link or anything but a directory.
    /// - Complexity: O(n) for n names in `objects`, without a system call for each.
    static func checkDirectories(of path: String) throws(RedoError) {
        for names in directoryNames {
            try refusing { () throws(SystemError) in
                try ContainedDirectory(names, in: path).check()
            }
        }
        try checkHasNoLinks(ContainedDirectory(["objects"], in: path), LooseObjects.isDirectoryName)
        for name in directoriesOfRemotes {
            try checkHasNoLinks(ContainedDirectory([name], in: path)) { _ in true }
        }
    }

    /// Checks the directories whose names are not fixed.
    private static func checkHasNoLinks(
        _ directory: ContainedDirectory, _ isDirectoryName: (String) -> Bool
    ) throws(RedoError) {
        let links: [String]
        do throws(SystemError) {
            links = try directory.names(of: .link)
        } catch {
            // Missing or unreadable: the reader that lists it reports that.
            return
        }
        for name in links.sorted() where isDirectoryName(name) {
            try refusing { () throws(SystemError) in try directory.directory(name).check() }
        }
    }

    private static func refusing(
        _ check: () throws(SystemError) -> Bool
    ) throws(RedoError) {
        do throws(SystemError) {
            _ = try check()
        } catch {
            throw RedoError(
                .notFound, "a folder of the store cannot be used", cause: error,
                hints: error.isDenied
                    ? ["make it readable for you"]
                    : ["move it away and repeat the command; what a link leads to stays as it is"])
        }
    }
}
