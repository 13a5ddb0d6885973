import RedoCrypto
import RedoSystem

/// The epoch files of an encrypted remote, beside the record (docs/encrypted-remotes.md, "Reading").
extension CheckpointRecord {
    private var epochsDirectory: ContainedDirectory { directory.directory("epochs") }

    /// The names of the stored epoch files.
    package var keptEpochs: Set<Digest> {
        let names = (try? epochsDirectory.contents()) ?? []
        return Set(names.compactMap { Digest(hexadecimal: Array($0.utf8).span) })
    }

    /// The file of a stored epoch; nil if it is missing or damaged.
    package func epoch(_ name: Digest) -> [UInt8]? {
        guard
            let bytes = try? Files.read(
                epochsDirectory.file(name.hexadecimal), limit: EpochFiles.maximumByteCount),
            SHA256.digest(bytes.span) == name
        else { return nil }
        return bytes
    }

    private static let unkeptName = "unkept"

    /// The records of the epoch files that are not stored; nil if there are none.
    package var unkeptEpochs: UnkeptEpochs? {
        (try? Files.read(directory.file(Self.unkeptName), limit: Self.maximumByteCount))
            .flatMap { UnkeptEpochs($0) }
    }

    /// Records the results for the epoch files that are not stored. If the record is lost, the next reading only takes
    /// longer.
    ///
    /// - Throws: STORAGE_003.
    package func save(_ unkept: UnkeptEpochs) throws(RedoError) {
        let known = unkeptEpochs ?? UnkeptEpochs(box: unkept.box, genesis: unkept.genesis)
        if unkept == known { return }
        try failing(.writeFailed, "the record of the remote cannot be written") {
            () throws(SystemError) in
            try directory.make()
            try ContainedFile(Self.unkeptName, in: directory)
                .replace(with: unkept.bytes.span, mode: 0o644)
        }
    }

    /// Removes the stored files of epochs that were found not to be accepted: earlier versions stored all that they
    /// read.
    ///
    /// - Parameters:
    ///   - isDry: whether they are only counted.
    ///   - forget: receives the path of each file below the directory of the records, before the file is removed.
    /// - Returns: the number of removed files.
    package func removeUnneededEpochs(
        isDry: Bool = false, _ forget: (_ name: String) -> Void
    ) -> Int {
        guard let unkept = unkeptEpochs else { return 0 }
        let names = keptEpochs.filter(unkept.hasTried)
        for name in isDry ? [] : names.sorted() {
            forget("epochs/\(name.hexadecimal)")
            try? epochsDirectory.remove(name.hexadecimal)
        }
        return names.count
    }

    /// Stores the file of an epoch.
    ///
    /// - Throws: STORAGE_003.
    package func keep(epoch bytes: [UInt8], named name: Digest) throws(RedoError) {
        try failing(.writeFailed, "an epoch of the remote cannot be written") {
            () throws(SystemError) in
            try epochsDirectory.make(isSynced: true)
            try ContainedFile(name.hexadecimal, in: epochsDirectory)
                .replace(with: bytes.span, mode: 0o644)
        }
    }
}
