import Glibc

/// Operations on files by path.
package enum Files {
    /// Looks a file up, following links. Wraps `stat(2)`.
    ///
    /// - Returns: nil where there is none.
    package static func status(of path: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) {
            try retrying("stat", path) { unsafe stat(path, &status) }
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        return FileStatus(status)
    }

    /// Looks a file up; a link is neither a file nor a directory. Wraps `lstat(2)`.
    ///
    /// - Returns: nil where there is none.
    package static func statusOfLink(_ path: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) {
            try retrying("lstat", path) { unsafe lstat(path, &status) }
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        return FileStatus(status)
    }

    package static func isDirectory(_ path: String) -> Bool {
        ((try? status(of: path)) ?? nil)?.kind == .directory
    }

    package static func isExecutable(_ path: String) -> Bool {
        guard let status = (try? status(of: path)) ?? nil, status.kind == .regular else {
            return false
        }
        return unsafe access(path, X_OK) == 0
    }

    /// Whether it is a file that this process may read. Wraps `access(2)`.
    package static func isReadable(_ path: String) -> Bool {
        guard let status = (try? status(of: path)) ?? nil, status.kind == .regular else {
            return false
        }
        return unsafe access(path, R_OK) == 0
    }

    /// Reads a whole file of the suite's own. Anything but a regular file is refused, so it never waits.
    ///
    /// - Parameter limit: the most bytes that are read; a longer file fails with `EFBIG`.
    package static func read(
        _ path: String, limit: Int = .max
    ) throws(SystemError) -> [UInt8] {
        try read(try FileDescriptor(opening: path, for: .readRegular), path, limit: limit)
    }

    /// Reads all of what a person names as input: a file, or a FIFO or device until it ends.
    ///
    /// - Parameter limit: the most bytes that are read; more fail with `EFBIG`.
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
        // A size of zero or more bytes than were promised: a pipe, a device, a file that grows.
        var chunk = max(expected + 1, 1 << 12)
        while true {
            let asked = min(chunk, 1 << 26)
            let count = try file.read(atMost: asked, into: &bytes)
            if bytes.count > limit { throw SystemError(code: EFBIG, call: "read", path: path) }
            // A regular file that gave less than it was asked for, and all that it had, has no more.
            let isAtEnd = status.kind == .regular && count < asked && bytes.count >= status.size
            if count == 0 || isAtEnd { return bytes }
            chunk = bytes.count > expected ? 1 << 16 : expected - bytes.count + 1
        }
    }

    /// The names in a directory, in no order, without `.` and `..`. Wraps `readdir(3)`.
    package static func names(in path: String) throws(SystemError) -> [String] {
        do throws(SystemError) {
            let directory = try FileDescriptor(opening: path, for: .directory)
            return try directory.names().map(\.name)
        } catch {
            throw error.call == "open"
                ? SystemError(code: error.code, call: "opendir", path: path) : error
        }
    }

    /// Makes a directory and those above it. What is there already stays as it is.
    package static func makeDirectories(
        _ path: String, mode: mode_t = 0o777
    ) throws(SystemError) {
        if isDirectory(path) { return }
        let parent = Path.parent(of: path)
        if parent != path, !parent.isEmpty { try makeDirectories(parent, mode: mode) }
        do throws(SystemError) {
            try retrying("mkdir", path) { unsafe mkdir(path, mode) }
        } catch {
            if !(error.isAlreadyThere && isDirectory(path)) { throw error }
        }
    }

    /// Makes one directory. Wraps `mkdir(2)`.
    ///
    /// - Returns: false where it was there.
    package static func makeDirectory(
        _ path: String, mode: mode_t = 0o777
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retrying("mkdir", path) { unsafe mkdir(path, mode) }
            return true
        } catch {
            if error.isAlreadyThere { return false }
            throw error
        }
    }

    /// Waits until the names in a directory are on disk.
    package static func synchronizeDirectory(_ path: String) throws(SystemError) {
        let directory = try FileDescriptor(opening: path, for: .directory)
        try directory.synchronize()
    }

    /// Waits until everything on the file system that holds a directory is on disk.
    package static func synchronizeFileSystem(of path: String) throws(SystemError) {
        let directory = try FileDescriptor(opening: path, for: .directory)
        try directory.synchronizeFileSystem()
    }

    /// Gives a file a new name, replacing what had it. Wraps `rename(2)`.
    package static func rename(_ path: String, to newPath: String) throws(SystemError) {
        try retrying("rename", newPath) { unsafe Glibc.rename(path, newPath) }
    }

    /// Gives a file a second name. Wraps `link(2)`.
    package static func link(_ path: String, to newPath: String) throws(SystemError) {
        try retrying("link", newPath) { unsafe Glibc.link(path, newPath) }
    }

    /// Removes a file. Wraps `unlink(2)`.
    package static func remove(_ path: String) throws(SystemError) {
        try retrying("unlink", path) { unsafe unlink(path) }
    }

    /// Removes a folder and all that is in it; links are removed, not followed, also where one takes a
    /// folder's place meanwhile. Wraps `unlinkat(2)`.
    package static func removeTree(_ path: String) throws(SystemError) {
        guard try statusOfLink(path) != nil else { return }
        let parent = Path.parent(of: path)
        let folder = try FileDescriptor(opening: parent.isEmpty ? "." : parent, for: .directory)
        try folder.removeTree(Path.name(of: path), path: path)
    }

    /// Removes a folder that has nothing in it. Wraps `rmdir(2)`.
    package static func removeEmptyDirectory(_ path: String) throws(SystemError) {
        try retrying("rmdir", path) { unsafe rmdir(path) }
    }
}
