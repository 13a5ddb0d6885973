import RedoCheckpoints
import RedoCrypto
import RedoGit
import RedoSystem

extension GitCheckpointStorage {
    var hasGenesis: Bool { genesisReference != nil }

    var genesisName: String { genesisReference?.name ?? GenesisReference.names[0] }

    mutating func genesis() throws(RedoError) -> [UInt8]? {
        guard let reference = genesisReference else { return nil }
        if !isLocal, !repository.contains(reference.target) {
            try connection(for: .fetch).fetch(["+\(reference.name):\(GenesisReference.seen)"]) {
                _, _ in
            }
        }
        let id = try CheckpointCommit.genesis(in: reference.target, of: repository)
        return try blob(id, limit: EpochFiles.maximumByteCount)
    }

    mutating func putGenesis(_ file: [UInt8]) throws(RedoError) -> Bool {
        let commit = try CheckpointCommit.write(
            genesis: try repository.writeNamed(.blob, file), to: repository)
        _ = try tips()
        if let present = genesisReference { return present.target == commit }
        if isLocal {
            // The second of two writers is refused.
            _ = try repository.exchangeReference(
                GenesisReference.names[0], from: nil, to: commit)
        } else {
            try repository.setReference(
                GenesisReference.seen, to: commit,
                from: try repository.target(of: GenesisReference.seen))
            var refusal: String?
            for name in GenesisReference.names {
                // The commit has no parent, so an existing reference is not replaced.
                refusal = try push(GenesisReference.seen, to: name) { _, _ in }
                if refusal == nil { break }
                _ = try tips()
                if hasGenesis { break }
            }
            if let refusal, !hasGenesis {
                throw RedoError(
                    .writeFailed, "\(remote.name) refused the first epoch: \(refusal.printable)",
                    hints: ["the remote decides what it takes: its hooks, rights and disk"])
            }
        }
        _ = try tips()
        return genesisReference?.target == commit
    }

    /// A host can show another blob under the name of an epoch in each tip, so all of them are kept.
    mutating func epochNames(of tips: [CheckpointTip]) throws(RedoError) -> EpochListing {
        var listing = EpochListing()
        epochBlobs = [:]
        let received = Set(tips)
        for tip in self.listedTips {
            guard received.contains(tip) || contains(tip), let commit = try? commit(of: tip) else {
                // The tip may contain a file that was listed before.
                listing.isWhole = false
                continue
            }
            for (name, blob) in commit.epochs {
                listing.names.insert(name)
                epochBlobs[name, default: []].insert(blob)
            }
        }
        return listing
    }

    mutating func epoch(_ name: Digest) throws(RedoError) -> [UInt8]? {
        for id in (epochBlobs[name] ?? []).sorted(by: { $0.description < $1.description }) {
            if let bytes = try? blob(id, limit: EpochFiles.maximumByteCount),
                SHA256.digest(bytes.span) == name
            {
                return bytes
            }
        }
        return nil
    }

    /// Writes the files of epochs as blobs.
    func write(_ epochs: [Digest: [UInt8]]) throws(RedoError) -> [Digest: GitObjectID] {
        var blobs: [Digest: GitObjectID] = [:]
        for (name, bytes) in epochs { blobs[name] = try repository.writeNamed(.blob, bytes) }
        return blobs
    }
}
