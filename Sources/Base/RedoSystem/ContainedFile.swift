internal import CLinux
import Glibc

/// A file in a ``ContainedDirectory``: links above it are not followed, so an operation cannot leave the root directory.
///
/// If the file itself is a link, operations act on the link.
package struct ContainedFile: Sendable {
    /// The directory of the file.
    package let directory: ContainedDirectory
    /// The name without directories.
    package let name: String

    /// The suffix of a file that is still being written.
    package static let temporarySuffix = ".tmp"

    /// Creates a file from a name in a directory.
    package init(_ name: String, in directory: ContainedDirectory) {
        self.directory = directory
        self.name = name
    }

    /// Creates a file from a path.
    ///
    /// - Parameter root: a prefix of the path that may contain links; nil for the directory of the file.
    package init(_ path: String, below root: String? = nil) {
        let parent = Path.parent(of: path)
        var depth = 0
        if let root, path.hasPrefix(root + "/") {
            depth = path.dropFirst(root.utf8.count + 1).utf8.count { $0 == UInt8(ascii: "/") }
        }
        self.init(Path.name(of: path), in: ContainedDirectory(parent, depth: depth))
    }

    /// The whole path.
    package var path: String { directory.file(name) }

    /// Returns the file in the same directory whose name has a suffix appended.
    package func appending(_ suffix: String) -> ContainedFile {
        ContainedFile(name + suffix, in: directory)
    }

    // MARK: Operations

    /// Creates the file, which must not exist, and opens it for writing. Wraps `openat(2)`.
    package func create(mode: mode_t) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(
            opening: name, in: try directory.open(), path: path, for: .create(mode: mode))
    }

    /// Waits until the contents of the file are on disk. Wraps `fsync(2)`.
    package func synchronize() throws(SystemError) {
        let file = try FileDescriptor(
            opening: name, in: try directory.open(), path: path, for: .readRegular)
        try file.synchronize()
    }

    /// Renames the file and replaces a file of the new name. Wraps `renameat(2)`.
    package func move(to target: ContainedFile) throws(SystemError) {
        let source = try directory.open()
        let destination = try target.directory.open()
        try retrying("rename", target.path) {
            unsafe name.withSystemBytes { old in
                unsafe target.name.withSystemBytes {
                    unsafe renameat(source.rawValue, old, destination.rawValue, $0)
                }
            }
        }
    }

    /// Renames the file unless the new name exists. Wraps `linkat(2)` and `unlinkat(2)`.
    ///
    /// - Returns: false if the new name exists; the file is then removed.
    /// - Throws: ``SystemError``; the file then keeps its name.
    package func moveUnlessTaken(to target: ContainedFile) throws(SystemError) -> Bool {
        let source = try directory.open()
        let destination = try target.directory.open()
        var isTaken = false
        do throws(SystemError) {
            try link(from: source, to: target, destination)
        } catch {
            guard error.isAlreadyThere else { throw error }
            isTaken = true
        }
        // The old name is now a second hard link, or the file is not needed.
        _ = unsafe name.withSystemBytes { unsafe unlinkat(source.rawValue, $0, 0) }
        return !isTaken
    }

    /// A new name beside this file that no other process uses.
    private func temporary() -> ContainedFile {
        appending(".\(RandomBytes.hexadecimal(count: 8))\(Self.temporarySuffix)")
    }

    /// Creates the file with contents unless the name is taken. Readers see all of the contents or none, even after a
    /// crash.
    ///
    /// Wraps `linkat(2)`; `renameat2(2)` where the file system has no hard links.
    ///
    /// - Parameter isSynced: whether to wait until the file is on disk. Without that the file can be missing, empty or
    ///   truncated after a crash.
    /// - Returns: false if the name is taken.
    package func place(
        _ bytes: Span<UInt8>, mode: mode_t, isSynced: Bool = true
    ) throws(SystemError) -> Bool {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let temporary = temporary()
        do throws(SystemError) {
            let file = try temporary.create(mode: mode)
            try file.write(bytes)
            if isSynced { try file.synchronize() }
            let isPlaced: Bool
            do throws(SystemError) {
                isPlaced = try temporary.moveUnlessTaken(to: self)
            } catch {
                guard error.hasNoLinks else { throw error }
                isPlaced = try temporary.renameUnlessTaken(to: self)
            }
            if isPlaced, isSynced { try directory.synchronize() }
            return isPlaced
        } catch {
            try? temporary.removeIfPresent()
            throw error
        }
    }

    /// Renames the file unless the new name exists; it is then removed. Wraps `renameat2(2)`.
    private func renameUnlessTaken(to target: ContainedFile) throws(SystemError) -> Bool {
        let source = try directory.open()
        let destination = try target.directory.open()
        do throws(SystemError) {
            try retrying("rename", target.path) {
                unsafe name.withSystemBytes { old in
                    unsafe target.name.withSystemBytes {
                        unsafe renameat2(
                            source.rawValue, old, destination.rawValue, $0,
                            UInt32(REDO_RENAME_NOREPLACE))
                    }
                }
            }
            return true
        } catch {
            guard error.isAlreadyThere else { throw error }
            try removeIfPresent()
            return false
        }
    }

    /// Creates a hard link to the file. Wraps `linkat(2)`.
    package func link(to target: ContainedFile) throws(SystemError) {
        try link(from: try directory.open(), to: target, try target.directory.open())
    }

    private func link(
        from source: borrowing FileDescriptor, to target: ContainedFile,
        _ destination: borrowing FileDescriptor
    ) throws(SystemError) {
        let (source, destination) = (source.rawValue, destination.rawValue)
        try retrying("link", target.path) {
            unsafe name.withSystemBytes { old in
                unsafe target.name.withSystemBytes {
                    unsafe linkat(source, old, destination, $0, 0)
                }
            }
        }
    }

    /// Removes the file. Wraps `unlinkat(2)`.
    ///
    /// - Throws: ``SystemError``, also if the file does not exist.
    package func remove() throws(SystemError) {
        let directory = try directory.open()
        try retrying("unlink", path) {
            unsafe name.withSystemBytes { unsafe unlinkat(directory.rawValue, $0, 0) }
        }
    }

    /// Removes the file if it exists. Wraps `unlinkat(2)`.
    package func removeIfPresent() throws(SystemError) {
        do throws(SystemError) {
            try remove()
        } catch {
            if !error.isNotFound { throw error }
        }
    }

    /// Appends bytes to the file, which is created if it is missing.
    ///
    /// The append is not atomic: a crash can leave a part of the bytes.
    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        let file = try FileDescriptor(
            opening: name, in: try directory.open(), path: path, for: .append(mode: 0o644))
        try file.write(bytes)
    }

    /// Opens the directory. If it is missing, the error names the file.
    private func openDirectory() throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try directory.open()
        } catch {
            throw error.isNotFound ? SystemError(code: error.code, call: "open", path: path) : error
        }
    }

    /// Replaces the file atomically: readers see either the old or the new contents, even after a crash.
    ///
    /// A symbolic link is replaced, not followed. Wraps `renameat(2)` and `fsync(2)`.
    ///
    /// - Parameters:
    ///   - mode: the permissions of the new file, reduced by the umask.
    ///   - exactMode: permissions that ignore the umask; nil to use `mode`.
    ///   - isSynced: whether to wait until the file is on disk. Without that the file can be empty or
    ///     truncated after a crash, which suits contents that can be computed again.
    /// - Throws: ``SystemError``.
    package func replace(
        with bytes: Span<UInt8>, mode: mode_t, exactMode: mode_t? = nil, isSynced: Bool = true
    ) throws(SystemError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let directory = try openDirectory()
        let temporary = temporary()
        do throws(SystemError) {
            let file = try FileDescriptor(
                opening: temporary.name, in: directory, path: temporary.path,
                for: .create(mode: mode))
            if let exactMode { try file.setPermissions(exactMode) }
            try file.write(bytes)
            if isSynced { try file.synchronize() }
            try retrying("rename", path) {
                unsafe temporary.name.withSystemBytes { old in
                    unsafe name.withSystemBytes {
                        unsafe renameat(directory.rawValue, old, directory.rawValue, $0)
                    }
                }
            }
        } catch {
            _ = unsafe temporary.name.withSystemBytes {
                unsafe unlinkat(directory.rawValue, $0, 0)
            }
            throw error
        }
        if isSynced { try directory.synchronize() }
    }
}
