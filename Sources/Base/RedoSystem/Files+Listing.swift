extension Files {
    /// The files of a folder with their status, sorted by name; links are not followed. Wraps `readdir(3)` and
    /// `fstatat(2)`.
    ///
    /// - Parameters:
    ///   - path: a folder.
    ///   - isWanted: whether a name is looked up.
    /// - Throws: ``SystemError``. A file that goes away in between is left out.
    package static func statuses(
        in path: String, where isWanted: (String) -> Bool
    ) throws(SystemError) -> [(name: String, status: FileStatus)] {
        let folder = try FileDescriptor(opening: path, for: .directory)
        var found: [(name: String, status: FileStatus)] = []
        for entry in try folder.entries() where isWanted(entry.name) {
            if let status = try folder.status(of: entry.name) { found.append((entry.name, status)) }
        }
        found.sort { $0.name < $1.name }
        return found
    }
}
