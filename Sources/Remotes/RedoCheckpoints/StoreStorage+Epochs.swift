import RedoCrypto
import RedoSystem

/// ```
/// epochs/DIGEST     an epoch
/// genesis           the first epoch, which is never replaced
/// ```
extension StoreStorage {
    private static var epochsPrefix: String { "\(StoredName.epochsFolder)/" }

    package var hasOtherNodes: Bool { false }

    package var sharesEpochs: Bool { true }

    package mutating func genesis() throws(RedoError) -> [UInt8]? {
        guard hasGenesis else { return nil }
        return try verbs.get(StoredName.genesis, limit: EpochFiles.greatestByteCount)
    }

    package mutating func putGenesis(_ file: [UInt8]) throws(RedoError) -> Bool {
        guard try takesClaims() else {
            throw RedoError(
                .writeFailed, "\(name) lets a second file take the place of a first one",
                hints: [
                    "two first epochs could be made there: an encrypted remote needs another store"
                ])
        }
        if try verbs.put(StoredName.genesis, file) {
            hasGenesis = true
            return true
        }
        hasGenesis = true
        return try genesis() == file
    }

    package mutating func epochs(
        of tip: CheckpointTip, besides known: Set<Digest>
    ) throws(RedoError) -> [Digest: [UInt8]] {
        let names = try presentEpochs().subtracting(known).sorted()
        return try EpochFiles.read(names) { (name) throws(RedoError) in
            try verbs.get(
                Self.epochsPrefix + name.hexadecimal, limit: EpochFiles.greatestByteCount)
        }
    }

    private func presentEpochs() throws(RedoError) -> Set<Digest> {
        var names: Set<Digest> = []
        for file in try verbs.list(Self.epochsPrefix)
        where (1...EpochFiles.greatestByteCount).contains(file.byteCount) {
            let digits = Array(file.name.utf8.dropFirst(Self.epochsPrefix.utf8.count))
            if let name = Digest(hexadecimal: digits.span) { names.insert(name) }
        }
        return names
    }

    /// Writes the files of epochs that are not there.
    func write(_ epochs: [Digest: [UInt8]]) throws(RedoError) {
        if epochs.isEmpty { return }
        let present = try presentEpochs()
        for (name, bytes) in epochs.sorted(by: { $0.key < $1.key }) where !present.contains(name) {
            try put(Self.epochsPrefix + name.hexadecimal, bytes)
        }
    }
}
