/// An operation on a file that the preloaded library has recorded (redo-faults.h).
struct FileOperation {
    enum Kind: UInt32, CaseIterable {
        case open = 1
        case create, write, truncate, fsync, syncfs, rename, link, unlink, rmdir, mkdir, symlink
        case chmod, close, read, list, status, map, lock, memory

        /// Those that change something, or make it last.
        static let writing: [Kind] = [
            .create, .write, .truncate, .fsync, .syncfs, .rename, .link, .unlink, .rmdir, .mkdir,
            .symlink, .chmod, .close, .lock,
        ]
        /// Those that look at something.
        static let reading: [Kind] = [.open, .read, .list, .status, .map]
    }

    let kind: Kind
    /// 0 for an operation that was done.
    let errno: Int32
    let inode: UInt64
    let offset: Int
    /// Of bytes; of a file that was created: 1 for a new one, 2 for one that lost its contents.
    let count: Int
    let path: String
    /// The new name of a file that was renamed or linked.
    let newPath: String
    let data: [UInt8]

    var isDone: Bool { errno == 0 }

    /// The same operation with other bytes.
    func with(data: [UInt8]) -> FileOperation {
        FileOperation(
            kind: kind, errno: errno, inode: inode, offset: offset, count: data.count, path: path,
            newPath: newPath, data: data)
    }
}
