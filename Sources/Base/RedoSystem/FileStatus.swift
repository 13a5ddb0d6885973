import Glibc

/// The metadata of a file.
package struct FileStatus: Sendable {
    /// The type of a file; a FIFO, device or socket is `other`.
    package enum Kind: Sendable { case regular, directory, link, other }

    /// The type of the file.
    package let kind: Kind
    /// The size of the contents in bytes.
    package let size: Int
    /// The user id of the owner.
    package let owner: UInt32
    /// The nine permission bits with setuid, setgid and sticky.
    package let permissions: UInt32
    /// The time of the last modification in seconds since 1970-01-01T00:00:00Z.
    package let modified: Int
    /// The bytes that the file occupies on disk.
    package let sizeOnDisk: Int
    /// The identity of the file: equal for two names of one file, and different for any two existing files.
    package let identity: Identity

    /// The time of the last change of the contents or the metadata.
    package let changed: Moment

    /// A time by the clock of the file system.
    package struct Moment: Equatable, Sendable {
        fileprivate let seconds: Int
        fileprivate let nanoseconds: Int
    }

    /// Values that differ if a file was written again: times in nanoseconds since 1970, size and inode.
    package struct Signature: Equatable, Sendable {
        package let modified: Int64
        package let changed: Int64
        package let size: Int64
        package let inode: UInt64

        package init(modified: Int64, changed: Int64, size: Int64, inode: UInt64) {
            self.modified = modified
            self.changed = changed
            self.size = size
            self.inode = inode
        }
    }

    package let signature: Signature

    /// A device and an inode number.
    package struct Identity: Hashable, Sendable {
        fileprivate let device: UInt
        fileprivate let inode: UInt
    }

    /// Converts a `stat`.
    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        size = Int(status.st_size)
        owner = status.st_uid
        permissions = status.st_mode & 0o7777
        modified = status.st_mtim.tv_sec
        sizeOnDisk = Int(status.st_blocks) * 512
        changed = Moment(
            seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
        signature = Signature(
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
            changed: Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec),
            size: Int64(status.st_size), inode: UInt64(status.st_ino))
        identity = Identity(device: status.st_dev, inode: status.st_ino)
    }

    /// Looks up a file with a call that fills in a `stat`.
    ///
    /// - Parameters:
    ///   - call: the name of the call in errors.
    ///   - path: the path of the file in errors.
    /// - Returns: nil if the file does not exist.
    static func lookUp(
        _ call: String, _ path: String, _ body: (inout stat) -> Int32
    ) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) {
            try retrying(call, path) { body(&status) }
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        return FileStatus(status)
    }
}
