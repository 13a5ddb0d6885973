import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoSystem

/// Reads the epoch files of a remote (docs/encrypted-remotes.md, "Reading").
///
/// Anyone who can write to the remote can add files, so a reading has limits, and the files that were tried are
/// recorded.
extension CheckpointExchange {
    /// Reads the epochs of tips, and opens them with the key of this device. Accepted epochs are stored.
    ///
    /// - Throws: E_PERMISSION_DENIED if no epoch opens, or none follows from the first epoch that is trusted; KEYCHAIN_002
    ///   if the key cannot be used.
    func learnEpochs(of tips: [CheckpointTip]) throws(RedoError) {
        guard case .sealed(let genesis?) = encryption else { return }
        try storage.receive(tips) { _, _ in }
        let listing = try storage.epochNames(of: tips)
        if let epochs, !epochs.hasNews(in: listing) { return }
        guard try session.keyring.hasKey(of: store) else { throw noKey(genesis.id) }
        let box = try ownKey().box
        var read: RemoteEpochs
        if let epochs, epochs.box == box.publicKey {
            read = epochs
            read.genesis = genesis
        } else {
            read = RemoteEpochs(
                genesis: genesis, box: box.publicKey, unkept: record.unkeptEpochs, known: epochs)
        }
        let known = read.unkept.refused
        try readEpochs(listing, of: tips, into: &read) { box($0) }
        // Saved before the error is thrown, so that the same files are not tried again.
        try record.save(read.unkept)
        for (file, fault) in read.archive.damaged.filter({ known[$0.file.digest] == nil })
            .prefix(Self.reportedCount)
        {
            session.warn(
                .corrupted, "the epoch \(file.id) of \(name) is not accepted: \(fault)".printable)
        }
        guard read.isOpen else { throw notAMember(read) }
        try adopt(read)
    }

    /// The maximum number of rejected epochs that one command names.
    private static var reportedCount: Int { 3 }

    /// Reads all epochs of tips, and opens them with another key than that of this device. Nothing is recorded.
    func openedEpochs(
        of tips: [CheckpointTip], trusting genesis: GenesisPin, box: BoxPublicKey,
        _ unseal: (Span<UInt8>) -> [UInt8]?
    ) throws(RedoError) -> RemoteEpochs {
        try storage.receive(tips) { _, _ in }
        let listing = try storage.epochNames(of: tips)
        var read = RemoteEpochs(genesis: genesis, box: box, unkept: nil)
        try readEpochs(listing, of: tips, into: &read, isWhole: true, unseal)
        return read
    }

    /// Uses epochs that were read from now on, and stores the files of accepted ones.
    func adopt(_ read: RemoteEpochs) throws(RedoError) {
        // A damaged stored file is written again.
        let files = read.acceptedFiles.sorted { $0.key < $1.key }
        for (name, bytes) in files where record.epoch(name) == nil {
            try record.keep(epoch: bytes, named: name)
        }
        try pin(read)
        var read = read
        if case .sealed(let genesis?) = encryption { read.genesis = genesis }
        epochs = read
    }

    /// The epochs that seal the statements of tips, according to their headers.
    func epochsNamed(by tips: [CheckpointTip]) throws(RedoError) -> Set<EpochID> {
        var ids: Set<EpochID> = []
        for tip in tips {
            do throws(RedoError) {
                guard let file = try storage.statement(of: tip),
                    let header = SealHeader(of: file.span)
                else { continue }
                ids.insert(header.epoch)
            } catch {
                // The tip itself is refused when it is read.
                guard error.code == .corrupted else { throw error }
            }
        }
        return ids
    }

    /// The tips whose headers determine the wanted epochs: those of slots that are known here, or all if none is known.
    func tipsToFollow(among tips: [CheckpointTip]) -> [CheckpointTip] {
        let isFirst =
            record.seen.isEmpty && record.own?.last == nil && record.invitedPosition == nil
        return isFirst ? tips : tips.filter { record.isExpected($0.slot) }
    }

    // MARK: Within limits

    /// The remaining budget of a reading.
    private struct Budget {
        var byteCount = EpochFiles.byteLimit
        var fileCount = EpochFiles.fileLimit
        var boxCount = EpochFiles.boxLimit

        /// Whether another file may be read.
        var allowsFile: Bool { byteCount > 0 && fileCount > 0 }

        /// Whether the boxes of a file may be tried. Those of one file are always allowed, however many it has.
        func allows(_ file: EpochFile) -> Bool {
            file.boxCount <= boxCount || boxCount == EpochFiles.boxLimit
        }
    }

    /// Reads files within the limits, and judges the opened ones. Until one is accepted, one reading follows another: a
    /// command that ends without an epoch may leave no store that remembers what it has tried.
    ///
    /// - Parameter isWhole: whether everything is read.
    private func readEpochs(
        _ listing: EpochListing, of tips: [CheckpointTip], into epochs: inout RemoteEpochs,
        isWhole: Bool = false, _ unseal: (Span<UInt8>) -> [UInt8]?
    ) throws(RedoError) {
        var pending = try keptFiles(besides: &epochs)
        epochs.unkept.update(
            listing,
            kept: Set(pending.map(\.digest)).union(record.keptEpochs.filter(epochs.unkept.hasTried))
        )
        let isCrowded = pending.reduce(0) { $0 + $1.boxCount } > EpochFiles.boxLimit
        var named: Set<EpochID> = []
        if isCrowded || epochs.hasNews(in: listing) {
            named = try epochsNamed(by: tipsToFollow(among: tips))
        }
        try readUntilOpen(named, isWhole: isWhole, &pending, &epochs, unseal)
        // The first epoch may exist only at its own location, and not among the other files.
        guard !epochs.isOpen, !epochs.has(epochs.genesis.id), let bytes = try storage.genesis(),
            let first = try? EpochFile(reading: bytes)
        else { return }
        epochs.add(first)
        pending.append(first)
        try readUntilOpen(named, isWhole: isWhole, &pending, &epochs, unseal)
    }

    private func readUntilOpen(
        _ named: Set<EpochID>, isWhole: Bool, _ pending: inout [EpochFile],
        _ epochs: inout RemoteEpochs, _ unseal: (Span<UInt8>) -> [UInt8]?
    ) throws(RedoError) {
        let isFirst = record.seen.isEmpty && record.own?.last == nil
        while true {
            let isNew = try readOnce(named, &pending, &epochs, unseal)
            epochs.judge()
            epochs.settle(
                notingUnopened: epochs.hasUnnoted && Self.opens(epochs.box, unseal))
            guard isNew, epochs.untriedCount > 0 else { return }
            let isWanting = isFirst && named.contains { !epochs.archive.isOpen($0) }
            guard isWhole || !epochs.isOpen || isWanting else { return }
        }
    }

    /// Adds the stored files that were not added before.
    private func keptFiles(besides epochs: inout RemoteEpochs) throws(RedoError) -> [EpochFile] {
        var files: [EpochFile] = []
        for name in record.keptEpochs.sorted()
        where !epochs.archive.names.contains(name) && !epochs.unkept.hasTried(name) {
            guard let bytes = record.epoch(name), let file = try? EpochFile(reading: bytes) else {
                continue
            }
            epochs.add(file)
            files.append(file)
        }
        return files
    }

    /// Whether the opener of boxes works now. A program that holds the key may not, and then a failure proves nothing
    /// about a box.
    private static func opens(_ box: BoxPublicKey, _ unseal: (Span<UInt8>) -> [UInt8]?) -> Bool {
        let probe = RandomBytes.bytes(count: EpochKey.byteCount)
        guard let sealed = box.seal(probe.span) else { return false }
        return unseal(sealed.span) == probe
    }

    /// Performs one reading.
    ///
    /// - Parameters:
    ///   - named: the files that are tried first.
    ///   - pending: files that were added.
    /// - Returns: whether something was read or tried.
    private func readOnce(
        _ named: Set<EpochID>, _ pending: inout [EpochFile], _ epochs: inout RemoteEpochs,
        _ unseal: (Span<UInt8>) -> [UInt8]?
    ) throws(RedoError) -> Bool {
        var budget = Budget()
        var isNew = false
        var queue = epochs.unkept.untried.filter {
            !epochs.archive.names.contains($0) && !epochs.absent.contains($0)
        }[...]
        let before = Set(epochs.unkept.unopened.values)
        var wanted = named.filter { !epochs.archive.has($0) && !before.contains($0.digest) }
        while true {
            for name in passedOver(namedIn: epochs) where budget.allowsFile {
                _ = try read(name, &budget, &pending, &epochs)
            }
            pending = pending.filter(epochs.archive.isUntried)
            for file in pending.filter({ named.contains($0.id) })
                + pending.filter({ !named.contains($0.id) })
            {
                guard epochs.archive.isUntried(file) else { continue }
                guard budget.allows(file) else { break }
                if Signals.isTerminationPending { throw .terminated }
                budget.boxCount -= file.boxCount
                isNew = true
                guard epochs.tryBoxes(of: file, unseal) else { continue }
                for name in passedOver(namedIn: epochs) where budget.allowsFile {
                    _ = try read(name, &budget, &pending, &epochs)
                }
            }
            pending = pending.filter(epochs.archive.isUntried)
            var boxCount = pending.reduce(0) { $0 + $1.boxCount }
            var isRead = false
            while budget.allowsFile,
                boxCount < budget.boxCount || !wanted.isEmpty || !epochs.archive.lacking.isEmpty,
                let name = queue.popFirst()
            {
                if Signals.isTerminationPending { throw .terminated }
                isRead = true
                guard let file = try read(name, &budget, &pending, &epochs) else { continue }
                isNew = true
                wanted.remove(file.id)
                if epochs.archive.isUntried(file) { boxCount += file.boxCount }
            }
            guard isRead else { return isNew }
        }
    }

    /// The names of files that were tried before, and whose keys a body contains by now. A refused one is read again as
    /// well: its successors are refused only if it is present.
    private func passedOver(namedIn epochs: RemoteEpochs) -> [Digest] {
        let lacking = epochs.archive.lacking
        if lacking.isEmpty { return [] }
        return [epochs.unkept.unopened, epochs.unkept.refused].flatMap { notes in
            notes.filter {
                lacking.contains(EpochID($0.value)) && !epochs.absent.contains($0.key)
            }.keys
        }.sorted()
    }

    /// Reads a file, and adds it.
    ///
    /// - Returns: nil if it is missing, or is not the file of an epoch.
    private func read(
        _ name: Digest, _ budget: inout Budget, _ pending: inout [EpochFile],
        _ epochs: inout RemoteEpochs
    ) throws(RedoError) -> EpochFile? {
        budget.fileCount -= 1
        var bytes = record.epoch(name)
        if bytes == nil { bytes = try storage.epoch(name) }
        guard let bytes else {
            epochs.absent.insert(name)
            return nil
        }
        budget.byteCount -= bytes.count
        guard let file = try? EpochFile(reading: bytes) else {
            epochs.unkept.refused[name] = name
            return nil
        }
        epochs.add(file)
        pending.append(file)
        return file
    }
}
