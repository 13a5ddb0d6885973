import RedoSystem

/// Where a store is, and how it was found.
package struct StoreLocation: Sendable {
    /// How a store was found.
    package enum Origin: Sendable {
        /// `--redo-dir` or `REDO_DIR`.
        case named
        /// The nearest `.redo` upwards. One that is a link is found and then refused: passing it over would
        /// put tasks into another store than the one that is seen.
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

    /// Finds the store that a command works on: the named one, else the nearest `.redo` upwards, else
    /// the user's own.
    ///
    /// - Parameters:
    ///   - named: what `--redo-dir` or `REDO_DIR` says.
    ///   - directory: where to start looking upwards, an absolute path.
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

    /// Whether there is a folder or a link that leads nowhere at a path, or the disk cannot tell: passing a store over that
    /// cannot be read now would put tasks into another one. What permissions hide is none of the user's.
    private static func mayBeStore(_ path: String) -> Bool {
        do throws(SystemError) {
            if let status = try Files.status(of: path) { return status.kind == .directory }
            return try Files.statusOfLink(path) != nil
        } catch {
            return !error.isDenied
        }
    }
}
