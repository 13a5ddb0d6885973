import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoSystem

// The words of a recovery key are printed once they are valid, and not before. From the moment when they may become
// valid until they are printed, the store keeps them, sealed to the key of this device.

extension CheckpointExchange {
    // MARK: Using words

    /// Receives everything with the words of a recovery key alone. Nothing is written to the remote, so the words stay
    /// valid.
    func restore() throws(RedoError) -> FetchOutcome {
        let tips = try storage.tips()
        _ = try firstEpoch()
        try requireTrust()
        let key = try session.delegate.recoveryKey(ofRemote: name)
        let (opened, _) = try recovered(tips, by: key)
        try adopt(opened)
        return try fetch()
    }

    /// Adds this device with the words of a recovery key, and creates the next recovery key.
    func recover(
        revoking devices: MemberRequest.RevokedDevices, isConfirmed: Bool
    ) throws(RedoError) -> MemberOutcome {
        let tips = try storage.tips()
        let first = try firstEpoch()
        if isConfirmed, encryption.genesis == nil {
            try trust(GenesisPin(id: first.id))
        }
        // Before the words are requested, so that no one types them if there is no key.
        try session.keyring.makeKeyIfMissing(for: store)
        try requireTrust()
        if try showsKeptWords(of: tips) { return .recovered }
        let device = try ownDevice()
        let key = try session.delegate.recoveryKey(ofRemote: name)
        let (opened, member) = try recovered(tips, by: key)
        try adopt(opened)
        let next = RecoveryKey.random()
        let recovery = Member.Recovery(
            commit: next.commitment, box: BoxKey(of: next.key).publicKey)
        var change = MembershipChange(added: [
            Member(member.principal, recovery: recovery, devices: [device])
        ])
        switch devices {
        case .all:
            change.removedKeys = Set(member.devices.map(\.key).filter { $0 != device.key })
        case .some(let texts):
            for text in texts { change.removedKeys.insert(try self.key(text, of: [member])) }
        }
        let signer = Signer(SigningKey(seed: key.key.seed()))
        try keep(wordsOf: next)
        do throws(RedoError) {
            try push(changing: EpochRequest(change: change, recovery: signer))
        } catch {
            throw error.adding(
                hint:
                    "repeat 'redo member recover \(name.printable)': the words that you have count, "
                    + "unless it shows new ones at once")
        }
        guard epochs?.history.members.contains(where: { $0.recovery == recovery }) == true else {
            throw RedoError(.permissionDenied, "the device was not let in")
        }
        try show(wordsOf: next)
        return .recovered
    }

    /// The member that a recovery key recovers, and the epochs that it opens.
    ///
    /// - Throws: E_PERMISSION_DENIED if it recovers no member.
    private func recovered(
        _ tips: [CheckpointTip], by key: borrowing RecoveryKey
    ) throws(RedoError) -> (epochs: RemoteEpochs, member: Member) {
        guard let genesis = encryption.genesis else {
            throw RedoError(
                .permissionDenied, "the first epoch of \(name.printable) is not trusted")
        }
        let box = BoxKey(of: key.key)
        let opened = try openedEpochs(of: tips, trusting: genesis, box: box.publicKey) {
            box.open($0)
        }
        let commitment = key.commitment
        // An epoch that the words do not open, and that seals a slot, was started after the words were used. One that
        // seals nothing proves nothing: anyone can put it there.
        let sealing = try epochsNamed(by: tipsToFollow(among: tips))
        guard opened.isOpen, !sealing.contains(where: opened.hasUnopened),
            let member = opened.history.members.first(where: { $0.recovery?.commit == commitment })
        else {
            throw RedoError(
                .permissionDenied,
                "these words recover no member of \(name.printable)", status: .no,
                hints: [
                    "recovery words can be used once: the next ones were shown when these were used",
                    "the words of a person are different ones: use them with 'redo recover', once the log is here",
                ])
        }
        return (opened, member)
    }

    // MARK: Showing words

    /// Stores the words of a key that is about to become valid, until they are shown.
    func keep(wordsOf key: borrowing RecoveryKey) throws(RedoError) {
        let box = try ownKey().box.publicKey
        let seed = key.key.seed()
        var bytes = (0..<seed.count).map { seed[$0] }
        defer { wipe(&bytes) }
        guard let sealed = box.seal(bytes.span) else {
            throw RedoError(.keyNotSaved, "the words of the recovery key cannot be kept")
        }
        try record.keep(recovery: sealed)
    }

    /// Shows the words of a valid key.
    func show(wordsOf key: borrowing RecoveryKey) throws(RedoError) {
        try session.delegate.show(key, ofRemote: name)
        record.removeRecovery()
    }

    /// Shows the words of a valid key that an interrupted command did not show.
    ///
    /// - Returns: whether there were such words.
    func showsKeptWords(of tips: [CheckpointTip]) throws(RedoError) -> Bool {
        guard record.keptRecovery() != nil else { return false }
        let first = try firstEpoch()
        let own = try ownKey()
        // If this device has created the first epoch, no other trust is needed.
        let genesis = encryption.genesis ?? GenesisPin(id: first.id)
        let opened = try openedEpochs(of: tips, trusting: genesis, box: own.box.publicKey) {
            own.box($0)
        }
        guard opened.isOpen, let key = keptKey(countingIn: opened, own.box) else { return false }
        try adopt(opened)
        try show(wordsOf: key)
        return true
    }

    /// Whether stored words are valid and were not shown.
    func hasKeptWords(in epochs: RemoteEpochs) -> Bool {
        guard record.keptRecovery() != nil, let own = openedKey else { return false }
        return keptKey(countingIn: epochs, own.box) != nil
    }

    /// The key whose words are stored, if it is a member's now.
    private func keptKey(countingIn epochs: RemoteEpochs, _ box: BoxOpener) -> RecoveryKey? {
        guard let sealed = record.keptRecovery(), var bytes = box(sealed.span),
            bytes.count == Self.seedByteCount
        else { return nil }
        let key = RecoveryKey(seed: SecretMemory(taking: &bytes))
        let commitment = key.commitment
        guard epochs.history.members.contains(where: { $0.recovery?.commit == commitment }) else {
            return nil
        }
        return key
    }

    private static var seedByteCount: Int { 32 }
}
