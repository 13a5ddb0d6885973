import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// The handling of a remote with encrypted files whose configuration does not decide whether it is encrypted. Its first
/// epoch may be hidden from this device, or anyone may have put the files there. Nothing is sent in the clear until the
/// user decides (docs/encrypted-remotes.md).
extension CheckpointExchange {
    /// Whether a file of the remote is encrypted although the configuration does not declare the remote as encrypted.
    /// If the configuration does not declare it as plain either, the file is recorded: it stops pushes.
    ///
    /// - Parameter fileName: the name of the file on the remote.
    func isStraySealed(_ file: [UInt8], _ fileName: String) -> Bool {
        guard !encryption.isSealed, SealHeader.isAtStart(of: file.span) else { return false }
        if encryption == .undecided, record.sealedFile == nil { record.sealedFile = fileName }
        return true
    }

    /// Refuses to write to a remote with an encrypted file until the user decides whether the remote is encrypted.
    /// Slots that no fetch has read are read now.
    ///
    /// - Throws: E_PERMISSION_DENIED, which names the file.
    package func requireNothingSealed(among tips: [CheckpointTip]) throws(RedoError) {
        guard encryption == .undecided else { return }
        if let refusal = knownRefusal { throw refusal }
        let unread = unread(among: tips)
        if unread.isEmpty { return }
        try storage.receive(unread) { _, _ in }
        for tip in unread {
            guard let file = try readableStatement(of: tip),
                isStraySealed(file, storage.fileName(of: tip))
            else { continue }
            try record.save()
            throw undecided(storage.fileName(of: tip))
        }
    }

    /// The refusal to write that follows from the record, without reading a slot; nil if there is no reason.
    private var knownRefusal: RedoError? {
        if storage.hasGenesis { return undecided(storage.genesisName) }
        if let file = record.sealedFile { return undecided(file) }
        return record.keptEpochs.min().map {
            undecided("\(StoredName.epochsDirectory)/\($0.hexadecimal)")
        }
    }

    /// The slots that no fetch has read. Once a plain statement was read in a slot, the slot is one of a plain remote.
    private func unread(among tips: [CheckpointTip]) -> [CheckpointTip] {
        tips.filter { !record.hasRead($0.slot) }
    }

    /// Requires that the remote can be read: it has a trusted first epoch, or plain slots beside an epoch that is
    /// undecided. A clone reads nothing beside such an epoch.
    ///
    /// - Returns: the warning about the first epoch that is not trusted; nil if there is none.
    /// - Throws: as ``requireTrust()``.
    func requireReadable(_ tips: [CheckpointTip]) throws(RedoError) -> RedoError? {
        do throws(RedoError) {
            try requireTrust()
            return nil
        } catch {
            guard encryption == .undecided, !isCloning,
                [.permissionDenied, .corrupted].contains(error.code)
            else { throw error }
            guard try hasPlainNodes(tips) else { throw error }
            return error
        }
    }

    private func hasPlainNodes(_ tips: [CheckpointTip]) throws(RedoError) -> Bool {
        if storage.hasOtherNodes { return true }
        if tips.contains(where: { record.hasRead($0.slot) }) { return true }
        try storage.receive(tips) { _, _ in }
        for tip in tips {
            if let file = try readableStatement(of: tip),
                (try? SignedStatement(reading: file)) != nil
            {
                return true
            }
        }
        return false
    }

    /// The file of a tip; nil if it is missing or damaged.
    private func readableStatement(of tip: CheckpointTip) throws(RedoError) -> [UInt8]? {
        do throws(RedoError) {
            return try storage.statement(of: tip)
        } catch {
            guard error.code == .corrupted else { throw error }
            return nil
        }
    }

    /// The claims of a remote that is undecided. None is written if something encrypted is there.
    func undecidedClaims(
        in base: any ClaimStorage, _ tips: [CheckpointTip]
    ) throws(RedoError) -> any ClaimStorage {
        record = CheckpointRecord(in: directory)
        var refusal = knownRefusal
        // The lock is only needed to read slots: another command can hold it for a long time.
        if refusal == nil, !unread(among: tips).isEmpty {
            do throws(RedoError) {
                let lock = try lockRecord()
                defer { _ = lock }
                try requireNothingSealed(among: tips)
            } catch {
                guard error.code == .permissionDenied else { throw error }
                refusal = error
            }
        }
        return UndecidedClaimStorage(
            base, of: UndecidedRemote(name: name), recordIn: directory, refusal: refusal)
    }

    /// Warns about what stops pushes to a remote that was read.
    ///
    /// - Parameter refusal: the refusal because of its first epoch.
    func warnOfSealed(_ refusal: RedoError?) {
        guard encryption == .undecided,
            let error = refusal ?? record.sealedFile.map({ undecided($0) })
        else { return }
        session.warn(error.code, error.message)
        session.complain(hints: error.hints)
    }

    /// The refusal to write beside a file of the remote.
    private func undecided(_ file: String) -> RedoError {
        UndecidedRemote(name: name).refusal(of: file)
    }

    /// The hint how to declare that the remote is plain, whatever is found there.
    var plainHint: String { UndecidedRemote(name: name).plainHint }
}

/// A remote whose configuration does not decide whether it is encrypted.
struct UndecidedRemote: Sendable {
    /// The name of the remote, for people.
    let name: String

    /// The refusal to write to it.
    ///
    /// - Parameter file: the name of the encrypted file on the remote.
    func refusal(of file: String) -> RedoError {
        RedoError(
            .permissionDenied,
            "nothing is pushed to \(name.printable): its file \(file.printable) is encrypted, and the configuration does not say "
                + "that the remote is",
            hints: [
                "'redo member add' gives an invitation on a device of a member; then "
                    + "'redo member trust INVITATION \(name.printable)' here",
                plainHint,
            ])
    }

    /// The hint how to declare that the remote is plain, whatever is found there.
    var plainHint: String {
        "if no member encrypts there: 'redo config remote.\(name.printable).encrypted false' lets everything go there in the "
            + "clear"
    }
}
