import RedoLog
import RedoSystem

/// How many files the store has, and the bytes that they take on disk.
package struct ObjectCount: Sendable {
    package internal(set) var loose = 0
    package internal(set) var looseBytes = 0
    /// Temporary files and others that are no node's.
    package internal(set) var garbage = 0
    package internal(set) var garbageBytes = 0
}

extension Store {
    /// A temporary file that is older was left behind by a command that was ended: no command takes
    /// as long to give one its name.
    package static let staleSeconds = 3600

    /// - Throws: STORAGE_001 where the store cannot be listed.
    package func objectCount() throws(StoreError) -> ObjectCount {
        do throws(SystemError) {
            var count = ObjectCount()
            for name in try Files.names(in: objects.root) {
                let path = Path.join(objects.root, name)
                guard let status = try Files.status(of: path) else { continue }
                guard status.kind == .directory, name.utf8.count == 2 else {
                    count.garbage += 1
                    count.garbageBytes += status.sizeOnDisk
                    continue
                }
                for file in try Files.names(in: path) {
                    let size = try Files.status(of: Path.join(path, file))?.sizeOnDisk ?? 0
                    if ChangeID("sha256:" + name + file) != nil {
                        count.loose += 1
                        count.looseBytes += size
                    } else {
                        count.garbage += 1
                        count.garbageBytes += size
                    }
                }
            }
            return count
        } catch {
            throw StoreError(.notFound, "the objects cannot be counted", cause: error)
        }
    }

    /// Removes temporary files that were left behind.
    ///
    /// - Parameter now: in seconds since 1970.
    /// - Returns: how many there were.
    /// - Throws: STORAGE_003 where one cannot be removed.
    package func removeStaleFiles(now: Int) throws(StoreError) -> Int {
        do throws(SystemError) {
            var count = 0
            let objectFiles = try Files.names(in: objects.root)
                .filter { $0.hasPrefix(LooseObjects.temporaryPrefix) }
                .map { Path.join(objects.root, $0) }
            let configurationFiles = try Files.names(in: path)
                .filter { $0.hasPrefix("config.") && $0.hasSuffix(".tmp") }
                .map { Path.join(path, $0) }
            for path in objectFiles + configurationFiles {
                guard let status = try Files.status(of: path), status.kind == .regular,
                    now - status.modified > Self.staleSeconds
                else { continue }
                try Files.remove(path)
                count += 1
            }
            return count
        } catch {
            throw StoreError(.importFailed, "a temporary file cannot be removed", cause: error)
        }
    }
}
