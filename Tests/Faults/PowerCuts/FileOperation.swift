/// An operation on a file that the preloaded library has recorded (redo-faults.h).
package struct FileOperation: Sendable {
    package enum Kind: UInt32, CaseIterable, Sendable {
        case open = 1
        case create, write, truncate, fsync, syncfs, rename, link, unlink, rmdir, mkdir, symlink
        case chmod, close, read, list, status, map, lock, memory

        /// Those that change something, or make it last.
        package static let writing: [Kind] = [
            .create, .write, .truncate, .fsync, .syncfs, .rename, .link, .unlink, .rmdir, .mkdir,
            .symlink, .chmod, .close, .lock,
        ]
        /// Those that look at something.
        package static let reading: [Kind] = [.open, .read, .list, .status, .map]
    }

    package let kind: Kind
    /// 0 for an operation that was done.
    package let errno: Int32
    package let inode: UInt64
    package let offset: Int
    /// Of bytes; of a file that was created: 1 for a new one, 2 for one that lost its contents.
    package let count: Int
    package let path: String
    /// The new name of a file that was renamed or linked.
    package let newPath: String
    package let data: [UInt8]

    package init(
        kind: Kind, errno: Int32, inode: UInt64, offset: Int, count: Int, path: String,
        newPath: String, data: [UInt8]
    ) {
        self.kind = kind
        self.errno = errno
        self.inode = inode
        self.offset = offset
        self.count = count
        self.path = path
        self.newPath = newPath
        self.data = data
    }

    package var isDone: Bool { errno == 0 }

    /// The same operation with other bytes.
    package func with(data: [UInt8]) -> FileOperation {
        FileOperation(
            kind: kind, errno: errno, inode: inode, offset: offset, count: data.count, path: path,
            newPath: newPath, data: data)
    }
}
