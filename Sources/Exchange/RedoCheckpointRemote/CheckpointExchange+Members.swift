import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Performs a request of `redo member`.
    package func members(_ request: MemberRequest) throws(RedoError) -> MemberOutcome {
        switch request {
        case .list: .list(try members())
        case .create(let makesRecoveryKey): try create(makesRecoveryKey: makesRecoveryKey)
        case .add(let card): try add(card)
        case .remove(let key): try remove(key)
        case .trust(let text, let isConfirmed): try trust(text, isConfirmed: isConfirmed)
        case .recover(let devices, let isConfirmed):
            try recover(revoking: devices, isConfirmed: isConfirmed)
        case .restore: .restored(try restore())
        case .leave(let isConfirmed): try leave(isConfirmed: isConfirmed)
        }
    }

    // MARK: Creating

    /// Creates the first epoch. The words of the recovery key are stored here until the epoch is on the remote, and
    /// then shown.
    private func create(makesRecoveryKey: Bool) throws(RedoError) -> MemberOutcome {
        let lock = try lockRecord()
        defer { _ = lock }
        let tips = try storage.tips()
        if storage.hasGenesis {
            if try showsKeptWords(of: tips) { return .recovered }
            throw encrypted("\(name.printable) is encrypted already")
        }
        guard tips.isEmpty, !storage.hasOtherNodes else {
            throw RedoError(
                .permissionDenied,
                "\(name.printable) has nodes in the clear, and encryption would not hide them",
                status: .no, hints: ["encrypt an empty remote, and delete this one there"])
        }
        try session.keyring.makeKeyIfMissing(for: store)
        let device = try ownDevice()
        let key = RecoveryKey.random()
        let recovery =
            makesRecoveryKey
            ? Member.Recovery(commit: key.commitment, box: BoxKey(of: key.key).publicKey) : nil
        if makesRecoveryKey { try keep(wordsOf: key) }
        let member = Member(
            try principal(of: device.key), recovery: recovery, devices: [device])
        let (file, epoch) = try EpochFile.make(
            parents: [], members: [member], signer: signer())
        guard try storage.putGenesis(file.bytes) else {
            record.removeRecovery()
            throw encrypted("another device has encrypted \(name.printable) just now")
        }
        try record.keep(epoch: file.bytes, named: file.digest)
        try trust(GenesisPin(id: epoch.id, body: epoch.body.digest))
        if makesRecoveryKey { try show(wordsOf: key) }
        return .created(firstEpoch: epoch.id)
    }

    private func encrypted(_ message: String) -> RedoError {
        let name = name.printable
        return RedoError(
            .permissionDenied, message, status: .no,
            hints: [
                "an invitation of a member lets this store use it: 'redo remote add --trust INVITATION \(name) URL', or "
                    + "'redo member trust INVITATION \(name)' if it is a remote here"
            ])
    }

    /// The owner of a key according to the log: a person, else the user of the key.
    private func principal(of key: PublicKey) throws(RedoError) -> Principal {
        let people = try log.people()
        let person =
            people.person(of: key)
            ?? people.persons.first { $0.invitations.contains { $0.key == key } }
        return person.map { .person($0.id) } ?? .user(UserID(key))
    }

    // MARK: Joining

    /// Trusts the first epoch of an invitation, or shows the remote's and requests confirmation.
    private func trust(_ text: String?, isConfirmed: Bool) throws(RedoError) -> MemberOutcome {
        if let text {
            guard let invitation = RemoteInvitation(text) else {
                throw .usage(
                    "not an invitation: '\(text.printable)'",
                    hints: ["'redo member add' prints one on a device of a member"])
            }
            try trust(invitation)
            return .trusted
        }
        _ = try storage.tips()
        if let genesis = encryption.genesis { return .trustedBefore(firstEpoch: genesis.id) }
        let first = try firstEpoch()
        if isConfirmed {
            try trust(RemoteInvitation(genesis: GenesisPin(id: first.id), position: nil))
            return .trusted
        }
        guard session.delegate.canAsk else {
            try requireTrust()
            return .declined
        }
        return try isTrusted() ? .trusted : .declined
    }

    private func trust(_ invitation: RemoteInvitation) throws(RedoError) {
        if let genesis = encryption.genesis, !genesis.agrees(with: invitation.genesis) {
            throw RedoError(
                .permissionDenied,
                "another first epoch of \(name.printable) is trusted already: \(genesis.id)",
                status: .no,
                hints: [
                    "if the remote was recreated: 'redo remote remove \(name.printable)', then "
                        + "'redo remote add --trust INVITATION \(name.printable) URL'"
                ])
        }
        let lock = try lockRecord()
        defer { _ = lock }
        if let position = invitation.position, record.seen[position.slot] == nil,
            record.own?.slot != position.slot
        {
            record.invitedPosition = position
            try record.save()
        }
        try trust(
            GenesisPin(
                id: invitation.genesis.id,
                body: invitation.genesis.body ?? encryption.genesis?.body))
    }

    /// Adds a device.
    private func add(_ card: MemberCard) throws(RedoError) -> MemberOutcome {
        let member = Member(try principal(of: card.device.key), devices: [card.device])
        try push(changing: EpochRequest(change: MembershipChange(added: [member])))
        guard epochs?.history.members.contains(where: { $0.devices.contains(card.device) }) == true
        else { throw RedoError(.permissionDenied, "the device was not let in") }
        let invitation = encryption.genesis.map {
            RemoteInvitation(genesis: $0, position: record.own?.last?.statement.position).text
        }
        return .added(card.device.key, invitation: invitation)
    }

    // MARK: Leaving

    /// Removes devices, or a member with all of them.
    private func remove(_ text: String) throws(RedoError) -> MemberOutcome {
        let tips = try storage.tips()
        try requireTrust()
        try learnEpochs(of: tips)
        let members = epochs?.history.members ?? []
        var change = MembershipChange()
        if let member = members.first(where: { $0.principal.description == text }) {
            change.removedPrincipals = [member.principal]
        } else {
            change.removedKeys = [try key(text, of: members)]
        }
        let own = try session.keyring.author(for: store).publicKey
        let left = members.filter { !change.removedPrincipals.contains($0.principal) }
            .flatMap(\.devices).filter { !change.removedKeys.contains($0.key) }
        guard left.contains(where: { $0.key == own }) else {
            throw RedoError(
                .permissionDenied,
                "a device cannot remove itself from \(name.printable), but it can leave",
                status: .no,
                hints: [
                    "'redo member leave \(name.printable)' removes this device",
                    "'redo member remove' on a device that was added before this one removes it as well",
                ])
        }
        try push(changing: EpochRequest(change: change))
        return .removed(text)
    }

    /// The device whose key or userId begins with a text.
    func key(_ text: String, of members: [Member]) throws(RedoError) -> PublicKey {
        let devices = members.flatMap(\.devices)
        let matching = Set(
            devices.map(\.key).filter {
                text.utf8.count >= 4
                    && ($0.hexadecimal.hasPrefix(text) || UserID($0).description.hasPrefix(text))
            })
        guard let key = matching.first, matching.count == 1 else {
            throw RedoError(
                matching.isEmpty ? .unknownName : .ambiguousName,
                "\(matching.isEmpty ? "no device" : "more than one device") of \(name.printable) "
                    + "has a key that begins with '\(text.printable)'",
                hints: ["'redo member list \(name.printable)' shows them; give 4 digits at least"])
        }
        return key
    }

    // MARK: Listing

    private func members() throws(RedoError) -> MemberList {
        let epochs = try currentEpochs()
        let own = try session.keyring.author(for: store).publicKey
        var note: String?
        if let own, record.left == own {
            note = "this device has left \(name.printable), so its members are not known here"
        } else if hasKeptWords(in: epochs) {
            note =
                "the words of a recovery key count and were not shown: 'redo member recover \(name.printable)' shows them"
        } else if epochs.unopenedCount > 0 {
            note =
                "\(counted(epochs.unopenedCount, "epoch")) of \(name.printable) cannot be opened with the key of this device"
        }
        return MemberList(
            firstEpoch: epochs.genesis.id, epochCount: epochs.history.epochs.count,
            members: epochs.history.members, own: own, note: note)
    }
}

extension CheckpointExchange {
    /// The current epochs of the remote.
    ///
    /// - Throws: STORAGE_001 if it is not encrypted, E_PERMISSION_DENIED if no epoch opens.
    func currentEpochs() throws(RedoError) -> RemoteEpochs {
        let tips = try storage.tips()
        try requireTrust()
        if encryption.isSealed {
            try learnEpochs(of: tips)
        }
        guard let epochs else {
            throw RedoError(
                .notFound, "\(name.printable) is not encrypted", status: .no,
                hints: ["'redo remote add --encrypt NAME URL' adds an encrypted remote"])
        }
        return epochs
    }

    /// Starts an epoch that changes the members, and pushes what is new.
    ///
    /// Nodes that cannot be sent do not prevent it: they are counted.
    func push(changing request: EpochRequest) throws(RedoError) {
        let sent = try push(starting: request)
        note(sent?.notes ?? [])
        let keptCount = sent?.plan.kept.count ?? 0
        if keptCount > 0, !session.request.skipsUnsigned {
            session.warn(
                .invalidSignature,
                "\(counted(keptCount, "node")) without a signature, or after one, stayed here: 'redo push' names them"
            )
        }
    }
}
