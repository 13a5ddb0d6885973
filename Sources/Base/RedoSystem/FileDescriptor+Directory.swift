import Glibc

/// An entry of a directory.
struct DirectoryEntry {
    let name: String
    /// The kind that the listing reports; nil if the file system does not report one.
    fileprivate let listedKind: FileStatus.Kind?

    /// The kind of the entry, without following links; nil if it no longer exists.
    func kind(in directory: borrowing FileDescriptor) throws(SystemError) -> FileStatus.Kind? {
        if let listedKind { return listedKind }
        return try directory.status(of: name)?.kind
    }
}

/// Operations on the entries of an open directory.
extension FileDescriptor {
    /// Opens a directory in another one without following a link. Wraps `openat(2)`.
    ///
    /// - Parameter path: the path of the directory in errors.
    /// - Throws: ``SystemError/symbolicLink(_:)`` or ``SystemError/notADirectory(_:)`` if it is not a directory.
    init(
        openingDirectory name: String, in parent: borrowing FileDescriptor, path: String
    ) throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let directory = parent.rawValue
        do throws(SystemError) {
            let descriptor = try retrying("open", path) {
                unsafe name.withSystemBytes { unsafe openat(directory, $0, flags) }
            }
            self.init(owning: descriptor, path: path)
        } catch {
            guard error.code == ENOTDIR || error.code == ELOOP else { throw error }
            let isLink = try parent.status(of: name)?.kind == .link
            throw isLink ? .symbolicLink(path) : .notADirectory(path)
        }
    }

    /// Looks up a name without following a link. Wraps `fstatat(2)`.
    ///
    /// - Returns: nil if the name does not exist.
    func status(of name: String) throws(SystemError) -> FileStatus? {
        let descriptor = rawValue
        return try FileStatus.lookUp("lstat", Path.join(path, name)) { status in
            unsafe name.withSystemBytes {
                unsafe fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
            }
        }
    }

    /// Returns the entries in no particular order, without `.` and `..`. Wraps `readdir(3)`.
    func entries() throws(SystemError) -> [DirectoryEntry] {
        // Reading moves the offset and `closedir` closes the descriptor, so the directory is opened again.
        let descriptor = try retrying("open", path) {
            unsafe openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let directory = unsafe fdopendir(descriptor) else {
            let error = SystemError.current("opendir", path)
            _ = close(descriptor)
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
            // The name is null-terminated inside the entry, which is valid until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe SystemText.text(cString: $0)
                }
            }
            if name == "." || name == ".." { continue }
            let kind = FileStatus.Kind(listed: unsafe entry.pointee.d_type)
            entries.append(DirectoryEntry(name: name, listedKind: kind))
        }
    }

    /// Removes a file or a directory with its contents, without following links. Wraps `unlinkat(2)`.
    ///
    /// - Parameter path: the path of the file or directory in errors.
    func removeTree(_ name: String, path: String) throws(SystemError) {
        guard let status = try status(of: name) else { return }
        guard status.kind == .directory else {
            try retrying("unlink", path) {
                unsafe name.withSystemBytes { unsafe unlinkat(rawValue, $0, 0) }
            }
            return
        }
        do {
            let directory = try FileDescriptor(openingDirectory: name, in: self, path: path)
            for entry in try directory.entries() {
                try directory.removeTree(entry.name, path: Path.join(path, entry.name))
            }
        }
        try retrying("rmdir", path) {
            unsafe name.withSystemBytes { unsafe unlinkat(rawValue, $0, AT_REMOVEDIR) }
        }
    }
}

extension FileStatus.Kind {
    /// Converts a `d_type` of `readdir(3)`; nil for `DT_UNKNOWN`.
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
