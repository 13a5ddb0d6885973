import RedoCrypto
import RedoSystem

/// The epoch files of an encrypted remote, beside the record (docs/encrypted-remotes.md, "Reading").
extension CheckpointRecord {
    private var epochsFolder: ContainedFolder { folder.folder("epochs") }

    /// The names of the files of epochs that are kept.
    package var keptEpochs: Set<Digest> {
        let names = (try? epochsFolder.contents()) ?? []
        return Set(names.compactMap { Digest(hexadecimal: Array($0.utf8).span) })
    }

    /// The file of an epoch that is kept; nil if it is not there, or damaged.
    package func epoch(_ name: Digest) -> [UInt8]? {
        guard
            let bytes = try? Files.read(
                epochsFolder.file(name.hexadecimal), limit: EpochFiles.greatestByteCount),
            SHA256.digest(bytes.span) == name
        else { return nil }
        return bytes
    }

    private static let unkeptName = "unkept"

    /// What is noted of the epoch files that are not kept; nil if nothing is.
    package var unkeptEpochs: UnkeptEpochs? {
        (try? Files.read(folder.file(Self.unkeptName), limit: Self.greatestByteCount))
            .flatMap { UnkeptEpochs($0) }
    }

    /// Notes what became of the epoch files that are not kept. A note that is lost costs the next reading the time of this
    /// one.
    ///
    /// - Throws: STORAGE_003.
    package func save(_ unkept: UnkeptEpochs) throws(RedoError) {
        let known = unkeptEpochs ?? UnkeptEpochs(box: unkept.box, genesis: unkept.genesis)
        if unkept == known { return }
        try failing(.writeFailed, "the record of the remote cannot be written") {
            () throws(SystemError) in
            try folder.make()
            try ContainedFile(Self.unkeptName, in: folder)
                .replace(with: unkept.bytes.span, mode: 0o644)
        }
    }

    /// Removes the files of epochs that are kept and were found not to be accepted: earlier versions kept all that they read.
    ///
    /// - Parameter forget: is called with the path of each below the folder of the records, before it is removed.
    /// - Returns: how many.
    package func removeUnneededEpochs(_ forget: (_ name: String) -> Void) -> Int {
        guard let unkept = unkeptEpochs else { return 0 }
        let names = keptEpochs.filter(unkept.hasTried)
        for name in names.sorted() {
            forget("epochs/\(name.hexadecimal)")
            try? epochsFolder.remove(name.hexadecimal)
        }
        return names.count
    }

    /// Keeps the file of an epoch.
    ///
    /// - Throws: STORAGE_003.
    package func keep(epoch bytes: [UInt8], named name: Digest) throws(RedoError) {
        try failing(.writeFailed, "an epoch of the remote cannot be written") {
            () throws(SystemError) in
            try epochsFolder.make(isSynced: true)
            try ContainedFile(name.hexadecimal, in: epochsFolder)
                .replace(with: bytes.span, mode: 0o644)
        }
    }
}
