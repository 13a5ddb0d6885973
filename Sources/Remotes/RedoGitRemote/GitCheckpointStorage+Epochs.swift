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
        return try blob(id, limit: EpochFiles.greatestByteCount)
    }

    mutating func putGenesis(_ file: [UInt8]) throws(RedoError) -> Bool {
        let commit = try CheckpointCommit.write(
            genesis: try repository.writeNamed(.blob, file), to: repository)
        _ = try tips()
        if let present = genesisReference { return present.target == commit }
        if isLocal {
            // Whoever comes second is refused.
            _ = try repository.exchangeReference(
                GenesisReference.names[0], from: nil, to: commit)
        } else {
            try repository.setReference(
                GenesisReference.seen, to: commit,
                from: try repository.target(of: GenesisReference.seen))
            var refusal: String?
            for name in GenesisReference.names {
                // The commit has no parent, so a reference that is there is not replaced.
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

    mutating func epochs(
        of tip: CheckpointTip, besides known: Set<Digest>
    ) throws(RedoError) -> [Digest: [UInt8]] {
        let blobs = try commit(of: tip).epochs.filter { !known.contains($0.key) }
        return try EpochFiles.read(blobs.keys.sorted()) { (name) throws(RedoError) in
            try blobs[name].map { (id) throws(RedoError) in
                try blob(id, limit: EpochFiles.greatestByteCount)
            }
        }
    }

    /// Writes the files of epochs as blobs.
    func write(_ epochs: [Digest: [UInt8]]) throws(RedoError) -> [Digest: GitObjectID] {
        var blobs: [Digest: GitObjectID] = [:]
        for (name, bytes) in epochs { blobs[name] = try repository.writeNamed(.blob, bytes) }
        return blobs
    }
}
