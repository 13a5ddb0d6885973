import RedoCrypto
import RedoSystem

/// A folder that keeps checkpoints: on a disk, a stick or a network share, or one that another program copies.
///
/// ```
/// data/DIGEST                 a piece of a pack
/// slots/SLOT/SEQUENCE-DIGEST  a statement
/// gone/DIGEST                 when a piece was found that no statement lists
/// ```
///
/// Every file is named after its bytes and is written once, under a temporary name first. So nothing is locked, and
/// a copy that is not complete yet is only older.
package struct FolderStorage: CheckpointStorage {
    let path: String

    /// - Throws: STORAGE_001 if there is no such folder.
    package init(_ path: String) throws(RedoError) {
        self.path = path
        guard Files.isDirectory(path) else {
            throw RedoError(
                .notFound, "there is no folder \(path.printable)",
                hints: [
                    "if it is on a disk that is not mounted, mount it; 'mkdir -p \(shellWord(path))' "
                        + "makes a new one"
                ])
        }
    }

    var slots: ContainedFolder { ContainedFolder([StoredName.slotsFolder], in: path) }
    var dataFolder: ContainedFolder { ContainedFolder([StoredName.dataFolder], in: path) }

    /// Whether the folder has never had a checkpoint.
    package var isNew: Bool { !((try? slots.check()) ?? false) }

    // MARK: Reading

    package mutating func tips() throws(RedoError) -> [CheckpointTip] {
        try failing(.notFound, "the folder \(path.printable) cannot be read") {
            () throws(SystemError) in
            guard try slots.check() else { return [] }
            var tips: [CheckpointTip] = []
            for slot in try slots.contents().compactMap({ Slot($0) }).sorted() {
                for name in try statements(of: slot) {
                    tips.append(CheckpointTip(slot: slot, version: name))
                }
            }
            return tips
        }
    }

    /// The names of a slot's statements, the latest first.
    func statements(of slot: Slot) throws(SystemError) -> [String] {
        let folder = slots.folder(slot.hexadecimal)
        guard try folder.check() else { return [] }
        return try folder.contents().filter { StoredName.statementName($0) != nil }
            .sorted { $0 > $1 }
    }

    package mutating func receive(
        _ tips: [CheckpointTip], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {}

    package mutating func statement(of tip: CheckpointTip) throws(RedoError) -> [UInt8] {
        let path = slots.folder(tip.slot.hexadecimal).file(tip.version)
        let bytes = try failing(.corrupted, "a statement cannot be read") {
            () throws(SystemError) in
            try Files.read(path, limit: Statement.greatestFileByteCount)
        }
        guard let name = StoredName.statementName(tip.version),
            SHA256.digest(bytes.span) == name.digest
        else { throw RedoError(.corrupted, "\(path.printable) is not complete") }
        return bytes
    }

    package mutating func data(
        _ name: Digest, of tip: CheckpointTip
    ) throws(RedoError) -> [UInt8]? {
        let file = dataFolder.file(name.hexadecimal)
        let status = try failing(.corrupted, "a file of the remote cannot be read") {
            () throws(SystemError) in try Files.statusOfLink(file)
        }
        guard status?.kind == .regular else { return nil }
        return try failing(.corrupted, "a file of the remote cannot be read") {
            () throws(SystemError) in
            try Files.read(file, limit: Statement.greatestFileByteCount)
        }
    }

    package mutating func missing(_ names: [Digest]) throws(RedoError) -> Set<Digest> {
        Set(names.filter { !isThere($0, wasListed: true) })
    }

    // MARK: Writing

    package mutating func advance(
        to checkpoint: NewCheckpoint, from previous: CheckpointTip?,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> CheckpointTip? {
        let statement = checkpoint.statement.statement
        let last = try failing(.notFound, "the folder \(path.printable) cannot be read") {
            () throws(SystemError) in try statements(of: statement.slot)
        }
        guard last.first == previous?.version else { return nil }
        let pieces = statement.pieces
        for (place, name) in pieces.enumerated() {
            progress(place, pieces.count)
            if Signals.isTerminationPending { throw .terminated }
            if isThere(name, wasListed: checkpoint.listed.contains(name)) { continue }
            let content = try checkpoint.content(name)
            try writing { () throws(SystemError) in
                try dataFolder.make()
                try ContainedFile(name.hexadecimal, in: dataFolder)
                    .replace(with: content.span, mode: 0o644)
            }
        }
        progress(pieces.count, pieces.count)
        let file = checkpoint.file
        let name = StoredName.fileName(statement.sequence, SHA256.digest(file.span))
        let folder = slots.folder(statement.slot.hexadecimal)
        try writing { () throws(SystemError) in
            try write(checkpoint.epochs)
            try folder.make()
            try ContainedFile(name, in: folder).replace(with: file.span, mode: 0o644)
        }
        // The one before stays: a copy of the folder can have the last one without its data.
        for old in last.dropFirst(1) { try? folder.remove(old) }
        return CheckpointTip(slot: statement.slot, version: name)
    }

    /// Whether a file is there, whole. One that was listed before is looked at, not read.
    private func isThere(_ name: Digest, wasListed: Bool) -> Bool {
        let file = dataFolder.file(name.hexadecimal)
        guard let status = (try? Files.statusOfLink(file)) ?? nil, status.kind == .regular,
            status.size <= Statement.greatestFileByteCount
        else { return false }
        if wasListed, status.size > 0 { return true }
        guard let bytes = try? Files.read(file, limit: Statement.greatestFileByteCount) else {
            return false
        }
        return SHA256.digest(bytes.span) == name
    }

    func writing(_ body: () throws(SystemError) -> Void) throws(RedoError) {
        try failing(.writeFailed, "the folder \(path.printable) cannot be written", body)
    }

    package mutating func remove(_ tip: CheckpointTip) throws(RedoError) {
        let folder = slots.folder(tip.slot.hexadecimal)
        try writing { () throws(SystemError) in
            guard try folder.check() else { return }
            // The names are in the order of the numbers: a later statement stays. The last one goes last.
            let names = try statements(of: tip.slot).filter { $0 <= tip.version }
            for name in names.reversed() { try folder.remove(name) }
            try? Files.removeEmptyDirectory(folder.path)
        }
    }
}
