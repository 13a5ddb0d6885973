import Glibc

/// A system call that failed: which, on what, and why.
package struct SystemError: Error, Equatable, Sendable {
    /// The value of `errno`.
    package let code: Int32
    /// The C function that failed.
    package let call: String
    /// The file that it was called for, or an empty string.
    package let path: String
    /// The reason, if it differs from the system's text for the code.
    private let words: String?

    package init(code: Int32, call: String, path: String, words: String? = nil) {
        self.code = code
        self.call = call
        self.path = path
        self.words = words
    }

    /// The failure that `errno` describes now.
    static func current(_ call: String, _ path: String) -> SystemError {
        SystemError(code: errno, call: call, path: path)
    }

    /// Long work was stopped because a deferred signal must end the process.
    package static let interrupted = SystemError(code: EINTR, call: "", path: "")

    /// A file that was written has other contents when it is read again.
    package static func damagedOnTheWay(_ path: String) -> SystemError {
        SystemError(code: EIO, call: "read", path: path)
    }

    /// The path of a file is a FIFO, a device or a socket.
    package static func notARegularFile(_ path: String) -> SystemError {
        SystemError(code: EINVAL, call: "open", path: path, words: "Not a regular file")
    }

    /// The path of a directory is a link, which is not followed.
    static func symbolicLink(_ path: String) -> SystemError {
        SystemError(
            code: ELOOP, call: "open", path: path,
            words: "Is a symbolic link, which is not followed")
    }

    /// The path of a directory is something else. Not `ENOTDIR`, which means that nothing has the path.
    package static func notADirectory(_ path: String) -> SystemError {
        SystemError(code: EINVAL, call: "open", path: path, words: "Not a directory")
    }

    /// A watched directory is gone.
    package static func missing(_ path: String) -> SystemError {
        SystemError(code: ENOENT, call: "read", path: path)
    }

    package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
    /// Whether the file has the wrong kind or size, so that it is wrong for every reader.
    package var isAboutContent: Bool { code == EISDIR || code == EFBIG || code == EINVAL }
    /// Whether the path is not that of a file: a directory, or a FIFO, a device or a socket.
    package var isAboutKind: Bool { code == EISDIR || code == EINVAL }
    package var isAlreadyThere: Bool { code == EEXIST }
    /// Whether the file system has no hard links: FAT, and some network shares.
    var hasNoLinks: Bool { [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }
    /// Whether permissions forbid the operation.
    package var isDenied: Bool { code == EACCES || code == EPERM }
    /// Whether nothing can be written: permissions forbid it, or the file system is mounted read-only.
    package var isUnwritable: Bool { isDenied || code == EROFS }
    package var isBrokenPipe: Bool { code == EPIPE }
    /// Whether a limit of the system is reached, such as that of watched directories.
    package var isAtLimit: Bool { code == ENOSPC || code == EMFILE || code == ENFILE }
    package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// The reason, usually in the system's words: "No such file or directory". Wraps `strerror(3)`.
    package var reason: String {
        if let words { return words }
        return unsafe String(cString: strerror(code))
    }
}

extension SystemError: CustomStringConvertible {
    package var description: String { path.isEmpty ? reason : "\(reason): \(path)" }
}

/// Repeats a system call for as long as a signal interrupts it.
///
/// - Throws: ``SystemError`` if the call returns −1.
@discardableResult
func retrying<Result: FixedWidthInteger & SignedInteger>(
    _ call: String, _ path: String = "", _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        if errno != EINTR { throw .current(call, path) }
    }
}
