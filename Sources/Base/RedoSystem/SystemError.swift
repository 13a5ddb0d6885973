import Glibc

/// A system call that failed: which, on what, and why.
package struct SystemError: Error, Equatable, Sendable {
    /// The value of `errno`.
    package let code: Int32
    /// The C function that failed.
    package let call: String
    /// The file that it was called for, or an empty string.
    package let path: String
    /// What went wrong where the system's words do not say it.
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

    /// What long work fails with when a signal that was held back wants to end the process.
    package static let interrupted = SystemError(code: EINTR, call: "", path: "")

    /// What writing fails with where reading the file gives other bytes.
    package static func damagedOnTheWay(_ path: String) -> SystemError {
        SystemError(code: EIO, call: "read", path: path)
    }

    /// What reading fails with where a FIFO, a device or a socket has the name of a file.
    package static func notARegularFile(_ path: String) -> SystemError {
        SystemError(code: EINVAL, call: "open", path: path, words: "Not a regular file")
    }

    /// What using a folder fails with where a link has its name, and links are not followed.
    static func symbolicLink(_ path: String) -> SystemError {
        SystemError(
            code: ELOOP, call: "open", path: path,
            words: "Is a symbolic link, which is not followed")
    }

    /// What using a folder fails with where something else has its name. Not `ENOTDIR`, which says that there
    /// is nothing at a path.
    package static func notADirectory(_ path: String) -> SystemError {
        SystemError(code: EINVAL, call: "open", path: path, words: "Not a directory")
    }

    /// What watching a folder fails with when the folder is gone.
    package static func missing(_ path: String) -> SystemError {
        SystemError(code: ENOENT, call: "read", path: path)
    }

    package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
    /// Whether what is there is of another kind or too large, so that it is wrong whoever reads it.
    package var isAboutContent: Bool { code == EISDIR || code == EFBIG || code == EINVAL }
    /// Whether what is there is not a file: a folder, or a FIFO, a device or a socket.
    package var isAboutKind: Bool { code == EISDIR || code == EINVAL }
    package var isAlreadyThere: Bool { code == EEXIST }
    /// Whether the file system has no hard links: FAT, and some network shares.
    var hasNoLinks: Bool { [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }
    /// Whether permissions forbid it.
    package var isDenied: Bool { code == EACCES || code == EPERM }
    /// Whether nothing can be written there: permissions forbid it, or the file system is mounted for reading.
    package var isUnwritable: Bool { isDenied || code == EROFS }
    package var isBrokenPipe: Bool { code == EPIPE }
    /// Whether the system allows no more of something, such as folders that are watched.
    package var isAtLimit: Bool { code == ENOSPC || code == EMFILE || code == ENFILE }
    package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// What went wrong, mostly in the system's words: "No such file or directory". Wraps `strerror(3)`.
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
/// - Throws: ``SystemError`` when the call answers −1.
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
