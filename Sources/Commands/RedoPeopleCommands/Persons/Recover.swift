import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let revoke = OptionSpecification.value(
        "revoke", takes: "device", isRepeatable: true, "revoke this device of the person")
    private static let revokeAll = OptionSpecification.flag(
        "revoke-all", "revoke all devices of the person but this one")
    private static let revokeNone = OptionSpecification.flag(
        "revoke-none", "revoke no device; a device that is let in by words can revoke none later")
    private static let keep = OptionSpecification.value(
        "keep", takes: .node, isRepeatable: true,
        isExpert: true,
        "after a recovery, with the words that it used: let this node of a revoked device count")
    private static let dryRun = OptionSpecification.dryRun(
        "write nothing; print what would become of the nodes")
    private static let yes = OptionSpecification.flag("yes", letter: "y", "do not ask")

    /// `redo recover`: lets this device into a person by its recovery key.
    package static let recover = Command(
        CommandSpecification(
            "recover", "Add this device to your person with the words of the recovery key",
            options: [
                revoke, revokeAll, revokeNone, RevocationRequest.since, RevocationRequest.void,
                keep, dryRun, yes,
            ],
            constraints: [
                .exclusive([revoke, revokeAll, revokeNone]),
                .excludes(
                    keep,
                    [
                        revoke, revokeAll, revokeNone, RevocationRequest.since,
                        RevocationRequest.void,
                    ]),
            ],
            statuses: .writing(
                no: "the words recover no person of the log, or a question was answered with no"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let isDecided =
            arguments.has(revokeAll) || arguments.has(revokeNone)
            || !arguments.values(revoke).isEmpty || !arguments.values(keep).isEmpty
        guard isDecided || context.surroundings.hasTerminalInput else {
            throw .usage("give one of --revoke DEVICE, --revoke-all and --revoke-none")
        }
        let repository = try context.openRepository()
        if !context.arguments.has(dryRun) {
            try context.keyring().makeKeyIfMissing(for: repository.store)
        }
        let key = try context.readRecoveryKey(of: .person("yours"))
        let log = try repository.wholeLog(.local)
        return arguments.values(keep).isEmpty
            ? try recover(&context, repository, log, key)
            : try keepNodes(&context, repository, log, key)
    }

    private static func recover(
        _ context: inout CommandContext, _ repository: Repository, _ log: Log,
        _ recovery: borrowing RecoveryKey
    ) throws(RedoError) -> ExitStatus {
        let people = log.replay.authority.people
        let commitment = recovery.commitment
        guard let person = people.persons.first(where: { $0.recovery == commitment }) else {
            throw RedoError(
                .permissionDenied, "no person of this log is recovered by these words",
                status: .no,
                hints: [
                    "'redo sync' first, if the log is not here yet",
                    "words count once: the next ones were shown when these were used",
                    "the words of an encrypted remote are for 'redo member recover'",
                ])
        }
        let author = try context.keyring().author(for: repository.store)
        guard let own = author.publicKey else { return .no }
        if let other = people.person(of: own), other.id != person.id {
            throw RedoError(
                .personConflict, "this key belongs to \(other.text)",
                hints: ["'redo keygen' makes another key, 'redo key use' lets it sign"])
        }
        let request = try RevocationRequest(context, log)
        let revoked = try revokedDevices(&context, of: person, besides: own)
        let plan = request.plan(of: revoked.map(\.key), person, log)
        let next = RecoveryKey.random()
        // A device that has been one before needs no second JOIN_PERSON.
        let joins = people.person(of: own) == nil
        // Asked for before anything is written.
        let device = try TaskWriter.asked(by: context, repository, log)
        var made: Node?
        let writer = TaskWriter(recovery, of: person, log, device)
        let status = try context.decide(
            repository, log, writer, revoking: revoked.map(\.key), yes: yes,
            showing: { (context) throws(RedoError) in
                try context.show(
                    next, of: .person(person.name.description),
                    pausing: !context.arguments.has(Self.yes))
            },
            retracting: { $0.retractWords() }
        ) { (writer) throws(RedoError) in
            let entries = revoked.map { device in
                let keeps = plan.keeps[device.key] ?? []
                return (
                    key: device.key,
                    keeps: Array(keeps.prefix(RevocationPlan.greatestKeepCount / revoked.count))
                )
            }
            let node = try writer.add(
                personNode: .recover, after: plan.parents,
                [
                    PersonFields.person(person), PersonFields.key(own),
                    PersonFields.recovery(next.commitment), PersonFields.revokes(entries),
                ])
            made = node
            var nodes = [node]
            for entry in entries {
                let further = (plan.keeps[entry.key] ?? []).dropFirst(entry.keeps.count)
                nodes += try writer.addKeeps(further, of: node)
            }
            let devices = revoked.map { "revokes \(DeviceNames.text(of: $0))\n" }.joined()
            return (nodes, "recovers \(person.text)\n" + devices)
        }
        guard status == .done, !context.isDryRun, let made else { return status }
        if joins {
            try repository.edit(device) { (writer) throws(RedoError) in
                _ = try writer.add(
                    personNode: .joinPerson, after: [made], [PersonFields.person(person)])
            }
            try context.print("this device is one of \(person.text) now\n")
        }
        for line in try context.offerClosing(repository, isAsking: !context.arguments.has(yes)) {
            context.note(line)
        }
        return .done
    }

    /// The devices to revoke: as options say, else as a person answers on the terminal.
    private static func revokedDevices(
        _ context: inout CommandContext, of person: People.Person, besides own: PublicKey
    ) throws(RedoError) -> [People.Device] {
        let others = person.devices.filter { $0.key != own && $0.revoked == nil }
        let arguments = context.arguments
        if arguments.has(revokeAll) { return others }
        if arguments.has(revokeNone) { return [] }
        let named = arguments.values(revoke)
        if !named.isEmpty {
            let names = DeviceNames(person)
            var devices: [People.Device] = []
            for name in named {
                let device = try names.device(named: name)
                if !devices.contains(where: { $0.key == device.key }) { devices.append(device) }
            }
            return devices
        }
        var devices: [People.Device] = []
        for device in others
        where try context.isConfirmed(
            "revoke \(DeviceNames.text(of: device)), added \(device.added.wallText)?")
        {
            devices.append(device)
        }
        return devices
    }

    /// Keeps nodes of a device that a RECOVER has revoked.
    private static func keepNodes(
        _ context: inout CommandContext, _ repository: Repository, _ log: Log,
        _ recovery: borrowing RecoveryKey
    ) throws(RedoError) -> ExitStatus {
        let signer = recovery.key.publicKey
        let people = log.replay.authority.people
        let person = people.persons.first { person in
            person.statements.contains {
                $0.action == .recover && $0.author.publicKey == signer
            }
        }
        guard let person else {
            throw RedoError(
                .permissionDenied, "no recovery of this log was made with these words", status: .no,
                hints: ["--keep takes the words that the recovery used, not those that it showed"])
        }
        let kept = try RevokedNodes(
            context.arguments.values(keep), of: person, in: log, revokedBy: signer)
        let device = try TaskWriter.asked(by: context, repository, log)
        let writer = TaskWriter(recovery, of: person, log, device)
        return try context.decide(repository, log, writer, yes: yes) { (writer) throws(RedoError) in
            var nodes: [Node] = []
            for (revocation, ids) in kept.byRevocation {
                nodes += try writer.addKeeps(ids[...], of: revocation)
            }
            return (nodes, "")
        }
    }
}

extension TaskWriter {
    /// A writer whose nodes a recovery key signs.
    ///
    /// - Parameter device: who would write otherwise.
    fileprivate init(
        _ recovery: borrowing RecoveryKey, of person: People.Person, _ log: Log,
        _ device: borrowing TaskWriter
    ) {
        let key = recovery.key.publicKey
        let author = Author(
            userID: UserID(key), deviceID: device.identity.author.deviceID, publicKey: key,
            name: person.name)
        self.init(
            log: log,
            identity: Identity(
                author: author, signer: Signer(SigningKey(seed: recovery.key.seed()))),
            isSigning: true, now: device.now, dialect: .fields, command: "recover")
    }
}
