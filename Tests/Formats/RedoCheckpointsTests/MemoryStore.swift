import RedoCheckpoints
import RedoSystem

/// Files in memory that several hold, and something that happens before each verb of one of them.
final class MemoryStore: StoreVerbs {
    /// What is there.
    final class Disk {
        var files: [String: [UInt8]] = [:]
    }

    let disk: Disk
    /// Whether a file that is there is not replaced.
    var isConditional = true
    /// Is told each verb with its name before it is done; an error that it throws is the store's.
    var before: (_ verb: String, _ name: String) throws(RedoError) -> Void = { _, _ in }
    /// The verbs that were done, with their names.
    private(set) var verbs: [String] = []

    init(_ disk: Disk = Disk()) { self.disk = disk }

    private func happen(_ verb: String, _ name: String) throws(RedoError) {
        try before(verb, name)
        verbs.append("\(verb) \(name)")
    }

    func list(_ prefix: String) throws(RedoError) -> [StoredFile] {
        try happen("list", prefix)
        return disk.files.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map {
            StoredFile(name: $0.key, byteCount: $0.value.count)
        }
    }

    func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
        try happen("get", name)
        guard let file = disk.files[name] else { return nil }
        guard file.count <= limit else { throw RedoError(.corrupted, "\(name) is longer") }
        return file
    }

    func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        try happen("put", name)
        if isConditional, disk.files[name] != nil { return false }
        disk.files[name] = content
        return true
    }

    func delete(_ name: String) throws(RedoError) {
        try happen("delete", name)
        disk.files[name] = nil
    }
}
