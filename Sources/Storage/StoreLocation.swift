import RedoSystem

/// The location of a store, and how it was found.
package struct StoreLocation: Sendable {
    /// The way in which a store was found.
    package enum Origin: Sendable {
        /// `--redo-dir` or `REDO_DIR`.
        case named
        /// The nearest `.redo` upwards. One that is a link is found and then refused: if it were skipped, tasks would
        /// be written into another store than the one that the user sees.
        case discovered
        /// The personal store.
        case home
    }

    package let path: String
    package let origin: Origin

    package init(path: String, origin: Origin) {
        self.path = path
        self.origin = origin
    }

    package static let directoryName = ".redo"

    /// Finds the store that a command works on: the named one, else the nearest `.redo` upwards, else the user's own.
    ///
    /// - Parameters:
    ///   - named: the value of `--redo-dir` or `REDO_DIR`.
    ///   - directory: where the search upwards starts, an absolute path.
    ///   - home: the personal store; nil if there is no home.
    /// - Returns: nil if no store is found and there is no home.
    package static func find(
        named: String?, from directory: String, home: String?
    ) -> StoreLocation? {
        if let named { return StoreLocation(path: named, origin: .named) }
        var current = directory
        while true {
            let candidate = Path.join(current, directoryName)
            if mayBeStore(candidate) {
                return StoreLocation(path: candidate, origin: .discovered)
            }
            let parent = Path.parent(of: current)
            if parent == current || parent.isEmpty { break }
            current = parent
        }
        return home.map { StoreLocation(path: $0, origin: .home) }
    }

    /// Whether there is a directory, a link that leads nowhere, or something that the disk cannot read at a path: if
    /// a store that cannot be read now were skipped, tasks would be written into another one. What permissions hide
    /// does not belong to the user.
    private static func mayBeStore(_ path: String) -> Bool {
        do throws(SystemError) {
            if let status = try Files.status(of: path) { return status.kind == .directory }
            return try Files.statusOfLink(path) != nil
        } catch {
            return !error.isDenied
        }
    }
}
