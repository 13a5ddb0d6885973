import Glibc

/// A directory below a root directory that is reached without following symbolic links.
///
/// The user chose the root, so the path of the root may contain links. The contents of the root may come from
/// an untrusted source: a link there could redirect a removal or a write to the user's own files. Each
/// operation therefore opens the directory again with `O_NOFOLLOW`, and works relative to that descriptor.
package struct ContainedDirectory: Sendable {
    /// The whole path.
    package let path: String
    private let root: String
    /// The names of the directories from the root down.
    private let names: [String]

    /// Creates a directory below a root.
    ///
    /// - Parameter names: the names of the directories from the root down.
    package init(_ names: [String], in root: String) {
        self.root = root
        self.names = names
        path = names.reduce(root) { Path.join($0, $1) }
    }

    /// Creates a directory from a path.
    ///
    /// - Parameter depth: the number of names at the end of the path that are below the root; 0 for a directory
    ///   that is its own root.
    package init(_ path: String, depth: Int) {
        var root = path
        var names: [String] = []
        for _ in 0..<depth {
            names.insert(Path.name(of: root), at: 0)
            root = Path.parent(of: root)
        }
        self.init(names, in: root)
    }

    /// Returns a directory inside this one.
    package func directory(_ name: String) -> ContainedDirectory {
        ContainedDirectory(names + [name], in: root)
    }

    /// Returns the path of a file in the directory.
    package func file(_ name: String) -> String { Path.join(path, name) }

    // MARK: Operations

    /// Opens the directory, one name after another. Wraps `openat(2)`.
    ///
    /// - Throws: ``SystemError`` that names the first link, file or missing directory on the path.
    func open() throws(SystemError) -> FileDescriptor {
        var directory = try FileDescriptor(opening: root.isEmpty ? "." : root, for: .directory)
        var path = root
        for name in names {
            path = Path.join(path, name)
            directory = try FileDescriptor(openingDirectory: name, in: directory, path: path)
        }
        return directory
    }

    /// Checks that neither the directory nor one above it is a link or a file.
    ///
    /// - Returns: whether the directory exists.
    /// - Throws: ``SystemError`` that names the link or file.
    @discardableResult
    package func check() throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try open()
            return true
        } catch {
            if error.isNotFound { return false }
            throw error
        }
    }

    /// Creates the directory and its missing parents below the root. Wraps `mkdirat(2)`.
    ///
    /// - Parameter isSynced: whether a directory that is created is on disk when this returns.
    /// - Returns: false if the directory exists already.
    @discardableResult
    package func make(
        mode: mode_t = 0o777, isSynced: Bool = false
    ) throws(SystemError) -> Bool {
        if try check() { return false }
        var directory = try FileDescriptor(opening: root.isEmpty ? "." : root, for: .directory)
        var path = root
        for name in names {
            path = Path.join(path, name)
            do throws(SystemError) {
                try retrying("mkdir", path) {
                    unsafe name.withSystemBytes { unsafe mkdirat(directory.rawValue, $0, mode) }
                }
                if isSynced { try directory.synchronize() }
            } catch {
                if !error.isAlreadyThere { throw error }
            }
            directory = try FileDescriptor(openingDirectory: name, in: directory, path: path)
        }
        return true
    }

    /// Returns the names in the directory in no particular order, without `.` and `..`.
    package func contents() throws(SystemError) -> [String] { try open().entries().map(\.name) }

    /// A name in a directory, and the kind of file that it names.
    package struct Entry: Sendable {
        package let name: String
        /// A link is `link`: it is not followed.
        package let kind: FileStatus.Kind
    }

    /// Returns the entries of the directory, sorted by name. An entry that is removed during the call is left out.
    package func entries() throws(SystemError) -> [Entry] {
        let directory = try open()
        var entries: [Entry] = []
        for entry in try directory.entries() {
            guard let kind = try entry.kind(in: directory) else { continue }
            entries.append(Entry(name: entry.name, kind: kind))
        }
        entries.sort { $0.name < $1.name }
        return entries
    }

    /// Returns the names in some subdirectories of this directory, in no particular order.
    ///
    /// Files are skipped, and so are directories that are removed during the call.
    ///
    /// - Parameter isWanted: whether to list a directory of this name.
    /// - Throws: ``SystemError`` that names the first link.
    package func contentsOfDirectories(
        where isWanted: (String) -> Bool
    ) throws(SystemError) -> [(directory: String, names: [String])] {
        let directory = try open()
        var contents: [(directory: String, names: [String])] = []
        for entry in try directory.entries() where isWanted(entry.name) {
            let path = file(entry.name)
            do throws(SystemError) {
                let child = try FileDescriptor(
                    openingDirectory: entry.name, in: directory, path: path)
                contents.append((entry.name, try child.entries().map(\.name)))
            } catch {
                if !error.isNotFound, error != .notADirectory(path) { throw error }
            }
        }
        return contents
    }

    /// Returns the names in the directory that are of one kind, in no particular order. Links are not followed.
    package func names(of kind: FileStatus.Kind) throws(SystemError) -> [String] {
        let directory = try open()
        var names: [String] = []
        for entry in try directory.entries() where try entry.kind(in: directory) == kind {
            names.append(entry.name)
        }
        return names
    }

    /// Whether a link in the directory leads to a file in it or below it, or to none: such a link redirects nothing, and
    /// Git makes them, as `HEAD -> refs/heads/main`.
    package func isInnerLink(_ name: String) throws(SystemError) -> Bool {
        let target: String
        let kind: FileStatus.Kind?
        do throws(SystemError) {
            target = try Path.linkContent(of: file(name))
            kind = try Files.statusOfLink(file(target))?.kind
        } catch {
            // The link was removed, or leads through a file.
            if error.isNotFound || error.code == EINVAL || error.code == ENOTDIR { return true }
            throw error
        }
        let isBelow = !target.hasPrefix("/") && !target.split(separator: "/").contains("..")
        // A link to another one is as good as that one, which is looked at by itself.
        return isBelow && [.regular, .link, nil].contains(kind)
    }

    /// Returns the path of the first FIFO, socket, device, or link other than an inner one (``isInnerLink(_:)``), below the
    /// directory; nil if there is none.
    ///
    /// - Parameter isExcluded: whether to skip a name in the directory itself.
    /// - Complexity: O(n) for n names below the directory; no file is opened.
    package func firstSpecialFile(
        besides isExcluded: (String) -> Bool = { _ in false }
    ) throws(SystemError) -> String? {
        let directory = try open()
        for entry in try directory.entries() where !isExcluded(entry.name) {
            switch try entry.kind(in: directory) {
            case .regular, nil: continue
            case .directory:
                do throws(SystemError) {
                    if let path = try self.directory(entry.name).firstSpecialFile() { return path }
                } catch {
                    // The directory was removed after it was listed.
                    if !error.isNotFound { throw error }
                }
            case .link:
                if try !isInnerLink(entry.name) { return file(entry.name) }
            case .other: return file(entry.name)
            }
        }
        return nil
    }

    /// Removes a file or link from the directory.
    package func remove(_ name: String) throws(SystemError) {
        try ContainedFile(name, in: self).remove()
    }

    /// Waits until the entries of the directory are on disk. Wraps `fsync(2)`.
    package func synchronize() throws(SystemError) { try open().synchronize() }

    /// Waits until the entries of the directory, and of those from the root down to it, are on disk. Wraps `fsync(2)`.
    package func synchronizePath() throws(SystemError) {
        for depth in 0...names.count {
            try ContainedDirectory(Array(names.prefix(depth)), in: root).synchronize()
        }
    }

    /// Removes the directory with its contents; a missing directory is not an error. Wraps `unlinkat(2)`.
    ///
    /// Links in the directory are removed, not followed.
    ///
    /// - Throws: ``SystemError``, also if the directory itself is a link.
    package func removeTree() throws(SystemError) {
        do throws(SystemError) {
            // Fails if the directory itself is a link, which must not be removed.
            _ = try open()
            let parent = try ContainedDirectory(names.dropLast(), in: root).open()
            try parent.removeTree(Path.name(of: path), path: path)
        } catch {
            if !error.isNotFound { throw error }
        }
    }
}
