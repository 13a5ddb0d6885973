import RedoStore
import RedoSystem

/// Where a store is being made: beside the place where it will be, so that it is there as a whole or not
/// at all.
///
/// ```
/// DIR/.redo           the store, when it is done
/// DIR/.redo-clone     until then
/// ```
struct CloneDestination: ~Copyable {
    /// The final location of the store.
    let path: String
    let temporaryPath: String
    private let directory: String
    /// True if the folder was made for the store.
    private let isDirectoryNew: Bool
    private let lock: FileLock

    /// - Parameter url: of the remote, for the hint where a store is there.
    /// - Throws: STORAGE_003 if something is there, another clone is being made, or nothing can be
    ///   written.
    static func make(at path: String, url: String) throws(RedoError) -> CloneDestination {
        let path = withoutSlashes(path)
        let directory = Path.parent(of: path)
        try checkIsFree(path, in: directory, url)
        let isDirectoryNew = !Files.isDirectory(directory)
        let name = Path.name(of: path)
        let temporaryName = "\(name.hasPrefix(".") ? "" : ".")\(name)-clone"
        let lock = try prepare(directory, temporaryName)
        // Without dots and links, as people are shown it.
        let resolved = (try? Path.resolved(directory)) ?? directory
        return CloneDestination(
            path: Path.join(resolved, name), temporaryPath: Path.join(resolved, temporaryName),
            directory: resolved, isDirectoryNew: isDirectoryNew, lock: lock)
    }

    private static func prepare(
        _ directory: String, _ temporaryName: String
    ) throws(RedoError) -> FileLock {
        do throws(SystemError) {
            try Files.makeDirectories(directory)
            // The folder itself is locked: what is in it is removed and recreated.
            guard let lock = try FileLock.take(directory: directory) else {
                throw SystemError(code: 16, call: "flock", path: directory)
            }
            // What a clone that was killed has left behind.
            try Files.removeTree(Path.join(directory, temporaryName))
            return lock
        } catch {
            throw RedoError(.writeFailed, "no store can be created in \(directory)", cause: error)
        }
    }

    private static func withoutSlashes(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }

    /// - Throws: STORAGE_003 if there is something but an empty folder.
    private static func checkIsFree(
        _ path: String, in directory: String, _ url: String
    ) throws(RedoError) {
        let what = "no store can be created in \(directory)"
        do throws(SystemError) {
            guard let status = try Files.statusOfLink(path) else { return }
            if status.kind == .directory, try Files.names(in: path).isEmpty { return }
        } catch {
            throw RedoError(.writeFailed, what, cause: error)
        }
        guard Files.isDirectory(Store.objectsPath(path)) else {
            throw RedoError(
                .writeFailed, "\(what): \(path) already exists, and is not a store",
                hints: ["choose a different path"])
        }
        let command = "redo --redo-dir \(shellWord(path))"
        throw RedoError(
            .writeFailed, "\(what): there is one already, \(path)",
            hints: [
                "to fetch what the remote has: \(command) remote add origin \(shellWord(url)), "
                    + "then \(command) sync"
            ])
    }

    var location: StoreLocation { StoreLocation(path: path, origin: .named) }

    /// Gives the store its place.
    func finish() throws(RedoError) {
        do throws(SystemError) {
            try Files.synchronizeFileSystem(of: temporaryPath)
            try Files.rename(temporaryPath, to: path)
            try Files.synchronizeDirectory(directory)
        } catch {
            throw RedoError(.writeFailed, "the store cannot be moved to its path", cause: error)
        }
    }

    /// The files to remove if the store is not finished.
    var remainder: CloneRemainder {
        CloneRemainder(temporaryPath: temporaryPath, newDirectory: isDirectoryNew ? directory : nil)
    }
}

/// The files of a clone that ends early.
struct CloneRemainder: Sendable {
    let temporaryPath: String
    /// Nil where it was there before.
    let newDirectory: String?

    /// The maximum number of attempts to remove the directory, since files can be added to it in the meantime.
    private static let attemptCount = 100

    func remove() {
        for _ in 0..<Self.attemptCount {
            try? Files.removeTree(temporaryPath)
            guard let _ = try? Files.statusOfLink(temporaryPath) else { break }
        }
        if let newDirectory { try? Files.removeEmptyDirectory(newDirectory) }
    }
}
