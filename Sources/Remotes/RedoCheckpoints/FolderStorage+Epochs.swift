import RedoCrypto
import RedoSystem

/// ```
/// epochs/DIGEST     an epoch
/// genesis           the first epoch, which is never replaced
/// ```
extension FolderStorage {
    private var folder: ContainedFolder { ContainedFolder([StoredName.epochsFolder], in: path) }
    private var genesisFile: ContainedFile {
        ContainedFile(StoredName.genesis, in: ContainedFolder([], in: path))
    }

    package var hasGenesis: Bool {
        ((try? Files.statusOfLink(genesisFile.path)) ?? nil) != nil
    }

    package var hasOtherNodes: Bool { false }

    package var sharesEpochs: Bool { true }

    package mutating func genesis() throws(RedoError) -> [UInt8]? {
        guard hasGenesis else { return nil }
        return try failing(.corrupted, "the first epoch of the remote cannot be read") {
            () throws(SystemError) in
            try Files.read(genesisFile.path, limit: EpochFiles.greatestByteCount)
        }
    }

    package mutating func putGenesis(_ file: [UInt8]) throws(RedoError) -> Bool {
        if let present = try genesis() { return present == file }
        let isPut = try failing(.writeFailed, "the folder \(path.printable) cannot be written") {
            () throws(SystemError) in
            try genesisFile.place(file.span, mode: 0o644)
        }
        if isPut { return true }
        return try genesis() == file
    }

    package mutating func epochs(
        of tip: CheckpointTip, besides known: Set<Digest>
    ) throws(RedoError) -> [Digest: [UInt8]] {
        let folder = self.folder
        let names = try failing(.corrupted, "the epochs of the remote cannot be read") {
            () throws(SystemError) in
            try folder.check() ? folder.contents() : []
        }
        let wanted = names.compactMap { Digest(hexadecimal: Array($0.utf8).span) }
            .filter { !known.contains($0) }.sorted()
        return try EpochFiles.read(wanted) { (name) throws(RedoError) in
            try? Files.read(
                folder.file(name.hexadecimal), limit: EpochFiles.greatestByteCount)
        }
    }

    /// Writes the files of epochs that are not there.
    func write(_ epochs: [Digest: [UInt8]]) throws(SystemError) {
        for (name, bytes) in epochs.sorted(by: { $0.key < $1.key }) {
            let present = try? Files.read(
                folder.file(name.hexadecimal), limit: EpochFiles.greatestByteCount)
            if present == bytes { continue }
            try folder.make()
            try ContainedFile(name.hexadecimal, in: folder).replace(with: bytes.span, mode: 0o644)
        }
    }
}
