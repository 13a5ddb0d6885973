import Glibc

/// A file in a folder inside another one, which is reached without following links in the place of these
/// folders; see ``InnerFolder``. Where the file's own name is that of a link, the link is meant.
package struct InnerFile: Sendable {
    package let folder: InnerFolder
    package let name: String

    package init(_ name: String, in folder: InnerFolder) {
        self.folder = folder
        self.name = name
    }

    /// A file by its path.
    ///
    /// - Parameter root: what the path begins with, links or not; nil for the folder that the file is in.
    package init(_ path: String, below root: String? = nil) {
        let parent = Path.parent(of: path)
        var depth = 0
        if let root, path.hasPrefix(root + "/") {
            depth = path.dropFirst(root.utf8.count + 1).utf8.count { $0 == UInt8(ascii: "/") }
        }
        self.init(Path.name(of: path), in: InnerFolder(parent, depth: depth))
    }

    package var path: String { folder.file(name) }

    /// The file with this name and something behind it.
    package func appending(_ suffix: String) -> InnerFile { InnerFile(name + suffix, in: folder) }

    // MARK: Operations

    /// Creates the file, which must not exist. Wraps `openat(2)`.
    package func create(mode: mode_t) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(
            opening: name, in: try folder.open(), path: path, for: .create(mode: mode))
    }

    /// Gives the file a new name, replacing what had it. Wraps `renameat(2)`.
    package func move(to target: InnerFile) throws(SystemError) {
        let source = try folder.open()
        let destination = try target.folder.open()
        try retrying("rename", target.path) {
            unsafe renameat(source.rawValue, name, destination.rawValue, target.name)
        }
    }

    /// Gives the file a new name unless it is taken. Wraps `linkat(2)` and `unlinkat(2)`.
    ///
    /// - Returns: false where the name was taken; the file is gone then too.
    /// - Throws: ``SystemError``; then the file is where it was.
    package func moveUnlessTaken(to target: InnerFile) throws(SystemError) -> Bool {
        let source = try folder.open()
        let destination = try target.folder.open()
        var isTaken = false
        do throws(SystemError) {
            try link(from: source, to: target, destination)
        } catch {
            guard error.isAlreadyThere else { throw error }
            isTaken = true
        }
        // What is left under the old name is a second name, or what nobody wants.
        _ = unsafe unlinkat(source.rawValue, name, 0)
        return !isTaken
    }

    /// Gives the file a second name. Wraps `linkat(2)`.
    package func link(to target: InnerFile) throws(SystemError) {
        try link(from: try folder.open(), to: target, try target.folder.open())
    }

    private func link(
        from source: borrowing FileDescriptor, to target: InnerFile,
        _ destination: borrowing FileDescriptor
    ) throws(SystemError) {
        let (source, destination) = (source.rawValue, destination.rawValue)
        try retrying("link", target.path) {
            unsafe linkat(source, name, destination, target.name, 0)
        }
    }

    /// Removes the file. Wraps `unlinkat(2)`.
    package func remove() throws(SystemError) {
        let folder = try folder.open()
        try retrying("unlink", path) { unsafe unlinkat(folder.rawValue, name, 0) }
    }

    /// Removes the file if it is there.
    package func removeIfPresent() throws(SystemError) {
        do throws(SystemError) {
            try remove()
        } catch {
            if !error.isNotFound { throw error }
        }
    }

    /// Adds bytes to the end of the file, which is made where it is missing. A crash can leave a part of
    /// them.
    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        let file = try FileDescriptor(
            opening: name, in: try folder.open(), path: path, for: .append(mode: 0o644))
        try file.write(bytes)
    }

    /// Opens the folder. Where it is missing, whoever names a file is told of the file.
    private func openFolder() throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try folder.open()
        } catch {
            throw error.isNotFound ? SystemError(code: error.code, call: "open", path: path) : error
        }
    }

    /// Writes the file in one step: readers see the old contents or the new ones, also after a crash.
    ///
    /// Whatever has the name gives it up: a symbolic link is replaced, not followed.
    ///
    /// - Parameters:
    ///   - mode: with which the file is made, less the umask.
    ///   - exactMode: what it gets then; nil for what it has.
    ///   - isSynced: false for what can be made again: it is not waited for, and after a crash the file
    ///     can be empty or cut off.
    package func replace(
        with bytes: Span<UInt8>, mode: mode_t, exactMode: mode_t? = nil, isSynced: Bool = true
    ) throws(SystemError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let folder = try openFolder()
        let temporary = appending(".\(RandomBytes.hexadecimal(count: 8)).tmp")
        do throws(SystemError) {
            let file = try FileDescriptor(
                opening: temporary.name, in: folder, path: temporary.path, for: .create(mode: mode))
            if let exactMode { try file.setPermissions(exactMode) }
            try file.write(bytes)
            if isSynced { try file.synchronize() }
            try retrying("rename", path) {
                unsafe renameat(folder.rawValue, temporary.name, folder.rawValue, name)
            }
        } catch {
            _ = unsafe unlinkat(folder.rawValue, temporary.name, 0)
            throw error
        }
        if isSynced { try folder.synchronize() }
    }
}
