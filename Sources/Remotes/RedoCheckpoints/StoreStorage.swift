import RedoCrypto
import RedoSystem

/// A store of files by name that keeps checkpoints, by the rules of folders: data is put first, the statement last, and
/// a file whose digest is not its name is not there.
package struct StoreStorage<Verbs: StoreVerbs>: CheckpointStorage {
    let verbs: Verbs
    /// What people call the store.
    let name: String
    /// Whether checkpoints of this store must be there.
    private let expectsSlots: Bool
    /// Whether a file that is there is not replaced; nil until it was tried.
    private var isConditional: Bool?
    package internal(set) var hasGenesis = false

    /// - Parameter expectsSlots: whether something was put there before: a store without any slot is an error then.
    package init(_ verbs: Verbs, name: String, expectsSlots: Bool) {
        self.verbs = verbs
        self.name = name
        self.expectsSlots = expectsSlots
    }

    private static var slotPrefix: String { "\(StoredName.slotsFolder)/" }
    private static var dataPrefix: String { "\(StoredName.dataFolder)/" }

    private static func path(_ slot: Slot) -> String { "\(slotPrefix)\(slot.hexadecimal)/" }
    private static func path(_ tip: CheckpointTip) -> String { path(tip.slot) + tip.version }
    private static func path(_ data: Digest) -> String { dataPrefix + data.hexadecimal }

    // MARK: Reading

    package mutating func tips() throws(RedoError) -> [CheckpointTip] {
        let tips = try statements(Self.slotPrefix)
        hasGenesis = try verbs.list(StoredName.genesis).contains { $0.name == StoredName.genesis }
        guard !tips.isEmpty || !expectsSlots else {
            throw RedoError(
                .notFound, "\(name) has nothing of this store any more",
                hints: [
                    "if the address leads to another place than before, correct it",
                    "if it was emptied: 'redo remote set-url' with the same URL starts over",
                ])
        }
        return tips
    }

    /// The statements below a prefix: slots ascending, the latest of each first.
    private func statements(_ prefix: String) throws(RedoError) -> [CheckpointTip] {
        var tips: [CheckpointTip] = []
        for file in try verbs.list(prefix) {
            let parts = file.name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, let slot = Slot(parts[1]),
                StoredName.statementName(parts[2]) != nil
            else { continue }
            tips.append(CheckpointTip(slot: slot, version: String(parts[2])))
        }
        return tips.sorted {
            $0.slot == $1.slot ? $0.version > $1.version : $0.slot < $1.slot
        }
    }

    package mutating func receive(
        _ tips: [CheckpointTip], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {}

    package mutating func statement(of tip: CheckpointTip) throws(RedoError) -> [UInt8] {
        let path = Self.path(tip)
        let bytes = try verbs.get(path, limit: Statement.greatestFileByteCount)
        guard let bytes, let parts = StoredName.statementName(tip.version),
            SHA256.digest(bytes.span) == parts.digest
        else { throw RedoError(.corrupted, "\(path) of \(name) is not complete") }
        return bytes
    }

    package mutating func data(
        _ name: Digest, of tip: CheckpointTip
    ) throws(RedoError) -> [UInt8]? {
        try verbs.get(Self.path(name), limit: Statement.greatestFileByteCount)
    }

    package mutating func missing(_ names: [Digest]) throws(RedoError) -> Set<Digest> {
        let present = try presentData()
        return Set(names.filter { !present.contains($0) })
    }

    /// The files of data that are listed with a size that they can have.
    private func presentData() throws(RedoError) -> Set<Digest> {
        var names: Set<Digest> = []
        for file in try verbs.list(Self.dataPrefix)
        where (1...Statement.greatestFileByteCount).contains(file.byteCount) {
            let digits = Array(file.name.utf8.dropFirst(Self.dataPrefix.utf8.count))
            if let name = Digest(hexadecimal: digits.span) { names.insert(name) }
        }
        return names
    }

    // MARK: Writing

    package mutating func advance(
        to checkpoint: NewCheckpoint, from previous: CheckpointTip?,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> CheckpointTip? {
        let statement = checkpoint.statement.statement
        let last = try statements(Self.path(statement.slot))
        guard last.first?.version == previous?.version else { return nil }
        let pieces = statement.pieces
        let present = pieces.isEmpty ? [] : try presentData()
        for (place, piece) in pieces.enumerated() {
            progress(place, pieces.count)
            if Signals.isTerminationPending { throw .terminated }
            // One that was listed before is not read.
            if present.contains(piece), checkpoint.listed.contains(piece) { continue }
            try put(Self.path(piece), try checkpoint.content(piece))
        }
        progress(pieces.count, pieces.count)
        try write(checkpoint.epochs)
        let file = checkpoint.file
        let version = StoredName.fileName(statement.sequence, SHA256.digest(file.span))
        let tip = CheckpointTip(slot: statement.slot, version: version)
        try put(Self.path(tip), file)
        // The one before stays: who copies the store can have the last one without its data.
        for old in last.dropFirst(1) { try? verbs.delete(Self.path(old)) }
        return tip
    }

    /// Writes a file. One of the name that has other bytes is replaced: it is damaged.
    ///
    /// - Throws: STORAGE_003 if the store keeps the other one.
    func put(_ path: String, _ content: [UInt8]) throws(RedoError) {
        if try puts(path, content) { return }
        try verbs.delete(path)
        if try puts(path, content) { return }
        throw RedoError(
            .writeFailed, "\(path) of \(name) is damaged, and the store does not replace it")
    }

    /// Whether a file has these bytes now.
    private func puts(_ path: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        if try verbs.put(path, content) { return true }
        return try holds(path, content)
    }

    private func holds(_ path: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        do throws(RedoError) {
            return try verbs.get(path, limit: content.count) == content
        } catch {
            // A longer one is another one.
            guard error.code == .corrupted else { throw error }
            return false
        }
    }

    package mutating func remove(_ tip: CheckpointTip) throws(RedoError) {
        for statement in try statements(Self.path(tip.slot)) {
            try verbs.delete(Self.path(statement))
        }
    }

    // MARK: What the store can do

    /// Whether the store takes claims: one in which a second put of a name succeeds takes none. A file is put twice to
    /// find that out, once for this value.
    ///
    /// - Throws: as ``StoreVerbs/put(_:_:)``.
    package mutating func takesClaims() throws(RedoError) -> Bool {
        if let isConditional { return isConditional }
        let path = StoredName.probe(RandomBytes.bytes(count: 16))
        let isFirst = try verbs.put(path, Array("first".utf8))
        let isSecond = try verbs.put(path, Array("second".utf8))
        let kept = try verbs.get(path, limit: 16)
        try verbs.delete(path)
        // A store that says that it has not written, and has, is just as bad.
        let result = isFirst && !isSecond && kept == Array("first".utf8)
        isConditional = result
        return result
    }
}
