import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRemotes
import RedoSystem

// The words of a recovery key. They are printed when they count and not before. From the moment in which they may count
// until they are printed, the store keeps them, sealed to the key of this device.

extension CheckpointExchange {
    // MARK: Using words

    /// Takes everything in with the words of a recovery key alone. Nothing is written there, so they stay good.
    mutating func restore(
        _ words: TypedRecoveryWords, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let tips = try storage.tips()
        _ = try firstEpoch()
        try requireTrust(&context)
        let key = try words.key(ofRemote: name, context)
        let (opened, _) = try recovered(tips, by: key)
        try adopt(opened)
        return try fetch(&context)
    }

    /// Lets this device in with the words of a recovery key, and names the next one.
    mutating func recover(
        _ words: TypedRecoveryWords, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let tips = try storage.tips()
        let first = try firstEpoch()
        if context.arguments.has(MemberOptions.yes), encryption.genesis == nil {
            try trust(GenesisPin(id: first.id))
        }
        // Before the words: what fails without a key is not to be found out after them.
        try context.makeKeyIfMissing(for: store)
        try requireTrust(&context)
        if try showsKeptWords(of: tips, &context) { return .done }
        let device = try ownDevice(context)
        let key = try words.key(ofRemote: name, context)
        let (opened, member) = try recovered(tips, by: key)
        try adopt(opened)
        let next = RecoveryKey.random()
        let recovery = Member.Recovery(
            commit: next.commitment, box: BoxKey(of: next.key).publicKey)
        var change = MembershipChange(added: [
            Member(member.principal, recovery: recovery, devices: [device])
        ])
        if context.arguments.has(MemberOptions.revokeAll) {
            change.removedKeys = Set(member.devices.map(\.key).filter { $0 != device.key })
        }
        for text in context.arguments.values(MemberOptions.revoke) {
            change.removedKeys.insert(try self.key(text, of: [member]))
        }
        let signer = Signer(SigningKey(seed: key.value.key.seed()))
        try keep(wordsOf: next, context)
        do throws(RedoError) {
            try push(changing: EpochRequest(change: change, recovery: signer), &context)
        } catch {
            throw error.adding(
                hint:
                    "repeat 'redo member recover \(name.printable)': the words that you have count, "
                    + "unless it shows new ones at once")
        }
        guard epochs?.history.members.contains(where: { $0.recovery == recovery }) == true else {
            throw RedoError(.permissionDenied, "the device was not let in")
        }
        try show(wordsOf: next, &context)
        try context.print("this device is a member of \(name.printable)\n")
        return .done
    }

    /// What a recovery key opens, and the member that it recovers.
    ///
    /// - Throws: E_PERMISSION_DENIED if it recovers none.
    private mutating func recovered(
        _ tips: [CheckpointTip], by key: TypedRecoveryWords.Key
    ) throws(RedoError) -> (epochs: RemoteEpochs, member: Member) {
        guard let genesis = encryption.genesis else {
            throw RedoError(
                .permissionDenied, "the first epoch of \(name.printable) is not trusted")
        }
        let box = BoxKey(of: key.value.key)
        let opened = try openedEpochs(of: tips, trusting: genesis, box: box.publicKey) {
            box.open($0)
        }
        let commitment = key.value.commitment
        // An epoch that the words do not open, and that seals a slot, was started after they were used. One that seals
        // nothing says nothing: anyone can put it there.
        let sealing = try epochsNamed(by: tipsToFollow(among: tips))
        guard opened.isOpen, !sealing.contains(where: opened.hasUnopened),
            let member = opened.history.members.first(where: { $0.recovery?.commit == commitment })
        else {
            throw RedoError(
                .permissionDenied,
                "these words recover no member of \(name.printable)", status: .no,
                hints: [
                    "words count once: the next ones were shown when these were used",
                    "the words of a person are others: they are for 'redo recover', once the log is here",
                ])
        }
        return (opened, member)
    }

    // MARK: Showing words

    /// Keeps the words of a key that is about to count, until they are shown.
    mutating func keep(
        wordsOf key: borrowing RecoveryKey, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let box = try ownKey(context).box.publicKey
        let seed = key.key.seed()
        var bytes = (0..<seed.count).map { seed[$0] }
        defer { wipe(&bytes) }
        guard let sealed = box.seal(bytes.span) else {
            throw RedoError(.keyNotSaved, "the words of the recovery key cannot be kept")
        }
        try record.keep(recovery: sealed)
    }

    /// Shows the words of a key that counts.
    func show(
        wordsOf key: borrowing RecoveryKey, _ context: inout CommandContext
    ) throws(RedoError) {
        try context.show(key, of: .remote(name))
        record.removeRecovery()
    }

    /// Shows the words of a key that an earlier command has let count and did not show: it was cut off in between.
    ///
    /// - Returns: whether there were such words.
    mutating func showsKeptWords(
        of tips: [CheckpointTip], _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        guard record.keptRecovery() != nil else { return false }
        let first = try firstEpoch()
        let own = try ownKey(context)
        // The first epoch that this device has made needs no other trust.
        let genesis = encryption.genesis ?? GenesisPin(id: first.id)
        let opened = try openedEpochs(of: tips, trusting: genesis, box: own.box.publicKey) {
            own.box($0)
        }
        guard opened.isOpen, let key = keptKey(countingIn: opened, own.box) else { return false }
        try adopt(opened)
        try show(wordsOf: key, &context)
        try context.print("this device is a member of \(name.printable)\n")
        return true
    }

    /// Whether there are words that count and were not shown.
    func hasKeptWords(in epochs: RemoteEpochs, _ context: borrowing CommandContext) -> Bool {
        guard record.keptRecovery() != nil, let own = ownKey else { return false }
        return keptKey(countingIn: epochs, own.box) != nil
    }

    /// The key whose words are kept, if it is a member's now.
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
