import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Keeps the ids of packs that the store already has unchanged, and that need not be received.
    ///
    /// - Throws: STORAGE_003 if a list cannot be written.
    /// - Complexity: O(n) for n bytes of such packs.
    func keepIDs(ofOwnPacksAmong listed: [Statement.ListedPack]) throws(RedoError) {
        for name in listed.map(\.name) where ids(of: name) == nil {
            if let pack = store.wholePack(named: name) { try record.keep(pack.links, of: name) }
        }
    }

    /// Receives packs that a tip lists. A node's parents may be in any of them.
    ///
    /// - Parameter progress: receives the finished and the total size of the packs, in KiB.
    /// - Returns: the result for each pack; nil if a piece is missing on the remote, or does not match its name. What
    ///   was admitted before that stays.
    /// - Throws: STORAGE_003 if it cannot be written here; STORAGE_004 if a pack has other bytes than the statement says.
    func admit(
        _ packs: [Statement.ListedPack], of tip: CheckpointTip, authors: Set<UserID>?,
        progress: StoreProgress
    ) throws(RedoError) -> [(pack: Statement.ListedPack, incoming: IncomingPack)]? {
        var admitted: [(pack: Statement.ListedPack, incoming: IncomingPack)] = []
        var waiting: [(index: Int, file: ContainedFile)] = []
        defer { for entry in waiting { try? entry.file.removeIfPresent() } }
        var packProgress = PackProgress(of: packs)
        for pack in packs {
            packProgress.begin(pack)
            let file = ContainedFile(
                "incoming-\(RandomBytes.hexadecimal(count: 8))\(ContainedFile.temporarySuffix)",
                in: directory)
            var isWaiting = false
            defer { if !isWaiting { try? file.removeIfPresent() } }
            let arrival = PackArrival(at: file, named: pack.name, byteCount: pack.byteCount)
            let faults = try download(pack, of: tip, to: file, isStopping: true) { byteCount in
                arrival.proceed(to: byteCount)
                packProgress.received(byteCount, progress)
            }
            if case .size(let count)? = faults.first {
                throw RedoError(
                    .corrupted,
                    "the pack \(pack.name.hexadecimal) has \(count) bytes or more, and its statement says "
                        + "\(pack.byteCount)")
            }
            guard faults.isEmpty else { return nil }
            let incoming = try store.admit(
                packAt: file, named: pack.name, readBy: arrival, of: authors
            ) {
                packProgress.checked($0, of: $1, progress)
            }
            if incoming.lacksParents {
                isWaiting = true
                waiting.append((admitted.count, file))
            }
            admitted.append((pack, incoming))
        }
        if !waiting.isEmpty {
            let again = try store.admit(
                nodesOf: waiting.map { ($0.file, admitted[$0.index].pack.name) }, of: authors)
            for (entry, incoming) in zip(waiting, again) {
                let first = admitted[entry.index].incoming
                admitted[entry.index].incoming = incoming.adding(new: first.new)
            }
        }
        for (pack, incoming) in admitted where incoming.isWhole {
            if let links = incoming.links { try record.keep(links, of: pack.name) }
        }
        return admitted
    }

    /// A reason why a pack cannot be assembled.
    enum PackFault {
        case missing(Digest)
        /// Its bytes do not match its name, or are too many.
        case other(Digest)
        case unusable(Digest, RedoError)
        /// The pieces have another total size than the statement lists: this one.
        case size(Int)
    }

    /// Assembles a pack from its pieces.
    ///
    /// - Parameters:
    ///   - isStopping: whether the first fault ends the download. Then a piece that cannot be read or opened is an
    ///     error.
    ///   - arrival: receives the size of the file after each piece.
    /// - Returns: the faults; empty if the file has the bytes that the statement lists.
    /// - Throws: STORAGE_003 if it cannot be written here; as ``piece(_:of:)``.
    func download(
        _ pack: Statement.ListedPack, of tip: CheckpointTip, to file: ContainedFile,
        isStopping: Bool, arrival: (_ byteCount: Int) -> Void = { _ in }
    ) throws(RedoError) -> [PackFault] {
        let output = try failing(.writeFailed, "a pack cannot be written") {
            () throws(SystemError) in
            try directory.make()
            return try file.create(mode: 0o444)
        }
        var faults: [PackFault] = []
        var byteCount = 0
        for name in pack.pieces {
            if Signals.isTerminationPending { throw .terminated }
            do throws(RedoError) {
                switch try piece(name, of: tip) {
                case .missing: faults.append(.missing(name))
                case .other: faults.append(.other(name))
                case .whole(let bytes):
                    byteCount += bytes.count
                    if isStopping, byteCount > pack.byteCount { return [.size(byteCount)] }
                    try failing(.writeFailed, "a pack cannot be written") {
                        () throws(SystemError) in
                        try output.write(bytes.span)
                    }
                    arrival(byteCount)
                }
            } catch {
                guard !isStopping, [.corrupted, .permissionDenied].contains(error.code) else {
                    throw error
                }
                faults.append(.unusable(name, error))
            }
            if isStopping, !faults.isEmpty { return faults }
        }
        if faults.isEmpty, byteCount != pack.byteCount { faults.append(.size(byteCount)) }
        return faults
    }

    /// A piece, as the remote has it.
    enum Piece {
        case whole([UInt8])
        case missing
        /// Its bytes do not match its name, or are too many.
        case other
    }

    /// Reads a piece, and opens it if the remote is encrypted.
    ///
    /// - Throws: STORAGE_004 if it cannot be read or opened, E_PERMISSION_DENIED if this device is not a member in the epoch that
    ///   sealed it.
    func piece(_ name: Digest, of tip: CheckpointTip) throws(RedoError) -> Piece {
        guard var piece = try storage.data(name, of: tip) else { return .missing }
        guard SHA256.digest(piece.span) == name else { return .other }
        if isStraySealed(piece, storage.fileName(name, of: tip)) { return .other }
        if encryption.isSealed { piece = try opened(piece, as: .piece, "a piece") }
        return piece.count <= Statement.maximumPieceByteCount ? .whole(piece) : .other
    }
}
