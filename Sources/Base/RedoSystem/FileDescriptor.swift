internal import CLinux
import Glibc

/// An open file: owns the descriptor and closes it.
package struct FileDescriptor: ~Copyable {
    package let rawValue: Int32
    let path: String
    /// Of a file that was opened as a regular one, what it was then.
    let openingStatus: FileStatus?

    package enum Access: Sendable {
        /// Reads a file of the suite's own: of a store, a configuration, a key. Anything but a regular file is
        /// refused, so that opening and reading never wait.
        case readRegular
        /// Reads what a person names as input, which can be a FIFO or a device and be waited for.
        case read
        /// Creates the file, which must not exist, with this mode.
        case create(mode: mode_t)
        case directory
        /// Writes go to the end of the regular file, which is created if it is missing.
        case append(mode: mode_t)
        /// Creates the regular file if it is missing.
        case lock
        /// Writes to what is there, which is not made; a regular file can be emptied first.
        case overwrite(truncating: Bool)
    }

    /// Opens a file. Wraps `open(2)`, with close-on-exec.
    ///
    /// - Throws: ``SystemError``; `EISDIR` for a directory and ``SystemError/notARegularFile(_:)`` for a FIFO, a
    ///   device or a socket where the access asks for a regular file.
    package init(opening path: String, for access: Access) throws(SystemError) {
        try self.init(opening: path, at: AT_FDCWD, path: path, for: access)
    }

    /// Opens a file in a directory that is open. Wraps `openat(2)`, likewise.
    ///
    /// - Parameter path: of the file, for errors.
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
        // Opening a FIFO waits for its other end, unless it is told not to.
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
                unsafe openat(directory, name, flags | O_CLOEXEC, mode)
            }
        } catch {
            // A socket, a device that is not there, or a FIFO that nobody reads.
            throw isRegular && error.code == ENXIO ? .notARegularFile(path) : error
        }
        openingStatus = isRegular ? try Self.regularStatus(descriptor, path) : nil
        rawValue = descriptor
        self.path = path
    }

    /// What a regular file is. A descriptor of anything else is closed. Wraps `fstat(2)`.
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

    /// Takes a descriptor over, to be closed at the end of this value's life.
    package init(owning rawValue: Int32, path: String) {
        self.rawValue = rawValue
        self.path = path
        openingStatus = nil
    }

    deinit { _ = close(rawValue) }

    /// Reads at most `count` bytes and appends them. Wraps `read(2)`.
    ///
    /// - Returns: how many came; 0 at the end.
    package func read(atMost count: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
        try readBytes(from: rawValue, atMost: count, into: &bytes, path: path)
    }

    /// Reads at most `count` bytes from a place in the file, which must not be negative; fewer at its end.
    /// Wraps `pread(2)`.
    package func read(
        atMost count: Int, from place: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let rest = count - bytes.count
            let start = bytes.count
            // The buffer has room for what is still wanted.
            var piece = [UInt8](repeating: 0, count: rest)
            let received = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe pread(rawValue, buffer.baseAddress, rest, off_t(place + start))
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

    /// Waits until the file's contents are on disk. Wraps `fsync(2)`.
    package func synchronize() throws(SystemError) {
        try retrying("fsync", path) { fsync(rawValue) }
    }

    /// Waits until everything on the file system that holds this file is on disk. Wraps
    /// `syncfs(2)`.
    package func synchronizeFileSystem() throws(SystemError) {
        try retrying("syncfs", path) { syncfs(rawValue) }
    }

    /// Gives the file permissions. Wraps `fchmod(2)`.
    package func setPermissions(_ mode: mode_t) throws(SystemError) {
        try retrying("fchmod", path) { fchmod(rawValue, mode) }
    }

    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try retrying("fstat", path) { unsafe fstat(rawValue, &status) }
        return FileStatus(status)
    }
}

/// Reads at most `count` bytes from a descriptor and appends them. Wraps `read(2)`.
package func readBytes(
    from descriptor: Int32, atMost count: Int, into bytes: inout [UInt8], path: String
) throws(SystemError) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    var failure: SystemError?
    let received = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
        // The buffer ends with the `count` bytes that were appended above.
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
