import Glibc

/// What the system knows of a file.
package struct FileStatus: Sendable {
    package enum Kind: Sendable { case regular, directory, link, other }

    package let kind: Kind
    /// In bytes.
    package let size: Int
    package let owner: UInt32
    /// The nine permission bits and the three above them.
    package let permissions: UInt32
    /// Seconds since 1970.
    package let modified: Int
    /// Bytes that the file takes on disk.
    package let sizeOnDisk: Int
    /// The same for two names of one file, and for no two files that are there at once.
    package let identity: Identity

    /// When the file or what the system knows of it was changed last.
    package let changed: Moment

    /// A moment of the system's clock for files.
    package struct Moment: Equatable, Sendable {
        fileprivate let seconds: Int
        fileprivate let nanoseconds: Int
    }

    package struct Identity: Hashable, Sendable {
        fileprivate let device: UInt
        fileprivate let number: UInt
    }

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
        identity = Identity(device: status.st_dev, number: status.st_ino)
    }
}
