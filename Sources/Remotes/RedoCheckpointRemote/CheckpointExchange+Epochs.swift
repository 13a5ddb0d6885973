import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CheckpointExchange {
    // MARK: Reading

    /// From the first reading on the body of the first epoch is trusted as well: everyone who has its key can sign another
    /// one for the same id.
    mutating func pin(_ read: RemoteEpochs) throws(RedoError) {
        guard read.genesis.body == nil, let first = read.history.genesis else { return }
        try trust(GenesisPin(id: first.id, body: first.body.digest))
    }

    /// Trusts a first epoch, and notes it in the configuration.
    mutating func trust(_ genesis: GenesisPin) throws(RedoError) {
        try ConfiguredRemote.named(name, of: store).trust(genesis, in: store)
        encryption = .sealed(genesis: genesis)
    }

    func notAMember(_ read: RemoteEpochs) -> RedoError {
        let isOther = read.hasOpened
        return RedoError(
            .permissionDenied,
            isOther
                ? "the epochs of \(name.printable) do not follow from the first one that is trusted here"
                : "this device is not a member of \(name.printable), which is encrypted",
            hints: isOther
                ? [
                    "another first epoch was put in its place, or another remote: ask a member, and "
                        + "'redo member trust' what the member gives"
                ]
                : [
                    "'redo member card' prints the card of this device",
                    "a device of a member lets it in: redo member add CARD",
                    "with the words of a recovery key: redo member recover \(name.printable)",
                ],
            detail: isOther
                ? nil : EncryptedRemoteFault(.notAMember, genesis: "\(read.genesis.id)"))
    }

    /// There is no key to open the remote with.
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
    /// - Parameter what: the file in an error.
    /// - Throws: STORAGE_004 if it is not sealed, or not by an epoch of the remote.
    func opened(
        _ file: [UInt8], as kind: SealKind, _ what: String
    ) throws(RedoError) -> [UInt8] {
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

    // MARK: Trusting

    /// Refuses to read or write an encrypted remote whose first epoch is not trusted. On a terminal it shows who signed that
    /// and asks.
    ///
    /// - Throws: E_PERMISSION_DENIED, STORAGE_001 if there is no first epoch yet, or STORAGE_004 if it cannot be used.
    mutating func requireTrust(_ context: inout CommandContext) throws(RedoError) {
        switch encryption {
        case .sealed(.some), .plain: return
        case .undecided where !storage.hasGenesis: return
        case .sealed(nil) where !storage.hasGenesis:
            throw RedoError(
                .notFound,
                "\(name.printable) is set to be encrypted, and has no first epoch yet",
                hints: ["'redo member create \(name.printable)' makes it"])
        default: break
        }
        let id = try firstEpoch().id
        let hasKey = try context.hasKey(of: store)
        if hasKey, context.surroundings.hasTerminalInput, try isTrusted(&context) { return }
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

    /// The first epoch, as the remote has it.
    mutating func firstEpoch() throws(RedoError) -> EpochFile {
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

    /// Shows who signed the first epoch, asks, and trusts it.
    ///
    /// - Returns: whether it is trusted now.
    mutating func isTrusted(_ context: inout CommandContext) throws(RedoError) -> Bool {
        let file = try firstEpoch()
        let own = try ownKey(context)
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
        context.complain(
            "\(name.printable) is encrypted. Its first epoch is \(file.id), \(by).\n")
        guard try context.isConfirmed("is this the remote that you mean?") else { return false }
        try trust(GenesisPin(id: file.id))
        return true
    }

    // MARK: Writing

    /// What a push seals with: the last epoch, or one that it starts.
    ///
    /// - Returns: nil on a remote that is not encrypted, and in a dry run.
    /// - Throws: E_PERMISSION_DENIED if this device may not start the epoch that is needed.
    mutating func sealingEpoch(
        _ tips: [CheckpointTip], _ request: EpochRequest?, _ context: borrowing CommandContext
    ) throws(RedoError) -> SealingEpoch? {
        guard encryption.isSealed, !context.arguments.has(SyncOptions.dryRun) else { return nil }
        try refuseAfterLeaving(context)
        try learnEpochs(of: tips, context)
        guard var epochs else { return nil }
        let device = try ownDevice(context)
        try requireMembership(of: device, epochs, tips, context)
        var change = request?.change ?? MembershipChange()
        change.removedKeys.formUnion(try revokedKeys(among: epochs.history.members, context))
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
            started = try start(plan, signer(context), &epochs)
            guard
                case .seal(let last) = epochs.history.sealing(for: device)
            else {
                throw RedoError(.permissionDenied, "the epoch that was started is not the last")
            }
            epoch = last
        }
        self.epochs = epochs
        if let leaving = request?.leaving {
            // It seals nothing, so no further attempt finds it here.
            let plan = try epochs.history.planned(
                signer: device.key, MembershipChange(removedKeys: [leaving]))
            started = try start(plan, context.identity(for: store).signer, &epochs)
        }
        return SealingEpoch(
            seal: epoch.seal, files: epochs.acceptedFiles, started: started, request: request)
    }

    /// Refuses to push if a device that may remove this one has gone on in an epoch that this one cannot open: in the slot
    /// that was seen, or in another one if that is gone. An epoch that someone else puts there, who may not, keeps no one from
    /// pushing.
    ///
    /// - Throws: E_PERMISSION_DENIED.
    private mutating func requireMembership(
        of device: Member.Device, _ epochs: RemoteEpochs, _ tips: [CheckpointTip],
        _ context: borrowing CommandContext
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
        let judge = StatementJudge(context.repository(store), epochs, ownKey: device.key)
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
        context.note(
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

    /// Claims as this remote keeps them: sealed, if it is encrypted. While that is not decided, claims are read, and none is
    /// written beside something encrypted.
    ///
    /// - Throws: E_PERMISSION_DENIED if this device is not a member, or an epoch has to be started first.
    package mutating func claims(
        in base: any ClaimStorage, _ context: borrowing CommandContext
    ) throws(RedoError) -> any ClaimStorage {
        if encryption == .plain { return base }
        let tips = try storage.tips()
        if encryption == .undecided { return try undecidedClaims(in: base, tips, context) }
        guard encryption.genesis != nil else {
            throw RedoError(
                .permissionDenied,
                "\(name.printable) is encrypted, and its first epoch is not trusted here",
                hints: ["'redo fetch \(name.printable)' says what to do"])
        }
        try refuseAfterLeaving(context)
        try learnEpochs(of: tips, context)
        guard let epochs, let genesis = epochs.history.genesis,
            case .seal(let last) = epochs.history.sealing(for: try ownDevice(context))
        else {
            throw RedoError(
                .permissionDenied, "nothing can be claimed on \(name.printable) yet",
                hints: ["'redo push \(name.printable)' starts an epoch, or says who may"])
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

    /// The key of this device, which is opened once in an exchange: a passphrase is asked for once.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be used.
    mutating func ownKey(_ context: borrowing CommandContext) throws(RedoError) -> OpenedKey {
        if let ownKey { return ownKey }
        let author = try context.author(for: store)
        let key = try context.openedKey(of: author.userID.description)
        ownKey = key
        return key
    }

    /// What signs for this device.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be loaded.
    func signer(_ context: borrowing CommandContext) throws(RedoError) -> Signer {
        if let signer = ownKey?.signer { return signer }
        return try context.identity(for: store).signer
    }

    /// The key of this device, with its box key.
    mutating func ownDevice(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Member.Device {
        let key = try ownKey(context)
        return Member.Device(key: key.publicKey, box: key.box.publicKey)
    }

    /// Those keys of members that the log holds revoked.
    private func revokedKeys(
        among members: [Member], _ context: borrowing CommandContext
    ) throws(RedoError) -> Set<PublicKey> {
        let people = try context.repository(store).people()
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
    /// A plan, or the error that says who may make it.
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
