import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoJSON
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// Does what `redo member` is asked for.
    package mutating func members(
        _ request: MemberRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        switch request {
        case .create: return try create(&context)
        case .list: return try list(&context)
        case .add(let card): return try add(card, &context)
        case .remove(let key): return try remove(key, &context)
        case .trust(let text): return try trust(text, &context)
        case .recover(let words): return try recover(words, &context)
        case .restore(let words): return try restore(words, &context)
        case .leave: return try leave(&context)
        }
    }

    // MARK: Beginning

    /// Makes the first epoch. The words of the recovery key are shown when it is on the remote; until then this store keeps
    /// them.
    private mutating func create(
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let lock = try record.lock()
        defer { _ = lock }
        let tips = try storage.tips()
        if storage.hasGenesis {
            if try showsKeptWords(of: tips, &context) { return .done }
            throw RedoError(
                .permissionDenied, "\(name.printable) is encrypted already", status: .no,
                hints: [
                    "'redo member trust \(name.printable)' lets this store use it"
                ])
        }
        guard tips.isEmpty, !storage.hasOtherNodes else {
            throw RedoError(
                .permissionDenied,
                "\(name.printable) has nodes in the clear, and encryption would not hide them",
                status: .no, hints: ["encrypt an empty remote, and remove the other one there"])
        }
        try context.makeKeyIfMissing(for: store)
        let device = try ownDevice(context)
        let isRecoverable = !context.arguments.has(MemberOptions.noRecovery)
        let key = RecoveryKey.random()
        let recovery =
            isRecoverable
            ? Member.Recovery(commit: key.commitment, box: BoxKey(of: key.key).publicKey) : nil
        if isRecoverable { try keep(wordsOf: key, context) }
        let member = Member(
            try principal(of: device.key, context), recovery: recovery, devices: [device])
        let (file, epoch) = try EpochFile.make(
            parents: [], members: [member], signer: signer(context))
        guard try storage.putGenesis(file.bytes) else {
            record.removeRecovery()
            throw RedoError(
                .permissionDenied, "another device has encrypted \(name.printable) just now",
                status: .no, hints: ["'redo member trust \(name.printable)' lets this store use it"]
            )
        }
        try record.keep(epoch: file.bytes, named: file.digest)
        try trust(GenesisPin(id: epoch.id, body: epoch.body.digest))
        if isRecoverable { try show(wordsOf: key, &context) }
        try context.print("\(name.printable) is encrypted; its first epoch is \(epoch.id)\n")
        return .done
    }

    /// Whose device a key is, as the log says: a person's, else its user's alone.
    private func principal(
        of key: PublicKey, _ context: borrowing CommandContext
    ) throws(RedoError) -> Principal {
        let people = try context.repository(store).people()
        let person =
            people.person(of: key)
            ?? people.persons.first { $0.invitations.contains { $0.key == key } }
        return person.map { .person($0.id) } ?? .user(UserID(key))
    }

    // MARK: Joining

    /// Trusts the first epoch that an invitation names, or shows it and asks.
    private mutating func trust(
        _ text: String?, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if let text {
            guard let invitation = RemoteInvitation(text) else {
                throw .usage(
                    "not an invitation: '\(text.printable)'",
                    hints: ["'redo member add' prints one on a device of a member"])
            }
            return try trust(invitation)
        }
        _ = try storage.tips()
        if let genesis = encryption.genesis {
            try context.print("\(name.printable) is trusted: its first epoch is \(genesis.id)\n")
            return .done
        }
        let first = try firstEpoch()
        if context.arguments.has(MemberOptions.yes) {
            return try trust(RemoteInvitation(genesis: GenesisPin(id: first.id), position: nil))
        }
        guard context.surroundings.hasTerminalInput else {
            try requireTrust(&context)
            return .no
        }
        return try isTrusted(&context) ? .done : .no
    }

    private mutating func trust(_ invitation: RemoteInvitation) throws(RedoError) -> ExitStatus {
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
        let lock = try record.lock()
        defer { _ = lock }
        record = CheckpointRecord(in: folder)
        if let position = invitation.position, record.seen[position.slot] == nil,
            record.own?.slot != position.slot
        {
            record.told = position
            try record.save()
        }
        try trust(
            GenesisPin(
                id: invitation.genesis.id,
                body: invitation.genesis.body ?? encryption.genesis?.body))
        return .done
    }

    /// Lets a device in.
    private mutating func add(
        _ card: MemberCard, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard try isConfirmed(card, &context) else { return .no }
        let member = Member(
            try principal(of: card.device.key, context), devices: [card.device])
        try push(changing: EpochRequest(change: MembershipChange(added: [member])), &context)
        guard epochs?.history.members.contains(where: { $0.devices.contains(card.device) }) == true
        else { throw RedoError(.permissionDenied, "the device was not let in") }
        try context.print("\(UserID(card.device.key)) is a device of \(name.printable)\n")
        guard let genesis = encryption.genesis else { return .done }
        let invitation = RemoteInvitation(
            genesis: genesis, position: record.own?.last?.statement.position)
        try context.print("\(invitation.text)\n")
        try context.flush()
        context.note(
            "on that device: redo clone --trust INVITATION URL, or redo member trust INVITATION")
        return .done
    }

    /// Whether a person has compared the words of a card: on a terminal after a question, else by `--words` or `--yes`.
    private func isConfirmed(
        _ card: MemberCard, _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        try context.hasCompared(
            card.compared, words: MemberOptions.words, yes: MemberOptions.yes,
            "does the other device show the same words?"
        ) { shown in
            RedoError(
                .permissionDenied, "the words differ: no device is let in", status: .no,
                hints: ["the words of this card are: \(shown)"])
        }
    }

    // MARK: Leaving

    /// Removes devices, or a member with all of them.
    private mutating func remove(
        _ text: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let tips = try storage.tips()
        try requireTrust(&context)
        try learnEpochs(of: tips, context)
        let members = epochs?.history.members ?? []
        var change = MembershipChange()
        if let member = members.first(where: { $0.principal.description == text }) {
            change.removedPrincipals = [member.principal]
        } else {
            change.removedKeys = [try key(text, of: members)]
        }
        let own = try context.author(for: store).publicKey
        let left = members.filter { !change.removedPrincipals.contains($0.principal) }
            .flatMap(\.devices).filter { !change.removedKeys.contains($0.key) }
        guard left.contains(where: { $0.key == own }) else {
            throw RedoError(
                .permissionDenied,
                "a device does not remove itself from \(name.printable), it leaves", status: .no,
                hints: [
                    "'redo member leave \(name.printable)' takes this device out",
                    "'redo member remove' on a device that was let in before does it as well",
                ])
        }
        try push(changing: EpochRequest(change: change), &context)
        try context.print("removed \(text.printable) from \(name.printable)\n")
        context.note("what was there before can still be read by whoever had it")
        return .done
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

    // MARK: Looking

    private mutating func list(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let epochs = try currentEpochs(&context)
        let members = epochs.history.members
        let own = try context.author(for: store).publicKey
        if context.arguments.has(MemberOptions.json) {
            for member in members {
                try context.printLine(CanonicalJSON.bytes(member.json(own: own)))
            }
            return .done
        }
        let people = try context.repository(store).people()
        try context.print(
            "first epoch \(epochs.genesis.id)\n\(counted(epochs.history.epochs.count, "epoch")), "
                + "\(counted(members.count, "member"))\n")
        for member in members {
            var name = member.principal.description
            if case .person(let id) = member.principal, let person = people[id] {
                name = "\(person.name.printable) (\(person.digits))"
            }
            try context.print("\(name)\(member.recovery == nil ? "" : ", with a recovery key")\n")
            for device in member.devices {
                let star = device.key == own ? "*" : " "
                try context.print("\(star) \(UserID(device.key))\n")
            }
        }
        if let own, record.left == own {
            context.note("this device has left \(name.printable), and knows no members since")
        } else if hasKeptWords(in: epochs, context) {
            context.note(
                "the words of a recovery key count and were not shown: 'redo member recover \(name.printable)' shows them"
            )
        } else if epochs.unopenedCount > 0 {
            context.note(
                "\(counted(epochs.unopenedCount, "epoch")) of \(name.printable) cannot be opened with the key of "
                    + "this device")
        }
        return .done
    }
}

extension CheckpointExchange {
    /// The epochs of the remote as they are now.
    ///
    /// - Throws: STORAGE_001 if it is not encrypted, E_PERMISSION_DENIED if no epoch opens.
    mutating func currentEpochs(
        _ context: inout CommandContext
    ) throws(RedoError) -> RemoteEpochs {
        let tips = try storage.tips()
        try requireTrust(&context)
        if encryption.isSealed {
            try learnEpochs(of: tips, context)
        }
        guard let epochs else {
            throw RedoError(
                .notFound, "\(name.printable) is not encrypted", status: .no,
                hints: ["'redo remote add --encrypt NAME URL' adds an encrypted remote"])
        }
        return epochs
    }

    /// Starts an epoch that changes the members, and brings what is new to the remote.
    ///
    /// Nodes that must stay do not hold it up: they are counted.
    mutating func push(
        changing request: EpochRequest, _ context: inout CommandContext
    ) throws(RedoError) {
        let outcome = try push(starting: request, &context)
        for note in outcome?.notes ?? [] { context.note(note.printable) }
        let keptCount = outcome?.kept.count ?? 0
        if keptCount > 0, !context.arguments.has(SyncOptions.skipUnsigned) {
            context.warn(
                .invalidSignature,
                "\(counted(keptCount, "node")) without a signature, or after one, stayed here: 'redo push' names them"
            )
        }
    }
}

extension Member {
    fileprivate func json(own: PublicKey?) -> JSONValue {
        let devices = devices.map { device -> JSONValue in
            [
                "box": .string(JSONString(device.box.hexadecimal)),
                "key": .string(JSONString(device.key.hexadecimal)),
                "own": .bool(device.key == own),
            ]
        }
        return [
            "devices": .array(devices),
            "principal": .string(JSONString(principal.description)),
            "recovery": .bool(recovery != nil),
        ]
    }
}
