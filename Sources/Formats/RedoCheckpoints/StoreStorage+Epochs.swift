import RedoCrypto
import RedoSystem

/// ```
/// epochs/DIGEST     an epoch
/// genesis           the first epoch, which is never replaced
/// ```
extension StoreStorage {
    package var hasOtherNodes: Bool { false }

    package mutating func genesis() throws(RedoError) -> [UInt8]? {
        guard hasGenesis else { return nil }
        return try verbs.get(StoredName.genesis, limit: EpochFiles.maximumByteCount)
    }

    package mutating func putGenesis(_ file: [UInt8]) throws(RedoError) -> Bool {
        // The user was told that only one device may encrypt such a store. A device that lost reads the other's epoch.
        if replacesFiles {
            _ = try verbs.put(StoredName.genesis, file)
            hasGenesis = true
            return try genesis() == file
        }
        guard try verbs.keepsFirst() else {
            throw RedoError(
                .writeFailed, "\(name) lets a second file replace the first one",
                hints: [
                    "an encrypted remote needs a store that keeps the first of two files: two devices "
                        + "could create its first epoch"
                ])
        }
        let isPut = try verbs.put(StoredName.genesis, file)
        hasGenesis = true
        if isPut { return true }
        return try genesis() == file
    }

    package mutating func epochNames(
        of tips: [CheckpointTip]
    ) throws(RedoError) -> EpochListing {
        if tips.isEmpty { return EpochListing(isWhole: false) }
        let names = try verbs.names(StoredName.epochsPrefix).compactMap { name in
            StoredName.digest(name, below: StoredName.epochsPrefix)
        }
        return EpochListing(Set(names))
    }

    package mutating func epoch(_ name: Digest) throws(RedoError) -> [UInt8]? {
        do throws(RedoError) {
            let bytes = try verbs.get(
                StoredName.epoch(name), limit: EpochFiles.maximumByteCount)
            return bytes.flatMap { SHA256.digest($0.span) == name ? $0 : nil }
        } catch {
            guard error.code == .corrupted else { throw error }
            return nil
        }
    }

    /// Writes the missing files of epochs. If reading is cheap, existing files are compared as well.
    func write(_ epochs: [Digest: [UInt8]]) throws(RedoError) {
        if epochs.isEmpty { return }
        let files = epochs.sorted { $0.key < $1.key }
        let sizes = Verbs.isNear ? [:] : try verbs.sizes(of: files.map { StoredName.epoch($0.key) })
        for (name, bytes) in files where sizes[StoredName.epoch(name)] != bytes.count {
            try verbs.write(StoredName.epoch(name), bytes)
        }
    }
}
