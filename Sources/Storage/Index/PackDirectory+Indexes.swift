import RedoCrypto
import RedoModel
import RedoSystem

extension PackDirectory {
    /// Opens the index of a pack. One in the format of another version is recreated first; if it cannot be written, a
    /// copy in memory is used.
    ///
    /// - Parameter chunks: those that will be read.
    /// - Throws: STORAGE_004 if the index is missing or damaged.
    func index(
        of name: PackName, using chunks: [IndexChunk]
    ) throws(RedoError) -> PackIndex {
        let path = Path.join(path, name.indexFileName)
        let file: MappedFile
        do throws(SystemError) {
            file = try MappedFile(path)
        } catch {
            throw RedoError(
                reading: "the index of a pack cannot be read", cause: error,
                hints: [RedoError.indexHint(path)])
        }
        if !PackIndex.isOtherVersion(file.bytes) {
            return try Self.checkedIndex(path) { () throws(PackIndex.Damage) in
                try PackIndex(file, using: chunks)
            }
        }
        let image = try builtIndex(of: name, signature: .unchecked)
        let copy = try writing { () throws(SystemError) in try image.mapped(as: path) }
        try? write(copy, asIndexOf: name)
        return try Self.checkedIndex(path) { () throws(PackIndex.Damage) in
            try PackIndex(copy, using: chunks)
        }
    }

    /// Opens an index, or throws where it is damaged.
    static func checkedIndex(
        _ path: String, _ open: () throws(PackIndex.Damage) -> PackIndex
    ) throws(RedoError) -> PackIndex {
        do throws(PackIndex.Damage) {
            return try open()
        } catch {
            throw .damagedIndex(path, "is damaged at byte \(error.offset): \(error.reason)")
        }
    }

    /// Builds the index of a pack from the pack.
    ///
    /// - Throws: STORAGE_004 if the pack is damaged, STORAGE_003 if it cannot be read, STORAGE_001 if a later version wrote
    ///   it.
    func builtIndex(
        of name: PackName, signature rule: NodeValidator.SignatureRule = .ifPresent
    ) throws(RedoError) -> IndexImage {
        let path = Path.join(path, name.packFileName)
        let file = try writing { () throws(SystemError) in try MappedFile(path) }
        if let reason = PackFormat.laterFormat(of: file, named: name) {
            throw RedoError(
                .notFound, "\(path) cannot be read: \(reason)",
                hints: ["'redo --version' says which version this is; a later one reads the pack"])
        }
        let reading = PackReading(file, named: name, signature: rule) { _ in }
        if let damage = reading.damages.first {
            throw .damage("\(path) is damaged at byte \(damage.offset): \(damage.reason)")
        }
        return reading.index
    }

    /// Writes the index of a pack, and replaces an existing one.
    func write(_ index: MappedFile, asIndexOf name: PackName) throws(SystemError) {
        try ContainedFile(name.indexFileName, in: directory).replace(with: index.bytes, mode: 0o444)
    }
}

extension RedoError {
    /// What helps if an index is missing or damaged: rebuilding it from its pack, unless that is damaged as well.
    fileprivate static func indexHint(_ path: String) -> String {
        isPackAsNamed(ofIndex: path) ? "'redo index' rebuilds the indexes of packs" : repairHint
    }

    /// Whether the pack of an index ends with its own name. A pack that is cut off or has the name of another does
    /// not.
    private static func isPackAsNamed(ofIndex path: String) -> Bool {
        let fileName = Path.name(of: path)
        guard let name = PackName(fileName: fileName, suffix: PackFormat.indexSuffix),
            let pack = try? MappedFile(Path.join(Path.parent(of: path), name.packFileName)),
            pack.count >= PackFormat.headerByteCount + PackFormat.trailerByteCount
        else { return false }
        let end = pack.count - Digest.byteCount
        return Digest(bytes: pack.bytes.extracting(end...)) == name.digest
    }

    /// The error for an invalid index.
    static func damagedIndex(_ path: String, _ what: String) -> RedoError {
        RedoError(.corrupted, "\(path) \(what)", hints: [indexHint(path)])
    }
}
