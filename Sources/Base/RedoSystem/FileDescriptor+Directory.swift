import Glibc

/// A name in a directory.
struct DirectoryEntry {
    let name: String
    /// Nil where the file system does not say what it is in a listing.
    fileprivate let listedKind: FileStatus.Kind?

    /// What it is; a link is not followed. Nil if it is gone.
    func kind(in directory: borrowing FileDescriptor) throws(SystemError) -> FileStatus.Kind? {
        if let listedKind { return listedKind }
        return try directory.status(of: name)?.kind
    }
}

/// Operations on names in a directory that is open.
extension FileDescriptor {
    /// Opens a folder in another one, if it is no link. Wraps `openat(2)`.
    ///
    /// - Parameter path: of the folder, for errors.
    /// - Throws: ``SystemError/symbolicLink(_:)`` or ``SystemError/notADirectory(_:)`` where it is no folder.
    init(
        openingFolder name: String, in parent: borrowing FileDescriptor, path: String
    ) throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let directory = parent.rawValue
        do throws(SystemError) {
            let descriptor = try retrying("open", path) { unsafe openat(directory, name, flags) }
            self.init(owning: descriptor, path: path)
        } catch {
            guard error.code == ENOTDIR || error.code == ELOOP else { throw error }
            let isLink = try parent.status(of: name)?.kind == .link
            throw isLink ? .symbolicLink(path) : .notADirectory(path)
        }
    }

    /// Looks a name up; a link is neither a file nor a directory. Wraps `fstatat(2)`.
    ///
    /// - Returns: nil where there is none.
    func status(of name: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) {
            try retrying("lstat", Path.join(path, name)) {
                unsafe fstatat(rawValue, name, &status, AT_SYMLINK_NOFOLLOW)
            }
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        return FileStatus(status)
    }

    /// The names in the directory, in no order, without `.` and `..`. Wraps `readdir(3)`.
    func names() throws(SystemError) -> [DirectoryEntry] {
        // A description of its own: reading moves its offset, and closing closes it.
        let own = try retrying("open", path) {
            unsafe openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let directory = unsafe fdopendir(own) else {
            let error = SystemError.current("opendir", path)
            _ = close(own)
            throw error
        }
        defer { unsafe closedir(directory) }
        var entries: [DirectoryEntry] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(directory) else {
                if errno != 0 { throw .current("readdir", path) }
                return entries
            }
            // The name is terminated inside the entry, which lives until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name == "." || name == ".." { continue }
            let kind = FileStatus.Kind(listed: unsafe entry.pointee.d_type)
            entries.append(DirectoryEntry(name: name, listedKind: kind))
        }
    }

    /// Removes a name and all that is below it; links are removed, not followed. Wraps `unlinkat(2)`.
    ///
    /// - Parameter path: of what is removed, for errors.
    func removeTree(_ name: String, path: String) throws(SystemError) {
        guard let status = try status(of: name) else { return }
        guard status.kind == .directory else {
            try retrying("unlink", path) { unsafe unlinkat(rawValue, name, 0) }
            return
        }
        do {
            let folder = try FileDescriptor(openingFolder: name, in: self, path: path)
            for entry in try folder.names() {
                try folder.removeTree(entry.name, path: Path.join(path, entry.name))
            }
        }
        try retrying("rmdir", path) { unsafe unlinkat(rawValue, name, AT_REMOVEDIR) }
    }
}

extension FileStatus.Kind {
    /// - Parameter type: what `readdir(3)` says; nil is the answer where that is nothing.
    fileprivate init?(listed type: UInt8) {
        switch Int(type) {
        case Int(DT_REG): self = .regular
        case Int(DT_DIR): self = .directory
        case Int(DT_LNK): self = .link
        case Int(DT_UNKNOWN): return nil
        default: self = .other
        }
    }
}
