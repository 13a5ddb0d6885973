import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CheckpointExchange {
    // MARK: Reading

    func notAMember(_ read: RemoteEpochs) -> RedoError {
        let isOther = read.hasOpened
        return RedoError(
            .permissionDenied,
            isOther
                ? "the epochs of \(name.printable) do not follow from the first one that is trusted here"
                : "this device is not a member of \(name.printable), which is encrypted",
            hints: isOther
                ? [
                    "the first epoch or the remote was replaced: ask a member for an invitation, and run "
                        + "'redo member trust' with it"
                ]
                : [
                    "'redo member card' prints the card of this device",
                    "a device of a member lets it in: redo member add CARD",
                    "with the words of a recovery key: redo member recover \(name.printable)",
                ],
            detail: isOther
                ? nil : EncryptedRemoteFault(.notAMember, genesis: "\(read.genesis.id)"))
    }

    /// The error for an encrypted remote without a key here that could open it.
    func noKey(_ genesis: EpochID) -> RedoError {
        RedoError(
            .permissionDenied,
            "\(name.printable) is encrypted, and there is no key here that could open it",
            hints: [
                "your key of another device: redo key import FILE",
                "with the words of the remote's recovery key: redo member recover \(name.printable)",
                "as a new device: 'redo keygen', and 'redo member add' on a device of a member with what 'redo member card' "
                    + "prints here",
            ], detail: EncryptedRemoteFault(.noKey, genesis: "\(genesis)"))
    }

    /// Opens a file of the remote.
    ///
    /// - Parameter what: the name of the file in an error.
    /// - Throws: STORAGE_004 if it is not sealed, or not by an epoch of the remote.
    func opened(_ file: [UInt8], as kind: SealKind, _ what: String) throws(RedoError) -> [UInt8] {
        guard let epochs else {
            throw RedoError(.corrupted, "\(what) cannot be opened: no epoch is known")
        }
        do throws(SealFault) {
            return try epochs.history.open(file.span, as: kind)
        } catch {
            if case .otherEpoch(let id) = error, epochs.hasUnopened(id) {
                throw RedoError(
                    .permissionDenied,
                    "\(what) cannot be opened: this device is not a member in the epoch that sealed it"
                )
            }
            if case .otherEpoch(let id) = error, epochs.isMissing(id), epochs.untriedCount > 0 {
                throw RedoError(
                    .permissionDenied,
                    "\(what) cannot be opened yet: its epoch may be among "
                        + "\(counted(epochs.untriedCount, "file")) that wait for the next fetch")
            }
            throw RedoError(
                .corrupted,
                error == .notSealed
                    ? "\(what) is not encrypted, as it has to be on this remote"
                    : "\(what) cannot be opened: \(error)")
        }
    }

    // MARK: Writing

    /// The epoch that seals a push: the last one, or one that the push starts.
    ///
    /// - Returns: nil on a remote that is not encrypted, and in a dry run.
    /// - Throws: E_PERMISSION_DENIED if this device may not start the epoch that is needed.
    func sealingEpoch(
        _ tips: [CheckpointTip], _ request: EpochRequest?
    ) throws(RedoError) -> SealingEpoch? {
        guard encryption.isSealed, !session.request.isDryRun else { return nil }
        try refuseAfterLeaving()
        try learnEpochs(of: tips)
        guard var epochs else { return nil }
        let device = try ownDevice()
        try requireMembership(of: device, epochs, tips)
        var change = request?.change ?? MembershipChange()
        change.removedKeys.formUnion(try revokedKeys(among: epochs.history.members))
        var started: EpochFile?
        if let recovery = request?.recovery {
            started = try start(
                epochs.history.planned(signer: recovery.publicKey, change), recovery, &epochs)
        }
        let decision = epochs.history.sealing(
            for: device, after: started == nil ? change : MembershipChange())
        let epoch: OpenedEpoch
        switch decision {
        case .seal(let last): epoch = last
        case .blocked(let obstacle): throw blocked(obstacle)
        case .start(let plan):
            started = try start(plan, signer(), &epochs)
            guard
                case .seal(let last) = epochs.history.sealing(for: device)
            else {
                throw RedoError(.permissionDenied, "the epoch that was started is not the last")
            }
            epoch = last
        }
        self.epochs = epochs
        if let leaving = request?.leaving {
            // This epoch seals nothing, so a repeated attempt does not find it here.
            let plan = try epochs.history.planned(
                signer: device.key, MembershipChange(removedKeys: [leaving]))
            started = try start(plan, session.keyring.identity(for: store).signer, &epochs)
        }
        return SealingEpoch(
            seal: epoch.seal, files: epochs.acceptedFiles, started: started, request: request)
    }

    /// Refuses to push if a device that may remove this one has continued in an epoch that this one cannot open: in the
    /// slot that was seen, or in another one if that slot is missing. An epoch of someone without that permission does
    /// not stop pushes.
    ///
    /// - Throws: E_PERMISSION_DENIED.
    private func requireMembership(
        of device: Member.Device, _ epochs: RemoteEpochs, _ tips: [CheckpointTip]
    ) throws(RedoError) {
        let keys = epochs.history.members.flatMap { $0.devices.map(\.key) }
        guard let own = keys.firstIndex(of: device.key) else { return }
        let seniors = Set(keys[..<own])
        var strangers: [CheckpointTip] = []
        for tip in tips {
            guard let seen = record.seen[tip.slot] else {
                if record.own?.slot != tip.slot { strangers.append(tip) }
                continue
            }
            guard seen.version != tip.version, seniors.contains(seen.statement.statement.key),
                let file = try? storage.statement(of: tip),
                let epoch = SealHeader(of: file.span)?.epoch, epochs.hasUnopened(epoch)
            else { continue }
            throw isRemoved(by: seen.statement.statement.key)
        }
        let slots = Set(tips.map(\.slot))
        var gone = record.seen.values.map(\.statement.statement).filter {
            !slots.contains($0.slot) && seniors.contains($0.key)
        }
        var statements = record.seen.values.filter(\.isCounting).map(\.statement.statement)
        var sealed: [CheckpointTip] = []
        for tip in strangers {
            guard let file = try? storage.statement(of: tip),
                let epoch = SealHeader(of: file.span)?.epoch
            else { continue }
            if epochs.hasUnopened(epoch) {
                sealed.append(tip)
            } else if let bytes = try? epochs.history.open(file.span, as: .statement),
                let signed = try? SignedStatement(reading: bytes),
                StatementJudge.strayReason(signed.statement, under: tip.slot) == nil,
                epochs.isMember(signed.statement.key)
            {
                statements.append(signed.statement)
            }
        }
        guard let first = sealed.first else { return }
        let judge = StatementJudge(log, epochs, ownKey: device.key)
        let mayRetire = try judge.retirementRights(of: statements, besides: [:])
        gone.removeAll { old in
            statements.contains { statement in
                mayRetire(statement.key, old.key)
                    && statement.retired.contains {
                        $0.slot == old.slot && $0.sequence >= old.sequence
                    }
            }
        }
        if let old = gone.min(by: { $0.slot < $1.slot }) { throw isRemoved(by: old.key) }
        session.note(
            "the slot \(first.slot) of \(name) is sealed by an epoch that this device cannot open: "
                .printable
                + "if a member has removed this device, what it signs does not count any more")
    }

    private func isRemoved(by key: PublicKey) -> RedoError {
        RedoError(
            .permissionDenied,
            "nothing is pushed to \(name.printable): the device with the key \(UserID(key)) has started an "
                + "epoch without this one",
            hints: ["ask there: 'redo member list' shows who is a member"])
    }

    /// The claims of this remote, sealed if it is encrypted. While that is undecided, claims are read, and none is
    /// written if something encrypted is there.
    ///
    /// - Throws: E_PERMISSION_DENIED if this device is not a member, or an epoch has to be started first.
    package func claims(in base: any ClaimStorage) throws(RedoError) -> any ClaimStorage {
        if encryption == .plain { return base }
        let tips = try storage.tips()
        if encryption == .undecided { return try undecidedClaims(in: base, tips) }
        guard encryption.genesis != nil else {
            throw RedoError(
                .permissionDenied,
                "\(name.printable) is encrypted, and its first epoch is not trusted here",
                hints: ["'redo fetch \(name.printable)' says what to do"])
        }
        try refuseAfterLeaving()
        try learnEpochs(of: tips)
        guard let epochs, let genesis = epochs.history.genesis,
            case .seal(let last) = epochs.history.sealing(for: try ownDevice())
        else {
            throw RedoError(
                .permissionDenied, "nothing can be claimed on \(name.printable) yet",
                hints: [
                    "'redo push \(name.printable)' starts an epoch, or reports which device may start one"
                ])
        }
        return SealedClaimStorage(base, epochs, genesis, last.seal)
    }

    private func start(
        _ plan: EpochPlan, _ signer: Signer, _ epochs: inout RemoteEpochs
    ) throws(RedoError) -> EpochFile {
        let (file, epoch) = try plan.make(signer: signer)
        epochs.add(file, epoch)
        return file
    }

    /// The key of this device, which is opened once in an exchange, so that a passphrase is requested once.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be used.
    func ownKey() throws(RedoError) -> OpenedKey {
        if let openedKey { return openedKey }
        let author = try session.keyring.author(for: store)
        let key = try session.keyring.openedKey(of: author.userID.description)
        openedKey = key
        return key
    }

    /// The signer of this device.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be loaded.
    func signer() throws(RedoError) -> Signer {
        if let signer = openedKey?.signer { return signer }
        return try session.keyring.identity(for: store).signer
    }

    /// The key of this device, with its box key.
    func ownDevice() throws(RedoError) -> Member.Device {
        let key = try ownKey()
        return Member.Device(key: key.publicKey, box: key.box.publicKey)
    }

    /// The members' keys that are revoked in the log.
    private func revokedKeys(among members: [Member]) throws(RedoError) -> Set<PublicKey> {
        let people = try log.people()
        let revoked = people.persons.flatMap(\.devices).filter { $0.revoked != nil }.map(\.key)
        let listed = Set(members.flatMap { $0.devices.map(\.key) })
        return listed.intersection(revoked)
    }

    private func blocked(_ obstacle: EpochObstacle) -> RedoError {
        let able = obstacle.able.prefix(10).map { key in
            switch key.entry {
            case .device(let device): "the device with the key \(UserID(device.key)) may do it"
            case .recovery: "the recovery key of \(key.principal) may do it: redo member recover"
            }
        }
        return RedoError(
            .permissionDenied,
            "nothing is pushed to \(name.printable): \(obstacle.sentence)",
            hints: able.isEmpty
                ? ["'redo member list \(name.printable)' shows who is a member"] : able)
    }
}

extension EpochHistory {
    /// Plans an epoch, or throws the error that names who may start it.
    fileprivate func planned(
        signer: PublicKey, _ change: MembershipChange
    ) throws(RedoError) -> EpochPlan {
        do throws(EpochObstacle) {
            return try plan(signer: signer, change)
        } catch {
            throw RedoError(.permissionDenied, "no epoch is started: \(error.sentence)")
        }
    }
}

extension EpochObstacle {
    var sentence: String {
        reason == .signer
            ? "this device is not a member any more, or not in all of the last epochs"
            : "an epoch has to be started first, and this device may not: \(reason)"
    }
}
