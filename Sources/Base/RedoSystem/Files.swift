// RedoSystem owns every system call of the suite: files, sockets, programs, threads, signals, the terminal, the clock.
// It also has what all modules need to talk about failures: ``RedoError``, its ``ErrorCode``s and ``ExitStatus``.
// Each wrapper names the C function that it calls, repeats it after a signal, and throws ``SystemError``. Paths and
// arguments are texts of ``SystemText``, which keep bytes that are not UTF-8.
//
// It does not know what a file means: layouts of stores, formats and texts for people belong to the modules above.
//
// Start here for files by path; ``ContainedFile`` and ``ContainedDirectory`` for files below a directory that others can
// write; ``FileDescriptor`` and ``MappedFile`` for open files; ``EventLoop`` for waiting; ``Program`` for other programs.

import Glibc

/// Operations on files by path.
///
/// ```
/// let text = try Files.read(path, limit: 1 << 20)
/// try Files.replace(path, with: text.span, mode: 0o600)
/// ```
package enum Files {
    /// Looks up a file and follows links. Wraps `stat(2)`.
    ///
    /// - Returns: nil if the file does not exist.
    package static func status(of path: String) throws(SystemError) -> FileStatus? {
        try FileStatus.lookUp("stat", path) { status in
            unsafe path.withSystemBytes { unsafe stat($0, &status) }
        }
    }

    /// Looks up a file without following a link. Wraps `lstat(2)`.
    ///
    /// - Returns: nil if the file does not exist.
    package static func statusOfLink(_ path: String) throws(SystemError) -> FileStatus? {
        try FileStatus.lookUp("lstat", path) { status in
            unsafe path.withSystemBytes { unsafe lstat($0, &status) }
        }
    }

    /// Whether a path, following links, is a directory; false if it cannot be looked up.
    package static func isDirectory(_ path: String) -> Bool {
        (try? status(of: path))?.kind == .directory
    }

    /// Whether a path is a regular file that this process may execute. Wraps `access(2)`.
    package static func isExecutable(_ path: String) -> Bool {
        isRegular(path, allowing: X_OK)
    }

    /// Whether a path is a regular file that this process may read. Wraps `access(2)`.
    package static func isReadable(_ path: String) -> Bool {
        isRegular(path, allowing: R_OK)
    }

    private static func isRegular(_ path: String, allowing access: Int32) -> Bool {
        guard (try? status(of: path))?.kind == .regular else { return false }
        return unsafe path.withSystemBytes { unsafe Glibc.access($0, access) } == 0
    }

    /// Reads a regular file. Any other kind is refused, so the call never blocks.
    ///
    /// - Parameter limit: the maximum size in bytes; a longer file fails with `EFBIG`.
    package static func read(
        _ path: String, limit: Int = .max
    ) throws(SystemError) -> [UInt8] {
        try read(try FileDescriptor(opening: path, for: .readRegular), path, limit: limit)
    }

    /// Reads a regular file, as ``read(_:limit:)`` does.
    ///
    /// - Returns: the contents, and the metadata of the file that they were read from.
    package static func readWithStatus(
        _ path: String, limit: Int = .max
    ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
        let file = try FileDescriptor(opening: path, for: .readRegular)
        let status: FileStatus
        if let known = file.openingStatus { status = known } else { status = try file.status() }
        return (try read(file, path, limit: limit), status)
    }

    /// Reads an input that the user names: a file, or a FIFO or device up to its end.
    ///
    /// - Parameter limit: the maximum size in bytes; a longer input fails with `EFBIG`.
    package static func readInput(
        _ path: String, limit: Int = .max
    ) throws(SystemError) -> [UInt8] {
        try read(try FileDescriptor(opening: path, for: .read), path, limit: limit)
    }

    private static func read(
        _ file: borrowing FileDescriptor, _ path: String, limit: Int
    ) throws(SystemError) -> [UInt8] {
        let status: FileStatus
        if let known = file.openingStatus { status = known } else { status = try file.status() }
        if status.kind == .directory { throw SystemError(code: EISDIR, call: "read", path: path) }
        var bytes: [UInt8] = []
        let expected = min(status.size, limit)
        bytes.reserveCapacity(expected + 1)
        // A pipe, a device or a growing file can have more bytes than its size says.
        var chunk = max(expected + 1, 1 << 12)
        while true {
            let asked = min(chunk, 1 << 26)
            let count = try file.read(atMost: asked, into: &bytes)
            if bytes.count > limit { throw SystemError(code: EFBIG, call: "read", path: path) }
            // A short read that completes the size of a regular file reached its end.
            let isAtEnd = status.kind == .regular && count < asked && bytes.count >= status.size
            if count == 0 || isAtEnd { return bytes }
            chunk = bytes.count > expected ? 1 << 16 : expected - bytes.count + 1
        }
    }

    /// Returns the names in a directory in no particular order, without `.` and `..`. Wraps `readdir(3)`.
    package static func names(in path: String) throws(SystemError) -> [String] {
        do throws(SystemError) {
            let directory = try FileDescriptor(opening: path, for: .directory)
            return try directory.entries().map(\.name)
        } catch {
            throw error.call == "open"
                ? SystemError(code: error.code, call: "opendir", path: path) : error
        }
    }

    /// Creates a directory and its missing parents. An existing directory stays unchanged.
    ///
    /// Each name that is created is on disk when this returns: what is synced in a directory is lost with its name. A
    /// parent that may be entered and not read cannot be synced.
    package static func makeDirectories(
        _ path: String, mode: mode_t = 0o777
    ) throws(SystemError) {
        if isDirectory(path) { return }
        let parent = Path.parent(of: path)
        if parent != path, !parent.isEmpty { try makeDirectories(parent, mode: mode) }
        do throws(SystemError) {
            try retrying("mkdir", path) { unsafe path.withSystemBytes { unsafe mkdir($0, mode) } }
            try? synchronizeDirectory(parent.isEmpty ? "." : parent)
        } catch {
            if !(error.isAlreadyThere && isDirectory(path)) { throw error }
        }
    }

    /// Creates a directory whose parent exists. Wraps `mkdir(2)`.
    ///
    /// - Returns: false if the name exists already.
    package static func makeDirectory(
        _ path: String, mode: mode_t = 0o777
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retrying("mkdir", path) { unsafe path.withSystemBytes { unsafe mkdir($0, mode) } }
            return true
        } catch {
            if error.isAlreadyThere { return false }
            throw error
        }
    }

    /// Waits until the entries of a directory are on disk. Wraps `fsync(2)`.
    package static func synchronizeDirectory(_ path: String) throws(SystemError) {
        let directory = try FileDescriptor(opening: path, for: .directory)
        try directory.synchronize()
    }

    /// Waits until the file system of a directory is on disk. Wraps `syncfs(2)`.
    package static func synchronizeFileSystem(of path: String) throws(SystemError) {
        let directory = try FileDescriptor(opening: path, for: .directory)
        try directory.synchronizeFileSystem()
    }

    /// Renames a file and replaces a file of the new name. Wraps `rename(2)`.
    package static func rename(_ path: String, to newPath: String) throws(SystemError) {
        try retrying("rename", newPath) {
            unsafe path.withSystemBytes { old in
                unsafe newPath.withSystemBytes { unsafe Glibc.rename(old, $0) }
            }
        }
    }

    /// Creates a hard link to a file. Wraps `link(2)`.
    package static func link(_ path: String, to newPath: String) throws(SystemError) {
        try retrying("link", newPath) {
            unsafe path.withSystemBytes { old in
                unsafe newPath.withSystemBytes { unsafe Glibc.link(old, $0) }
            }
        }
    }

    /// Removes a file. Wraps `unlink(2)`.
    package static func remove(_ path: String) throws(SystemError) {
        try retrying("unlink", path) { unsafe path.withSystemBytes { unsafe unlink($0) } }
    }

    /// Removes a directory with its contents; a missing directory is not an error. Wraps `unlinkat(2)`.
    ///
    /// Links are removed, not followed, even if a link replaces a directory during the call.
    package static func removeTree(_ path: String) throws(SystemError) {
        guard try statusOfLink(path) != nil else { return }
        let parent = Path.parent(of: path)
        let directory = try FileDescriptor(opening: parent.isEmpty ? "." : parent, for: .directory)
        try directory.removeTree(Path.name(of: path), path: path)
    }

    /// Removes an empty directory. Wraps `rmdir(2)`.
    package static func removeEmptyDirectory(_ path: String) throws(SystemError) {
        try retrying("rmdir", path) { unsafe path.withSystemBytes { unsafe rmdir($0) } }
    }
}

extension Files {
    /// The files of a directory with their status, sorted by name; links are not followed. Wraps `readdir(3)` and
    /// `fstatat(2)`.
    ///
    /// - Parameters:
    ///   - path: a directory.
    ///   - isWanted: whether a name is looked up.
    /// - Throws: ``SystemError``. A file that is removed during the call is left out.
    package static func statuses(
        in path: String, where isWanted: (String) -> Bool
    ) throws(SystemError) -> [(name: String, status: FileStatus)] {
        let directory = try FileDescriptor(opening: path, for: .directory)
        var found: [(name: String, status: FileStatus)] = []
        for entry in try directory.entries() where isWanted(entry.name) {
            if let status = try directory.status(of: entry.name) {
                found.append((entry.name, status))
            }
        }
        found.sort { $0.name < $1.name }
        return found
    }
}
