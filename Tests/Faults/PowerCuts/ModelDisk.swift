import Foundation

/// A disk that keeps what was synced, and of the rest what chance leaves (docs/testing.md).
///
/// It follows recorded operations. What a name leads to lasts when its folder was synced, and what a file holds when
/// the file was; `syncfs` makes everything last.
package struct ModelDisk {
    private enum Contents {
        case file(File)
        /// What names lead to.
        case directory(now: [String: Int], synced: [String: Int])
    }

    private struct File {
        var now: [UInt8]
        var synced: [UInt8]
        /// What was done since it was synced.
        var changes: [Change] = []
    }

    private enum Change {
        case write(offset: Int, bytes: [UInt8])
        case truncate(Int)
    }

    /// What a name leads to from an operation on; nil for nothing.
    private struct NameChange {
        let directory: Int
        let name: String
        let target: Int?
        /// The number of the operation. A file that is renamed has two changes with one number.
        let operation: Int
    }

    private let root: String
    private var objects: [Contents] = []
    private var objectsOfInodes: [UInt64: Int] = [:]
    private var names: [NameChange] = []
    private var operationCount = 0
    /// The number of the last operation that synced something.
    private var lastSync = 0

    /// A disk with what is in a folder, all of it synced.
    package init(_ directory: String) throws {
        root = directory
        _ = try add(directory)
    }

    private mutating func add(_ path: String) throws -> Int {
        let place = objects.count
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        if let inode = attributes[.systemFileNumber] as? UInt64 { objectsOfInodes[inode] = place }
        guard attributes[.type] as? FileAttributeType == .typeDirectory else {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            objects.append(.file(File(now: bytes, synced: bytes)))
            return place
        }
        objects.append(.directory(now: [:], synced: [:]))
        var entries: [String: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            entries[name] = try add("\(path)/\(name)")
        }
        objects[place] = .directory(now: entries, synced: entries)
        return place
    }

    // MARK: Operations

    /// Follows an operation.
    package mutating func apply(_ operation: FileOperation) {
        operationCount += 1
        guard operation.isDone else { return }
        switch operation.kind {
        case .create where operation.count == 1:
            create(.file(File(now: [], synced: [])), operation)
        case .create where operation.count == 2:
            change(object(of: operation), .truncate(0))
        case .mkdir: create(.directory(now: [:], synced: [:]), operation)
        case .write:
            change(object(of: operation), .write(offset: operation.offset, bytes: operation.data))
        case .truncate: change(object(of: operation), .truncate(operation.count))
        case .fsync:
            lastSync = operationCount
            if let object = object(of: operation) { synchronize(object) }
        case .syncfs:
            lastSync = operationCount
            for object in objects.indices { synchronize(object) }
        case .unlink, .rmdir: name(operation.path, nil)
        case .link:
            if let object = self.object(at: operation.path) { name(operation.newPath, object) }
        case .rename:
            if let object = self.object(at: operation.path) {
                name(operation.newPath, object)
                if operation.path != operation.newPath { name(operation.path, nil) }
            }
        default: break
        }
    }

    private mutating func create(_ contents: Contents, _ operation: FileOperation) {
        objects.append(contents)
        objectsOfInodes[operation.inode] = objects.count - 1
        name(operation.path, objects.count - 1)
    }

    /// Lets a path lead to an object.
    private mutating func name(_ path: String, _ target: Int?) {
        let name = String(path.split(separator: "/").last ?? "")
        guard let directory = object(at: String(path.dropLast(name.count + 1))),
            case .directory(var now, let synced) = objects[directory]
        else { return }
        now[name] = target
        objects[directory] = .directory(now: now, synced: synced)
        names.append(
            NameChange(directory: directory, name: name, target: target, operation: operationCount))
    }

    private mutating func change(_ object: Int?, _ change: Change) {
        guard let object, case .file(var file) = objects[object] else { return }
        Self.apply(change, to: &file.now)
        file.changes.append(change)
        objects[object] = .file(file)
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .truncate(let count): resize(&bytes, to: count)
        case .write(let offset, let new):
            resize(&bytes, to: max(bytes.count, offset + new.count))
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        }
    }

    private static func resize(_ bytes: inout [UInt8], to count: Int) {
        if count < bytes.count { bytes.removeLast(bytes.count - count) }
        bytes += repeatElement(0, count: count - bytes.count)
    }

    private mutating func synchronize(_ object: Int) {
        switch objects[object] {
        case .file(var file):
            file.synced = file.now
            file.changes = []
            objects[object] = .file(file)
        case .directory:
            // A file system renames in one step: with the old name gone the new one is there.
            let gone = Set(
                names.filter { $0.directory == object && $0.target == nil }.map(\.operation))
            let lasting = names.filter { $0.directory == object || gone.contains($0.operation) }
            for change in lasting { last(change) }
            names.removeAll { $0.directory == object || gone.contains($0.operation) }
        }
    }

    private mutating func last(_ change: NameChange) {
        guard case .directory(let now, var synced) = objects[change.directory] else { return }
        synced[change.name] = change.target
        objects[change.directory] = .directory(now: now, synced: synced)
    }

    private func object(of operation: FileOperation) -> Int? {
        objectsOfInodes[operation.inode] ?? object(at: operation.path)
    }

    private func object(at path: String) -> Int? {
        guard path.hasPrefix(root) else { return nil }
        var object = 0
        for name in path.dropFirst(root.count).split(separator: "/") {
            guard case .directory(let now, _) = objects[object], let next = now[String(name)] else {
                return nil
            }
            object = next
        }
        return object
    }

    // MARK: After a power cut

    /// What a power cut leaves of what was not synced.
    package enum Survival: String, CaseIterable, Sendable {
        /// Nothing.
        case nothing
        /// All that was done: the process ended, and not the machine.
        case all
        /// All names, and of the files what chance says.
        case names
        /// The names up to some moment, in order, as a journal keeps them that every sync writes.
        case journal
        /// Some names, in no order.
        case some
    }

    /// The files that are there after a power cut now, by path from the root. Folders end with a slash.
    package func files(
        _ survival: Survival, _ generator: inout SeededNumbers
    ) -> [String: [UInt8]] {
        var entries: [Int: [String: Int]] = [:]
        for (object, contents) in objects.enumerated() {
            if case .directory(_, let synced) = contents { entries[object] = synced }
        }
        // Whatever was synced last, the journal was written until then.
        let last = lastSync + generator.below(operationCount - lastSync + 1)
        var kept: [Int: Bool] = [:]
        for change in names {
            let isKept: Bool
            switch survival {
            case .nothing: isKept = false
            case .all, .names: isKept = true
            case .journal: isKept = change.operation <= last
            case .some:
                isKept = kept[change.operation] ?? (generator.below(2) == 0)
                kept[change.operation] = isKept
            }
            if isKept { entries[change.directory]?[change.name] = change.target }
        }
        var files: [String: [UInt8]] = [:]
        var pending = [(path: "", object: 0)]
        while let (path, object) = pending.popLast() {
            for (name, target) in (entries[object] ?? [:]).sorted(by: { $0.key < $1.key }) {
                switch objects[target] {
                case .directory:
                    files["\(path)\(name)/"] = []
                    pending.append(("\(path)\(name)/", target))
                case .file(let file):
                    files["\(path)\(name)"] =
                        survival == .all ? file.now : Self.remains(of: file, survival, &generator)
                }
            }
        }
        return files
    }

    /// What is left of a file.
    private static func remains(
        of file: File, _ survival: Survival, _ generator: inout SeededNumbers
    ) -> [UInt8] {
        if file.changes.isEmpty { return file.synced }
        if survival == .nothing { return file.synced }
        switch generator.below(5) {
        case 0: return file.synced
        case 1: return file.now
        case 2:
            // Its length, and zeros.
            var bytes = file.synced
            resize(&bytes, to: file.now.count)
            return bytes
        case 3:
            // A part, torn at a sector.
            let sectors = file.now.count / 512
            return Array(file.now.prefix(512 * generator.below(sectors + 1)))
        default:
            // Some sectors or pages.
            let size = generator.below(2) == 0 ? 512 : 4096
            var bytes = file.synced
            resize(&bytes, to: file.now.count)
            for start in stride(from: 0, to: bytes.count, by: size) where generator.below(2) == 0 {
                let end = min(bytes.count, start + size)
                bytes.replaceSubrange(start..<end, with: file.now[start..<end])
            }
            return bytes
        }
    }
}
