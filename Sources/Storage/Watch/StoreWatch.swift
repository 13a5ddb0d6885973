import RedoModel
import RedoSystem

/// A watch on a store that reports where nodes may have arrived, whoever wrote them.
///
/// It watches `objects`, its directories of loose nodes, including new ones, and `objects/pack`.
///
/// ```swift
/// var watch = try StoreWatch.begin(store)
/// // When watch.descriptor is readable:
/// let changes = try watch.changes()
/// if changes.hasPacks || changes.isUnknown { /* read the store again */ }
/// ```
package struct StoreWatch: ~Copyable {
    /// What may have arrived.
    package struct Changes: Sendable {
        /// Loose nodes that have got a file.
        package fileprivate(set) var loose: Set<NodeID> = []
        /// Whether packs or indexes have changed.
        package fileprivate(set) var hasPacks = false
        /// Whether events were lost, so that anything may have arrived.
        package fileprivate(set) var isUnknown = false

        package var isEmpty: Bool { loose.isEmpty && !hasPacks && !isUnknown }
    }

    /// A watched directory.
    private enum WatchedDirectory: Equatable {
        case objects, packs
        /// The directory of the loose nodes whose ids have this prefix.
        case loose(String)
    }

    private let watch: FileWatch
    private let objects: LooseObjects
    private var directories: [FileWatch.Directory: WatchedDirectory] = [:]

    private static let packDirectoryName = "pack"

    private init(_ watch: consuming FileWatch, _ store: Store) {
        self.watch = watch
        objects = store.objects
    }

    /// Starts to watch. Changes from now on are reported; what exists is not.
    ///
    /// - Throws: STORAGE_001 if the directories cannot be watched.
    package static func begin(_ store: Store) throws(RedoError) -> StoreWatch {
        var watch = StoreWatch(try newWatch(), store)
        try watch.addDirectories()
        return watch
    }

    private static func newWatch() throws(RedoError) -> FileWatch {
        do throws(SystemError) {
            return try FileWatch()
        } catch {
            throw failure(error)
        }
    }

    /// The descriptor that becomes readable when something has happened, for ``Readiness``.
    package var descriptor: Int32 { watch.descriptor }

    /// What may have arrived since the last call; does not wait.
    ///
    /// - Throws: STORAGE_001 if the store was removed or cannot be watched any more.
    package mutating func changes() throws(RedoError) -> Changes {
        var changes = Changes()
        do throws(SystemError) {
            for event in try watch.events() {
                switch event {
                case .overflow: changes.isUnknown = true
                case .gone(let directory):
                    if directories.removeValue(forKey: directory) == .objects {
                        throw SystemError.missing(objects.root)
                    }
                case .directory(let name, in: let parent):
                    guard directories[parent] == .objects, let directory = try add(directory: name)
                    else {
                        continue
                    }
                    // What arrived before the directory was watched.
                    if case .loose = directory {
                        changes.loose.formUnion(try objects.ids(withPrefix: name))
                    } else {
                        changes.hasPacks = true
                    }
                case .file(let name, in: let directory):
                    note(name, in: directories[directory], &changes)
                }
            }
        } catch {
            throw Self.failure(error)
        }
        if changes.isUnknown { try addDirectories() }
        return changes
    }

    private func note(_ name: String, in directory: WatchedDirectory?, _ changes: inout Changes) {
        switch directory {
        case .packs:
            let isPack = PackName(fileName: name) != nil
            let isIndex = PackName(fileName: name, suffix: PackFormat.indexSuffix) != nil
            if isPack || isIndex { changes.hasPacks = true }
        case .loose(let directory):
            if let id = NodeID("sha256:" + directory + name) { changes.loose.insert(id) }
        case .objects, nil: break
        }
    }

    /// Watches a directory in `objects`, unless it does not belong to the store or is missing already.
    @discardableResult
    private mutating func add(directory name: String) throws(SystemError) -> WatchedDirectory? {
        let directory: WatchedDirectory
        if name == Self.packDirectoryName {
            directory = .packs
        } else if LooseObjects.isDirectoryName(name) {
            directory = .loose(name)
        } else {
            return nil
        }
        do throws(SystemError) {
            directories[try watch.add(Path.join(objects.root, name))] = directory
            return directory
        } catch {
            // A file or a link in place of a directory contains no nodes.
            if error.isNotFound { return nil }
            throw error
        }
    }

    /// Watches `objects` and the directories in it, once each.
    private mutating func addDirectories() throws(RedoError) {
        do throws(SystemError) {
            directories[try watch.add(objects.root)] = .objects
            // Those that are created in between are reported as changes of `objects`.
            for name in try objects.directory.contents() { try add(directory: name) }
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: SystemError) -> RedoError {
        return RedoError(
            .notFound, "the store cannot be watched", cause: error,
            hints: error.isAtLimit
                ? [
                    "the system's limits for this are fs.inotify.max_user_watches and "
                        + "fs.inotify.max_user_instances; sysctl(8) raises them"
                ] : [])
    }
}
