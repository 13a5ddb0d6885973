import RedoCrypto
import RedoModel
import RedoSystem

// What no statement lists any more. A copy of the folder can be days behind, so a file is marked first: whoever has not seen
// the mark can still list it, and whoever has seen it may not.

extension FolderStorage {
    /// So long a file stays that is marked, in milliseconds: 30 days.
    static let goneMilliseconds: Int64 = 30 * 24 * 60 * 60 * 1000

    private static let greatestMarkByteCount = 64

    private var goneFolder: ContainedFolder { ContainedFolder([StoredName.goneFolder], in: path) }

    package mutating func marks() throws(RedoError) -> Set<Digest> {
        try failing(.notFound, "the folder \(path.printable) cannot be read") {
            () throws(SystemError) in
            guard try goneFolder.check() else { return [] }
            return Set(
                try goneFolder.contents().compactMap { Digest(hexadecimal: Array($0.utf8).span) })
        }
    }

    package mutating func removeUnlisted(
        at now: Instant, _ pieces: ([UInt8]) -> [Digest]?
    ) throws(RedoError) {
        guard let listed = try listed(pieces) else { return }
        let marks = try marks()
        try writing { () throws(SystemError) in
            let names = try dataFolder.check() ? dataFolder.contents() : []
            let files = Set(names.compactMap { Digest(hexadecimal: Array($0.utf8).span) })
            // What is listed, or is not there, needs no mark.
            for name in marks where listed.contains(name) || !files.contains(name) {
                try ContainedFile(name.hexadecimal, in: goneFolder).removeIfPresent()
            }
            for name in files where !listed.contains(name) {
                try removeOrMark(name, isMarked: marks.contains(name), at: now)
            }
        }
    }

    private func removeOrMark(
        _ name: Digest, isMarked: Bool, at now: Instant
    ) throws(SystemError) {
        let mark = ContainedFile(name.hexadecimal, in: goneFolder)
        guard isMarked, let time = time(of: mark) else {
            try goneFolder.make()
            return try mark.replace(with: Array("\(now.wallText)\n".utf8).span, mode: 0o644)
        }
        guard now.milliseconds - time.milliseconds >= Self.goneMilliseconds else { return }
        // The mark goes last: a file without it would start over. What cannot be removed, a folder for one, keeps its mark.
        guard (try? ContainedFile(name.hexadecimal, in: dataFolder).removeIfPresent()) != nil
        else { return }
        try mark.removeIfPresent()
    }

    /// When a file was marked; nil if the mark does not say so.
    private func time(of mark: ContainedFile) -> Instant? {
        guard let bytes = try? Files.read(mark.path, limit: Self.greatestMarkByteCount) else {
            return nil
        }
        return Instant(wall: Array(bytes.dropLast()).span)
    }

    /// The files that statements of the folder list, the last of each slot and those before it.
    ///
    /// - Returns: nil if a statement cannot be read: a copy is not complete, and nothing is known of what it lists.
    private mutating func listed(_ pieces: ([UInt8]) -> [Digest]?) throws(RedoError) -> Set<Digest>?
    {
        var listed: Set<Digest> = []
        for tip in try tips() {
            guard let bytes = try? statement(of: tip), let names = pieces(bytes) else { return nil }
            listed.formUnion(names)
        }
        return listed
    }
}
