import Glibc

/// An exclusive lock on a file or directory, held by one process at a time.
///
/// The system releases the lock when the process ends for any reason, so a lock is never stale. The file
/// is not removed: otherwise two processes could lock two files of the same name.
package struct FileLock: ~Copyable {
    private let file: FileDescriptor

    private init(_ file: consuming FileDescriptor) { self.file = file }

    /// Acquires the lock of a file, which is created if it is missing. Wraps `flock(2)`.
    ///
    /// The lock lasts as long as the returned value.
    ///
    /// - Parameter patience: how long to try, in milliseconds.
    /// - Returns: nil if another process holds the lock.
    package static func take(_ path: String, patience: Int = 0) throws(SystemError) -> FileLock? {
        try take(try FileDescriptor(opening: path, for: .lock), path, patience: patience)
    }

    /// Waits for the lock of a file, which is created if it is missing. Wraps `flock(2)`.
    package static func wait(_ path: String) throws(SystemError) -> FileLock {
        try wait(try FileDescriptor(opening: path, for: .lock), path)
    }

    /// Acquires the lock of a file that whoever holds the lock may replace: the lock is of the file that has the name
    /// now.
    ///
    /// - Parameter patience: how long to try, in milliseconds.
    /// - Returns: nil if another process holds the lock.
    package static func take(
        replaceable path: String, patience: Int
    ) throws(SystemError) -> FileLock? {
        while true {
            guard let lock = try take(path, patience: patience) else { return nil }
            let locked = try lock.file.status().identity
            if try Files.status(of: path)?.identity == locked { return lock }
        }
    }

    /// Acquires the lock of a directory. Wraps `flock(2)`.
    ///
    /// - Returns: nil if another process holds the lock.
    package static func take(directory path: String) throws(SystemError) -> FileLock? {
        try take(try FileDescriptor(opening: path, for: .directory), path)
    }

    /// Waits for the lock of a directory. Wraps `flock(2)`.
    package static func wait(directory path: String) throws(SystemError) -> FileLock {
        try wait(try FileDescriptor(opening: path, for: .directory), path)
    }

    private static func wait(
        _ file: consuming FileDescriptor, _ path: String
    ) throws(SystemError) -> FileLock {
        let descriptor = file.rawValue
        try retrying("flock", path) { flock(descriptor, LOCK_EX) }
        return FileLock(file)
    }

    private static func take(
        _ file: consuming FileDescriptor, _ path: String, patience: Int = 0
    ) throws(SystemError) -> FileLock? {
        let descriptor = file.rawValue
        var rest = patience
        while true {
            do throws(SystemError) {
                try retrying("flock", path) { flock(descriptor, LOCK_EX | LOCK_NB) }
                return FileLock(file)
            } catch {
                guard error.code == EWOULDBLOCK else { throw error }
            }
            guard rest > 0 else { return nil }
            Clock.wait(milliseconds: 1)
            rest -= 1
        }
    }
}
