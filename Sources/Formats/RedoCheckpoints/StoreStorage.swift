import RedoCrypto
import RedoSystem

/// A storage of checkpoints as files by name: a folder, or a store that a helper reaches (docs/checkpoints.md, "Other
/// stores").
///
/// ```
/// data/DIGEST                 a piece of a pack
/// slots/SLOT/SEQUENCE-DIGEST  a statement
/// gone/DIGEST                 when a piece was found that no statement lists
/// ```
///
/// Every file is named after its bytes: data is written first, the statement last, and a file whose digest differs from
/// its name counts as missing.
package struct StoreStorage<Verbs: StoreVerbs>: CheckpointStorage {
    let verbs: Verbs
    /// The name of the store, for people.
    let name: String
    /// Whether checkpoints of this store must be present.
    private let expectsSlots: Bool
    /// Whether the store is known to replace files, so that no test is needed.
    let replacesFiles: Bool
    package internal(set) var hasGenesis = false

    /// - Parameters:
    ///   - expectsSlots: whether something was written there before, so that a store without any slot is an error.
    ///   - replacesFiles: whether the store is known to replace files.
    package init(
        _ verbs: Verbs, name: String, expectsSlots: Bool, replacesFiles: Bool = false
    ) {
        self.verbs = verbs
        self.name = name
        self.expectsSlots = expectsSlots
        self.replacesFiles = replacesFiles
    }

    package var isNear: Bool { Verbs.isNear }

    // MARK: Reading

    package mutating func tips() throws(RedoError) -> [CheckpointTip] {
        let tips = try statements(StoredName.slotsPrefix)
        hasGenesis = try !verbs.sizes(of: [StoredName.genesis]).isEmpty
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

    /// The statements below a prefix: slots ascending, the latest statement of each first.
    private func statements(_ prefix: String) throws(RedoError) -> [CheckpointTip] {
        var tips: [CheckpointTip] = []
        for name in try verbs.names(prefix) {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, let slot = Slot(parts[1]),
                StoredName.statementName(parts[2]) != nil
            else { continue }
            tips.append(CheckpointTip(slot: slot, version: String(parts[2])))
        }
        return tips.sorted {
            $0.slot == $1.slot ? $0.version > $1.version : $0.slot < $1.slot
        }
    }

    package mutating func namesWithoutCheckpoint() throws(RedoError) -> [String] {
        try verbs.someNames().sorted()
    }

    package mutating func receive(
        _ tips: [CheckpointTip], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {}

    package mutating func statement(of tip: CheckpointTip) throws(RedoError) -> [UInt8]? {
        let bytes: [UInt8]?
        do throws(RedoError) {
            bytes = try verbs.get(
                StoredName.statement(tip), limit: Statement.maximumFileByteCount)
        } catch {
            // Any reason why it cannot be read completely: anyone can put such a file there.
            guard error.code == .corrupted else { throw error }
            return nil
        }
        guard let bytes, let parts = StoredName.statementName(tip.version),
            SHA256.digest(bytes.span) == parts.digest
        else { return nil }
        return bytes
    }

    package mutating func holds(
        _ tip: CheckpointTip, _ pieces: [Digest]
    ) throws(RedoError) -> Bool {
        guard Verbs.isNear else { return true }
        guard try statement(of: tip) != nil else { return false }
        return try missing(Array(Set(pieces))).isEmpty
    }

    package mutating func data(
        _ name: Digest, of tip: CheckpointTip
    ) throws(RedoError) -> [UInt8]? {
        try verbs.get(StoredName.data(name), limit: Statement.maximumFileByteCount)
    }

    package mutating func missing(_ names: [Digest]) throws(RedoError) -> Set<Digest> {
        Set(names).subtracting(try present(names))
    }

    /// The data files that are present with a possible size.
    private func present(_ names: [Digest]) throws(RedoError) -> Set<Digest> {
        if names.isEmpty { return [] }
        let sizes = try verbs.sizes(of: names.map(StoredName.data))
        return Set(
            names.filter { name in
                (1...Statement.maximumFileByteCount).contains(sizes[StoredName.data(name)] ?? 0)
            })
    }

    // MARK: Writing

    package mutating func advance(
        to checkpoint: NewCheckpoint, from previous: CheckpointTip?,
        besides ignored: Set<CheckpointTip>, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> CheckpointTip? {
        let statement = checkpoint.statement.statement
        let last = try statements(StoredName.slot(statement.slot))
        guard last.first(where: { !ignored.contains($0) }) == previous else { return nil }
        let pieces = statement.pieces
        let present = try present(pieces)
        for (index, piece) in pieces.enumerated() {
            progress(index, pieces.count)
            if Signals.isTerminationPending { throw .terminated }
            // A piece that was listed before is not read.
            if present.contains(piece), checkpoint.listed.contains(piece) { continue }
            try verbs.write(StoredName.data(piece), try checkpoint.content(piece))
        }
        progress(pieces.count, pieces.count)
        try write(checkpoint.epochs)
        let file = checkpoint.file
        let version = StoredName.fileName(statement.sequence, SHA256.digest(file.span))
        let tip = CheckpointTip(slot: statement.slot, version: version)
        try verbs.write(StoredName.statement(tip), file)
        // The preceding statement stays: a copy can have the last one without its data.
        for old in last.drop(while: { $0 != previous }).dropFirst() {
            try? verbs.delete(StoredName.statement(old))
        }
        return tip
    }

    package mutating func remove(_ tip: CheckpointTip) throws(RedoError) {
        let path = StoredName.slot(tip.slot)
        // The names are in the order of the numbers, and a later statement stays. The last one is removed last.
        for statement in try statements(path).reversed() where statement.version <= tip.version {
            try verbs.delete(StoredName.statement(statement))
        }
        verbs.tidy(path)
    }
}
