import Glibc

/// A folder inside another one, its root, that is reached from there without following symbolic links.
///
/// The root is the folder that a person chose, so links lead to it as they please. Whoever wrote what is
/// below it may be a stranger: a link there would turn removing and writing files against the user's own.
/// Each operation opens the folder anew with `O_NOFOLLOW`, and removes, lists and makes relative to that
/// descriptor.
package struct InnerFolder: Sendable {
    package let path: String
    private let root: String
    /// From the root down.
    private let names: [String]

    /// - Parameter names: of the folders, from the root down.
    package init(_ names: [String], in root: String) {
        self.root = root
        self.names = names
        path = names.reduce(root) { Path.join($0, $1) }
    }

    /// A folder by its path, whose last names are not reached through links.
    ///
    /// - Parameter depth: how many names that are; 0 for a folder that is its own root.
    package init(_ path: String, depth: Int) {
        var root = path
        var names: [String] = []
        for _ in 0..<depth {
            names.insert(Path.name(of: root), at: 0)
            root = Path.parent(of: root)
        }
        self.init(names, in: root)
    }

    /// The folder of a name in this one.
    package func folder(_ name: String) -> InnerFolder { InnerFolder(names + [name], in: root) }

    /// The path of a file in the folder.
    package func file(_ name: String) -> String { Path.join(path, name) }

    // MARK: Operations

    /// Opens the folder. Wraps `openat(2)`, once for each name.
    ///
    /// - Throws: ``SystemError`` that names the first link, file or gap on the way.
    func open() throws(SystemError) -> FileDescriptor {
        var folder = try FileDescriptor(opening: root.isEmpty ? "." : root, for: .directory)
        var path = root
        for name in names {
            path = Path.join(path, name)
            folder = try FileDescriptor(openingFolder: name, in: folder, path: path)
        }
        return folder
    }

    /// Makes sure that the folder is one, or missing.
    ///
    /// - Returns: whether it is there.
    /// - Throws: ``SystemError`` where a link or something else has the name of the folder or of one above.
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

    /// Makes the folder and those between the root and it. Wraps `mkdirat(2)`.
    ///
    /// - Returns: whether it was missing.
    @discardableResult
    package func make(mode: mode_t = 0o777) throws(SystemError) -> Bool {
        if try check() { return false }
        var folder = try FileDescriptor(opening: root.isEmpty ? "." : root, for: .directory)
        var path = root
        for name in names {
            path = Path.join(path, name)
            do throws(SystemError) {
                try retrying("mkdir", path) { unsafe mkdirat(folder.rawValue, name, mode) }
            } catch {
                if !error.isAlreadyThere { throw error }
            }
            folder = try FileDescriptor(openingFolder: name, in: folder, path: path)
        }
        return true
    }

    /// The names in the folder, in no order, without `.` and `..`.
    package func contents() throws(SystemError) -> [String] { try open().names().map(\.name) }

    /// The names in some folders of this one, in no order. What is gone has none; what is no folder is passed
    /// over, but for links.
    ///
    /// - Parameter isWanted: tells the names of the folders.
    /// - Throws: ``SystemError`` that names the first link.
    package func contentsOfFolders(
        where isWanted: (String) -> Bool
    ) throws(SystemError) -> [(folder: String, names: [String])] {
        let folder = try open()
        var contents: [(folder: String, names: [String])] = []
        for entry in try folder.names() where isWanted(entry.name) {
            let path = file(entry.name)
            do throws(SystemError) {
                let inner = try FileDescriptor(
                    openingFolder: entry.name, in: folder, path: path)
                contents.append((entry.name, try inner.names().map(\.name)))
            } catch {
                if !error.isNotFound, error != .notADirectory(path) { throw error }
            }
        }
        return contents
    }

    /// The names of the links in the folder, in no order.
    package func links() throws(SystemError) -> [String] {
        let folder = try open()
        var links: [String] = []
        for entry in try folder.names() where try entry.kind(in: folder) == .link {
            links.append(entry.name)
        }
        return links
    }

    /// The path of something below the folder that is neither a file nor a folder: a link, a FIFO, a socket or
    /// a device; nil where there is none.
    ///
    /// - Parameter isPassedOver: tells names in the folder itself that nobody reads.
    /// - Complexity: O(n) for n names below the folder; none of the files is looked at.
    package func firstSpecialFile(
        besides isPassedOver: (String) -> Bool = { _ in false }
    ) throws(SystemError) -> String? {
        let folder = try open()
        for entry in try folder.names() where !isPassedOver(entry.name) {
            switch try entry.kind(in: folder) {
            case .regular, nil: continue
            case .directory:
                do throws(SystemError) {
                    if let path = try self.folder(entry.name).firstSpecialFile() { return path }
                } catch {
                    // Removed since it was listed.
                    if !error.isNotFound { throw error }
                }
            case .link, .other: return file(entry.name)
            }
        }
        return nil
    }

    /// Removes a file from the folder; of a link, the link.
    package func remove(_ name: String) throws(SystemError) {
        try InnerFile(name, in: self).remove()
    }

    /// Waits until the names in the folder are on disk.
    package func synchronize() throws(SystemError) { try open().synchronize() }

    /// Removes the folder and all that is in it; links in it are removed, not followed. One that is missing
    /// stays so.
    package func removeTree() throws(SystemError) {
        do throws(SystemError) {
            // A link that has its name is not removed in its place.
            _ = try open()
            let parent = try InnerFolder(names.dropLast(), in: root).open()
            try parent.removeTree(Path.name(of: path), path: path)
        } catch {
            if !error.isNotFound { throw error }
        }
    }
}
