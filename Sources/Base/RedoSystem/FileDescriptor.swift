internal import CLinux
import Glibc

/// An open file or directory. Owns the descriptor and closes it.
package struct FileDescriptor: ~Copyable {
    /// The number of the descriptor.
    package let rawValue: Int32
    /// The path in errors.
    let path: String
    /// The status at the time of opening; nil unless the access requires a regular file.
    let openingStatus: FileStatus?

    /// The mode in which a file is opened.
    package enum Access: Sendable {
        /// Reads a regular file, such as a file of a store, a configuration or a key. Any other kind is
        /// refused, so opening and reading never block.
        case readRegular
        /// Reads an input that the user names, which may be a FIFO or a device and may block.
        case read
        /// Creates a file that must not exist, with a mode.
        case create(mode: mode_t)
        /// Opens a directory.
        case directory
        /// Appends to a regular file, which is created with a mode if it is missing.
        case append(mode: mode_t)
        /// Opens a regular file for locking, and creates it if it is missing.
        case lock
        /// Writes to an existing file, which may be truncated first.
        case overwrite(truncating: Bool)

        /// The purpose of the access, as a word of a trace.
        fileprivate var purpose: String {
            switch self {
            case .readRegular, .read: "read"
            case .create: "create"
            case .directory: "folder"
            case .append: "append"
            case .lock: "lock"
            case .overwrite: "overwrite"
            }
        }
    }

    /// Opens a file. Wraps `open(2)`, with close-on-exec.
    ///
    /// - Throws: ``SystemError``. If the access requires a regular file: `EISDIR` for a directory, and
    ///   ``SystemError/notARegularFile(_:)`` for a FIFO, device or socket.
    package init(opening path: String, for access: Access) throws(SystemError) {
        try self.init(opening: path, at: AT_FDCWD, path: path, for: access)
    }

    /// Opens a file in an open directory. Wraps `openat(2)`, with close-on-exec.
    ///
    /// - Parameter path: the path of the file in errors.
    /// - Throws: ``SystemError``, as for ``init(opening:for:)``.
    init(
        opening name: String, in directory: borrowing FileDescriptor, path: String,
        for access: Access
    ) throws(SystemError) {
        try self.init(opening: name, at: directory.rawValue, path: path, for: access)
    }

    private init(
        opening name: String, at directory: Int32, path: String, for access: Access
    ) throws(SystemError) {
        let flags: Int32
        var mode: mode_t = 0
        // O_NONBLOCK keeps the opening of a FIFO from waiting for its other end.
        var isRegular = false
        switch access {
        case .readRegular:
            flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
            isRegular = true
        case .read: flags = O_RDONLY
        case .create(let creationMode):
            flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            mode = creationMode
        case .directory: flags = O_RDONLY | O_DIRECTORY
        case .append(let creationMode):
            flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
            mode = creationMode
            isRegular = true
        case .lock:
            flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
            mode = 0o644
            isRegular = true
        case .overwrite(let isTruncating):
            flags = O_WRONLY | O_NOCTTY | (isTruncating ? O_TRUNC : 0)
        }
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try retrying("open", path) {
                unsafe name.withSystemBytes {
                    unsafe openat(directory, $0, flags | O_CLOEXEC, mode)
                }
            }
            Trace.note(.open, "\(access.purpose) \(path)")
        } catch {
            Trace.note(.open, "\(access.purpose) \(path): \(error.reason)")
            // A socket, a missing device, or a FIFO without a reader.
            throw isRegular && error.code == ENXIO ? .notARegularFile(path) : error
        }
        openingStatus = isRegular ? try Self.regularStatus(descriptor, path) : nil
        rawValue = descriptor
        self.path = path
    }

    /// Returns the status of a regular file, and closes the descriptor of any other kind. Wraps `fstat(2)`.
    private static func regularStatus(
        _ descriptor: Int32, _ path: String
    ) throws(SystemError) -> FileStatus {
        var buffer = stat()
        do throws(SystemError) {
            try retrying("fstat", path) { unsafe fstat(descriptor, &buffer) }
            let status = FileStatus(buffer)
            switch status.kind {
            case .regular: return status
            case .directory: throw SystemError(code: EISDIR, call: "read", path: path)
            case .link, .other: throw .notARegularFile(path)
            }
        } catch {
            _ = close(descriptor)
            throw error
        }
    }

    /// Takes over a descriptor.
    package init(owning rawValue: Int32, path: String) {
        self.rawValue = rawValue
        self.path = path
        openingStatus = nil
    }

    deinit { _ = close(rawValue) }

    /// Reads at most `count` bytes and appends them. Wraps `read(2)`.
    ///
    /// - Returns: the number of bytes read; 0 at the end.
    package func read(atMost count: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
        try readBytes(from: rawValue, atMost: count, into: &bytes, path: path)
    }

    /// Reads `count` bytes at an offset; fewer at the end of the file. Wraps `pread(2)`.
    ///
    /// - Parameter offset: the offset in bytes, not negative.
    package func read(
        atMost count: Int, from offset: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let rest = count - bytes.count
            let start = bytes.count
            // The buffer has room for the remaining bytes.
            var piece = [UInt8](repeating: 0, count: rest)
            let received = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe pread(rawValue, buffer.baseAddress, rest, off_t(offset + start))
            }
            if received < 0 {
                if errno == EINTR { continue }
                throw .current("pread", path)
            }
            if received == 0 { break }
            bytes += piece.prefix(received)
        }
        return bytes
    }

    /// Writes all bytes. Wraps `write(2)`.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try writeBytes(bytes, to: rawValue, path: path)
    }

    /// Starts to write the contents of the file to disk, and does not wait for it. It only makes ``synchronize()``
    /// faster. Wraps `sync_file_range(2)`.
    package func beginSynchronizing() {
        _ = sync_file_range(rawValue, 0, 0, UInt32(REDO_SYNC_FILE_RANGE_WRITE))
    }

    /// Waits until the contents of the file are on disk. Wraps `fsync(2)`.
    package func synchronize() throws(SystemError) {
        try retrying("fsync", path) { fsync(rawValue) }
    }

    /// Waits until the file system of this file is on disk. Wraps `syncfs(2)`.
    package func synchronizeFileSystem() throws(SystemError) {
        try retrying("syncfs", path) { syncfs(rawValue) }
    }

    /// Truncates the file. Wraps `ftruncate(2)`.
    package func truncate(toByteCount count: Int) throws(SystemError) {
        try retrying("ftruncate", path) { ftruncate(rawValue, off_t(count)) }
    }

    /// Sets the times of the file to now. Wraps `futimens(3)`.
    package func touch() throws(SystemError) {
        try retrying("futimens", path) { futimens(rawValue, nil) }
    }

    /// Sets the permissions of the file. Wraps `fchmod(2)`.
    package func setPermissions(_ mode: mode_t) throws(SystemError) {
        try retrying("fchmod", path) { fchmod(rawValue, mode) }
    }

    /// Returns the metadata of the file. Wraps `fstat(2)`.
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try retrying("fstat", path) { unsafe fstat(rawValue, &status) }
        return FileStatus(status)
    }
}

/// Reads at most `count` bytes from a descriptor and appends them. Wraps `read(2)`.
///
/// - Parameter path: the path in errors.
/// - Returns: the number of bytes read; 0 at the end.
package func readBytes(
    from descriptor: Int32, atMost count: Int, into bytes: inout [UInt8], path: String
) throws(SystemError) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    var failure: SystemError?
    let received = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
        // The buffer ends with the `count` bytes appended above.
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        do throws(SystemError) {
            return try retrying("read", path) {
                unsafe Glibc.read(descriptor, free.baseAddress, free.count)
            }
        } catch {
            failure = error
            return 0
        }
    }
    bytes.removeLast(count - received)
    if let failure { throw failure }
    return received
}

/// Writes all bytes to a descriptor. Wraps `write(2)`.
///
/// - Parameter path: the path in errors.
package func writeBytes(
    _ bytes: Span<UInt8>, to descriptor: Int32, path: String
) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        let rest = bytes.extracting(written...)
        var failure: SystemError?
        let count = unsafe rest.withUnsafeBufferPointer { buffer -> Int in
            do throws(SystemError) {
                return try retrying("write", path) {
                    unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                }
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        written += count
    }
}

extension FileDescriptor {
    /// A file in memory, open at its beginning. Wraps `memfd_create(2)` and `lseek(2)`.
    ///
    /// - Parameters:
    ///   - bytes: its contents.
    ///   - path: its path in errors.
    package static func inMemory(
        _ bytes: [UInt8] = [], _ path: String = "memory"
    ) throws(SystemError) -> FileDescriptor {
        let closesOnExec: UInt32 = 1
        let file = FileDescriptor(
            owning: try retrying("memfd_create", path) {
                unsafe memfd_create("input", closesOnExec)
            }, path: path)
        try file.write(bytes.span)
        try file.rewind()
        return file
    }

    /// Returns all bytes of a file, from its beginning.
    package func contents() throws(SystemError) -> [UInt8] {
        try rewind()
        var bytes: [UInt8] = []
        while try read(atMost: 1 << 16, into: &bytes) > 0 {}
        return bytes
    }

    private func rewind() throws(SystemError) {
        try retrying("lseek", path) { Int32(lseek(rawValue, 0, SEEK_SET)) }
    }
}
