import RedoSystem

/// What can be at the location of a store, and which command helps if it is not one.
extension StoreLocation {
    /// The command that creates a store here, or adds what an incomplete one lacks. It changes nothing that exists.
    package var initCommand: String {
        switch origin {
        case .named: "redo --redo-dir \(shellWord(path)) init"
        case .discovered: "redo init \(shellWord(Path.parent(of: path)))"
        case .home: "redo init --home"
        }
    }

    /// Whether there is nothing at all, not even a link. If that cannot be read, opening the store reports it.
    package var isNothing: Bool {
        do throws(SystemError) {
            return try Files.statusOfLink(path) == nil
        } catch {
            return false
        }
    }

    /// Checks that there is a directory with a directory of objects.
    ///
    /// - Returns: the status of the directory.
    /// - Throws: STORAGE_001 for anything else, STORAGE_005 for a link that was found and not named. Each hint can be
    ///   followed as it is, and then helps or leads to the next one.
    func checkedStatus() throws(RedoError) -> FileStatus {
        if isNothing {
            throw RedoError(
                .notFound, "there is no store \(path)", hints: ["'\(initCommand)' creates it"])
        }
        let link = (try? Files.statusOfLink(path)) ?? nil
        if link?.kind == .link { try checkLink() }
        let status: FileStatus?
        let hasObjects: Bool
        do throws(SystemError) {
            status = try Files.status(of: path)
            hasObjects = try Files.statusOfLink(Store.objectsPath(path)) != nil
        } catch {
            if error.isNotFound { throw notADirectory }
            throw RedoError(
                .notFound, "the store cannot be opened", cause: error,
                hints: error.isDenied ? ["make it readable for you"] : [])
        }
        guard let status, status.kind == .directory else { throw notADirectory }
        guard hasObjects else {
            throw RedoError(
                .notFound, "\(path) is not a store: it has no objects folder",
                hints: [
                    "'\(initCommand)' creates the folder; what is there stays as it is",
                    "if nodes were in it, a backup has them, or 'redo fetch REMOTE' brings them back",
                ])
        }
        return status
    }

    private var notADirectory: RedoError {
        RedoError(
            .notFound, "\(path) is not a store: it is a file",
            hints: ["move it away; then '\(initCommand)' creates a store"])
    }

    /// Checks a link. One that was found and not named is refused: a user who can create a link in a directory above
    /// the current one must not choose where tasks are written.
    private func checkLink() throws(RedoError) {
        let isBroken: Bool
        do throws(SystemError) {
            isBroken = try Files.status(of: path) == nil
        } catch {
            isBroken = false
        }
        if isBroken {
            throw RedoError(
                .notFound, "\(path) is a symbolic link, and what it leads to is missing",
                hints: [
                    "bring back what it leads to, or remove the link; then '\(initCommand)' creates a store"
                ])
        }
        guard origin == .discovered else { return }
        throw RedoError(
            .notPermitted,
            "the store \(path) is a symbolic link; such a store is used only if you name it",
            hints: ["to use it all the same: --redo-dir \(path), or REDO_DIR"])
    }
}
