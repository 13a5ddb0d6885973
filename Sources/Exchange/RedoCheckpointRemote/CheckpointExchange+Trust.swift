import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoSystem

/// Decides which first epoch of an encrypted remote is trusted.
extension CheckpointExchange {
    /// Trusts the body of the first epoch as well, from the first reading on: everyone with its key can sign another
    /// body for the same id.
    func pin(_ read: RemoteEpochs) throws(RedoError) {
        guard read.genesis.body == nil, let first = read.history.genesis else { return }
        try trust(GenesisPin(id: first.id, body: first.body.digest))
    }

    /// Trusts a first epoch, and records it in the configuration.
    func trust(_ genesis: GenesisPin) throws(RedoError) {
        try ConfiguredRemote.named(name, of: store).trust(genesis, in: store)
        encryption = .sealed(genesis: genesis)
    }

    /// Refuses to read or write an encrypted remote whose first epoch is not trusted. On a terminal the signer of the
    /// epoch is shown, and the user decides.
    ///
    /// - Throws: E_PERMISSION_DENIED, STORAGE_001 if there is no first epoch yet, or STORAGE_004 if it cannot be used.
    func requireTrust() throws(RedoError) {
        switch encryption {
        case .sealed(.some), .plain: return
        case .undecided where !storage.hasGenesis: return
        case .sealed(nil) where !storage.hasGenesis:
            throw RedoError(
                .notFound,
                "\(name.printable) is set to be encrypted, and has no first epoch yet",
                hints: ["'redo member create \(name.printable)' creates it"])
        default: break
        }
        let id = try firstEpoch().id
        let hasKey = try session.keyring.hasKey(of: store)
        if hasKey, session.delegate.canAsk, try isTrusted() { return }
        throw RedoError(
            .permissionDenied,
            "\(name.printable) is encrypted, and its first epoch is not trusted here: \(id)",
            hints: [
                "'redo member add' gives an invitation on a device of a member; then "
                    + "'redo member trust INVITATION \(name.printable)' here",
                "or compare the id with what 'redo member list' prints there: "
                    + "redo member trust \(id) \(name.printable)",
            ] + (encryption == .undecided ? [plainHint] : []),
            detail: EncryptedRemoteFault(hasKey ? .untrusted : .noKey, genesis: "\(id)"))
    }

    /// The first epoch, as it is on the remote.
    func firstEpoch() throws(RedoError) -> EpochFile {
        guard let bytes = try storage.genesis() else {
            throw RedoError(.notFound, "\(name.printable) has no first epoch: it is not encrypted")
        }
        do throws(EpochFault) {
            return try EpochFile(reading: bytes)
        } catch {
            throw RedoError(
                .corrupted,
                "the first epoch of \(name.printable), \(storage.genesisName), cannot be used: "
                    + "\(error)",
                hints: encryption == .undecided ? [plainHint] : [])
        }
    }

    /// Shows the signer of the first epoch, and trusts the epoch if the user agrees.
    ///
    /// - Returns: whether it is trusted now.
    func isTrusted() throws(RedoError) -> Bool {
        let file = try firstEpoch()
        let own = try ownKey()
        let key = file.key { own.box($0) }
        var by = "which the key of this device does not open"
        if let key {
            do throws(EpochFault) {
                let epoch = try file.open(with: key)
                let isOwn = epoch.body.signer == own.publicKey
                by =
                    isOwn
                    ? "by the key of this device"
                    : "by the key \(UserID(epoch.body.signer)), with "
                        + counted(epoch.body.members.count, "member")
            } catch {
                by = "which cannot be read: \(error)"
            }
        }
        guard
            try session.delegate.isConfirmed(
                "\(name.printable) is encrypted. Its first epoch is \(file.id), \(by).\n"
                    + "is this the remote that you mean?")
        else { return false }
        try trust(GenesisPin(id: file.id))
        return true
    }
}
