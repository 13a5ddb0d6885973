import Glibc

/// A file that one process at a time holds.
///
/// The system lets go of it when the process ends, however it ends, so a lock is never stale. The
/// file stays: removing it could let two processes hold two files of one name.
package struct FileLock: ~Copyable {
    private let file: FileDescriptor

    private init(_ file: consuming FileDescriptor) { self.file = file }

    /// Takes a lock, which lasts as long as this value. Wraps `flock(2)`.
    ///
    /// - Returns: nil where another process holds it.
    package static func take(_ path: String) throws(SystemError) -> FileLock? {
        try take(try FileDescriptor(opening: path, for: .lock), path)
    }

    /// Takes the lock of a folder, likewise.
    package static func take(directory path: String) throws(SystemError) -> FileLock? {
        try take(try FileDescriptor(opening: path, for: .directory), path)
    }

    /// Waits for the lock of a folder.
    package static func wait(directory path: String) throws(SystemError) -> FileLock {
        let file = try FileDescriptor(opening: path, for: .directory)
        let descriptor = file.rawValue
        try retrying("flock", path) { flock(descriptor, LOCK_EX) }
        return FileLock(file)
    }

    private static func take(
        _ file: consuming FileDescriptor, _ path: String
    ) throws(SystemError) -> FileLock? {
        do throws(SystemError) {
            try retrying("flock", path) { flock(file.rawValue, LOCK_EX | LOCK_NB) }
        } catch {
            if error.code == EWOULDBLOCK { return nil }
            throw error
        }
        return FileLock(file)
    }
}
