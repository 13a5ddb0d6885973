import RedoSystem

/// The folders of a store, which are never reached through symbolic links.
///
/// Whoever made a store may be a stranger: it can come from an archive, or lie where others write. A link in
/// the place of one of its folders would have commands remove, list and write files anywhere. The store's own
/// folder may be reached through links if a person named it.
extension Store {
    /// Folders that may be in a store.
    static let folderNames = [
        ["objects"], ["objects", "pack"], ["quarantine"], ["operations"], ["checkpoints"],
        ["firestore"], ["git"],
        ["git", "repository"], ["inventory"], ["watch"], ["reminders"], ["sync"], ["vdir"],
    ]

    /// Folders with a folder for each remote.
    static let foldersOfRemotes = ["checkpoints", "firestore"]

    /// A folder of the store.
    func folder(_ names: String...) -> ContainedFolder { ContainedFolder(names, in: path) }

    package var quarantineFolder: ContainedFolder { folder("quarantine") }
    var operationsFolder: ContainedFolder { folder(StoreLayout.operationsName) }

    /// Checks the folders that are there. Those of loose nodes and of replicas are looked at only if a listing
    /// says that they are links.
    ///
    /// - Throws: STORAGE_001 with the one that is a link or something else.
    /// - Complexity: O(n) for n names in `objects`, without a system call for each.
    static func checkFolders(of path: String) throws(RedoError) {
        for names in folderNames {
            try refusing { () throws(SystemError) in
                try ContainedFolder(names, in: path).check()
            }
        }
        try checkHasNoLinks(ContainedFolder(["objects"], in: path), LooseObjects.isFolderName)
        for name in foldersOfRemotes {
            try checkHasNoLinks(ContainedFolder([name], in: path)) { _ in true }
        }
    }

    /// Checks the folders whose names are not known in advance.
    private static func checkHasNoLinks(
        _ folder: ContainedFolder, _ isFolderName: (String) -> Bool
    ) throws(RedoError) {
        let links: [String]
        do throws(SystemError) {
            links = try folder.names(of: .link)
        } catch {
            // Missing, or not to be listed: whoever lists it says so.
            return
        }
        for name in links.sorted() where isFolderName(name) {
            try refusing { () throws(SystemError) in try folder.folder(name).check() }
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
