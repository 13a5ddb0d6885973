import RedoModel
import RedoSystem

/// Tells where in a store nodes may have come, whoever wrote them.
///
/// It watches `objects`, its folders of loose nodes, also those that are made later, and `objects/pack`.
package struct StoreWatch: ~Copyable {
    /// What may have come.
    package struct Changes: Sendable {
        /// Loose nodes that have got a file.
        package fileprivate(set) var loose: Set<NodeID> = []
        /// Whether packs or indexes have.
        package fileprivate(set) var hasPacks = false
        /// Whether events were lost, so that anything may have come.
        package fileprivate(set) var isUnknown = false

        package var isEmpty: Bool { loose.isEmpty && !hasPacks && !isUnknown }
    }

    /// A folder that is watched.
    private enum Place: Equatable {
        case objects, packs
        /// Of loose nodes whose ids begin so.
        case loose(String)
    }

    private let watch: FileWatch
    private let objects: LooseObjects
    private var places: [FileWatch.Folder: Place] = [:]

    private static let packFolderName = "pack"

    private init(_ watch: consuming FileWatch, _ store: Store) {
        self.watch = watch
        objects = store.objects
    }

    /// Begins to watch. What comes from now on is told; what is there is not.
    ///
    /// - Throws: STORAGE_001 if the folders cannot be watched.
    package static func begin(_ store: Store) throws(RedoError) -> StoreWatch {
        var watch = StoreWatch(try newWatch(), store)
        try watch.addFolders()
        return watch
    }

    private static func newWatch() throws(RedoError) -> FileWatch {
        do throws(SystemError) {
            return try FileWatch()
        } catch {
            throw failure(error)
        }
    }

    /// What can be read when something has happened, for ``Readiness``.
    package var descriptor: Int32 { watch.descriptor }

    /// What may have come since the last call; does not wait.
    ///
    /// - Throws: STORAGE_001 if the store is gone or cannot be watched any more.
    package mutating func changes() throws(RedoError) -> Changes {
        var changes = Changes()
        do throws(SystemError) {
            for event in try watch.events() {
                switch event {
                case .overflow: changes.isUnknown = true
                case .gone(let folder):
                    if places.removeValue(forKey: folder) == .objects {
                        throw SystemError.missing(objects.root)
                    }
                case .folder(let name, in: let folder):
                    guard places[folder] == .objects, let place = try add(folder: name) else {
                        continue
                    }
                    // What came before it was watched.
                    if case .loose = place {
                        changes.loose.formUnion(try objects.ids(withPrefix: name))
                    } else {
                        changes.hasPacks = true
                    }
                case .file(let name, in: let folder): note(name, in: places[folder], &changes)
                }
            }
        } catch {
            throw Self.failure(error)
        }
        if changes.isUnknown { try addFolders() }
        return changes
    }

    private func note(_ name: String, in place: Place?, _ changes: inout Changes) {
        switch place {
        case .packs:
            let isPack = PackName(fileName: name) != nil
            let isIndex = PackName(fileName: name, suffix: PackFormat.indexSuffix) != nil
            if isPack || isIndex { changes.hasPacks = true }
        case .loose(let folder):
            if let id = NodeID("sha256:" + folder + name) { changes.loose.insert(id) }
        case .objects, nil: break
        }
    }

    /// Watches a folder in `objects`, unless it is none of the store's or gone already.
    @discardableResult
    private mutating func add(folder name: String) throws(SystemError) -> Place? {
        let place: Place
        if name == Self.packFolderName {
            place = .packs
        } else if LooseObjects.isFolderName(name) {
            place = .loose(name)
        } else {
            return nil
        }
        do throws(SystemError) {
            places[try watch.add(Path.join(objects.root, name))] = place
            return place
        } catch {
            // A file or a link in the place of a folder holds no nodes.
            if error.isNotFound { return nil }
            throw error
        }
    }

    /// Watches `objects` and the folders in it, once each.
    private mutating func addFolders() throws(RedoError) {
        do throws(SystemError) {
            places[try watch.add(objects.root)] = .objects
            // Those that come in between are told as changes of `objects`.
            for name in try objects.folder.contents() { try add(folder: name) }
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
