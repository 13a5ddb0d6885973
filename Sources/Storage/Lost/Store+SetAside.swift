import RedoModel
import RedoSystem

/// The files in the quarantine that show what tasks were before nodes were lost.
package struct SetAsideWork: Sendable {
    /// The nodes that are cut off, in replay order, each once.
    package fileprivate(set) var nodes: [Node] = []
    /// Copies of the cache of tasks, the latest first: the file, and the offset of its content.
    package fileprivate(set) var caches: [(file: MappedFile, start: Int)] = []
    /// The names of all these files.
    fileprivate var names: [String] = []

    package var isEmpty: Bool { names.isEmpty }
}

extension Store {
    /// What the quarantine has of tasks as they were before nodes were lost, and that was not written again yet.
    ///
    /// - Parameter version: of the caches.
    /// - Throws: STORAGE_001 if the quarantine cannot be read.
    package func setAsideWork(cacheVersion version: String) throws(RedoError) -> SetAsideWork {
        var work = SetAsideWork()
        guard Files.isDirectory(quarantinePath) else { return work }
        let entries = try listed { () throws(SystemError) in try objects.quarantine.contents() }
        var caches: [(modified: Int, file: MappedFile, start: Int)] = []
        var nodes: [NodeID: Node] = [:]
        let validator = NodeValidator()
        for entry in entries where !entry.isRestored {
            let path = Path.join(quarantinePath, entry.name)
            if Quarantine.isCutOff(entry.name) {
                let file = try listed { () throws(SystemError) in try MappedFile(path) }
                for node in Self.wholeNodes(in: file, validator) { nodes[node.id] = node }
                work.names.append(entry.name)
            } else if entry.name.hasPrefix(Quarantine.tasksName + ".") {
                work.names.append(entry.name)
                guard let (file, start) = CacheFile.content(ofKept: path, version: version),
                    let status = (try? Files.status(of: path)) ?? nil
                else { continue }
                caches.append((status.modified, file, start))
            }
        }
        work.nodes = nodes.values.sorted { $0.position < $1.position }
        work.caches = caches.sorted { $0.modified > $1.modified }.map { ($0.file, $0.start) }
        return work
    }

    /// Records that what was set aside was written again.
    ///
    /// - Throws: STORAGE_003 if that cannot be recorded.
    package func noteRestored(_ work: SetAsideWork) throws(RedoError) {
        try writing { () throws(SystemError) in
            for name in work.names { try objects.quarantine.noteRestored(name) }
        }
    }
}
