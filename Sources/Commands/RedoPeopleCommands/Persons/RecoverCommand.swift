import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo recover`: lets this device into a person by its recovery key.
package struct RecoverCommand: ParsableCommand {
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

    package static let specification = CommandSpecification(
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

    /// The other devices of the person that are revoked.
    fileprivate enum RevokedDevices {
        case named([String])
        case all
        case none
        /// The devices that a person chooses on the terminal.
        case chosen

        init(_ arguments: Arguments) {
            let names = arguments.values(revoke)
            if arguments.has(revokeAll) {
                self = .all
            } else if arguments.has(revokeNone) {
                self = .none
            } else {
                self = names.isEmpty ? .chosen : .named(names)
            }
        }
    }

    private enum Form {
        case recover(RevokedDevices, RevocationRequest)
        /// Lets nodes of a revoked device count.
        case keep([String])
    }

    private let form: Form
    private let isUnasked: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let kept = arguments.values(Self.keep)
        form =
            kept.isEmpty
            ? .recover(RevokedDevices(arguments), RevocationRequest(arguments)) : .keep(kept)
        isUnasked = arguments.has(Self.yes)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        if case .recover(.chosen, _) = form, !context.surroundings.hasTerminalInput {
            throw .usage("give one of --revoke DEVICE, --revoke-all and --revoke-none")
        }
        let repository = try context.openRepository()
        if !writing.isDryRun { try context.keyring().makeKeyIfMissing(for: repository.store) }
        let key = try context.readRecoveryKey(of: .person("yours"))
        let log = try repository.wholeLog(.local)
        switch form {
        case .recover(let devices, let request):
            return try recover(devices, request, repository, log, key, &context)
        case .keep(let names): return try keepNodes(names, repository, log, key, &context)
        }
    }

    private func recover(
        _ devices: RevokedDevices, _ request: RevocationRequest, _ repository: Repository,
        _ log: Log, _ recovery: borrowing RecoveryKey, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let people = log.replay.authority.people
        let commitment = recovery.commitment
        guard let person = people.persons.first(where: { $0.recovery == commitment }) else {
            throw RedoError(
                .permissionDenied, "no person of this log is recovered by these words",
                status: .no,
                hints: [
                    "'redo sync' first, if the log is not here yet",
                    "recovery words can be used once: the next ones were shown when these were used",
                    "the words of an encrypted remote are for 'redo member recover'",
                ])
        }
        let author = try context.keyring().author(for: repository.store)
        guard let own = author.publicKey else { return .no }
        if let other = people.person(of: own), other.id != person.id {
            throw RedoError(
                .personConflict, "this key belongs to \(other.text)",
                hints: ["'redo keygen' creates another key, 'redo key use' selects it"])
        }
        let unwanted = try request.nodes(in: log, context)
        let revoked = try devices.devices(of: person, besides: own, context)
        let plan = unwanted.plan(of: revoked.map(\.key), person, log)
        let next = RecoveryKey.random()
        // A device that has been one before needs no second JOIN_PERSON.
        let joins = people.person(of: own) == nil
        // Before anything is written.
        let device = try TaskWriter.requested(by: writing, repository, log, context)
        var made: Node?
        let writer = TaskWriter(recovery, of: person, log, device)
        let status = try context.decide(
            repository, log, writer, revoking: revoked.map(\.key), by: writing,
            isUnasked: isUnasked,
            showing: { (context) throws(RedoError) in
                try context.show(
                    next, of: .person(person.name.description), pausing: !isUnasked)
            },
            retracting: { $0.retractWords() }
        ) { (writer) throws(RedoError) in
            let entries = revoked.map { device in
                let keeps = plan.keeps[device.key] ?? []
                return (
                    key: device.key,
                    keeps: Array(keeps.prefix(RevocationPlan.maximumKeepCount / revoked.count))
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
        guard status == .done, !writing.isDryRun, let made else { return status }
        if joins {
            try repository.edit(device) { (writer) throws(RedoError) in
                _ = try writer.add(
                    personNode: .joinPerson, after: [made], [PersonFields.person(person)])
            }
            try context.print("this device is one of \(person.text) now\n")
        }
        let lines = try context.offerClosing(repository, by: writing, isAsking: !isUnasked)
        for line in lines { context.note(line) }
        return .done
    }

    /// Keeps nodes of a device that a RECOVER has revoked.
    private func keepNodes(
        _ names: [String], _ repository: Repository, _ log: Log,
        _ recovery: borrowing RecoveryKey, _ context: inout CommandContext
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
        let kept = try RevokedNodes(names, of: person, in: log, revokedBy: signer)
        let device = try TaskWriter.requested(by: writing, repository, log, context)
        let writer = TaskWriter(recovery, of: person, log, device)
        return try context.decide(
            repository, log, writer, by: writing, isUnasked: isUnasked
        ) { (writer) throws(RedoError) in
            (try kept.keeps(by: &writer), "")
        }
    }
}

extension RecoverCommand.RevokedDevices {
    /// The devices of a person.
    ///
    /// - Parameter own: the key of this device.
    fileprivate func devices(
        of person: People.Person, besides own: PublicKey, _ context: borrowing CommandContext
    ) throws(RedoError) -> [People.Device] {
        let others = person.devices.filter { $0.key != own && $0.revoked == nil }
        var devices: [People.Device] = []
        switch self {
        case .all: return others
        case .none: return []
        case .named(let named):
            let names = DeviceNames(person)
            for name in named {
                let device = try names.device(named: name)
                if !devices.contains(where: { $0.key == device.key }) { devices.append(device) }
            }
        case .chosen:
            for device in others
            where try context.isConfirmed(
                "revoke \(DeviceNames.text(of: device)), added \(device.added.wallText)?")
            {
                devices.append(device)
            }
        }
        return devices
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
