import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo device`: lets devices join a person, and revokes them.
package struct DeviceCommand: ParsableCommand {
    private static let name = OptionSpecification.value(
        "name", takes: "name", "add: the name of the device")
    private static let words = OptionSpecification.value(
        "words", takes: "words",
        "add and accept: the eight words that the other device shows; others are refused")
    private static let card = OptionSpecification.flag(
        "card", "accept: show a card, which lets this device into encrypted remotes as well")
    private static let json = OptionSpecification.flag(
        "json", "list: print a JSON object for each device")
    private static let yes = OptionSpecification.flag("yes", letter: "y", "do not ask")
    private static let dryRun = OptionSpecification.dryRun(
        "revoke and keep: write nothing; print what would become of the nodes")

    package static let specification = CommandSpecification(
        "device", "Add, list and revoke the devices of your person",
        operands: [
            ["accept", .optional(.value("person"))],
            ["add", .repeated(.value("key"))],
            ["list", .optional(.value("person"))], ["revoke", .value("device")],
            ["keep", .repeated(.value(.node))],
        ], operandCount: 0...Int.max,
        options: [
            name, words, card, RemoteAdmission.option, RevocationRequest.since,
            RevocationRequest.void, dryRun, yes, json, IDListing.ids,
        ],
        constraints: [
            .exclusive([json, IDListing.ids]),
            .needs(NameInput.null, anyOf: [NameInput.stdin, IDListing.ids]),
        ], readsNames: true, effect: .readsAs(["list", nil]), statuses: .writing())

    private enum Form {
        /// Without a name it is the person that has let the device in, or the only one.
        case accept(person: String?, isOfCard: Bool, WordComparison)
        case add(DeviceOffer, name: String?, isForRemotes: Bool?, WordComparison)
        /// Without a name the user's own.
        case list(person: String?, IDListing.Form)
        case revoke(device: String, RevocationRequest)
        case keep([String])
    }

    private let form: Form
    private let isUnasked: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let (name, words, json, yes) = (Self.name, Self.words, Self.json, Self.yes)
        let dryRun = Self.dryRun
        let operands = arguments.operands
        let rest = Array(operands.dropFirst())
        let deciding = [RevocationRequest.since, RevocationRequest.void]
        let pairing = [Self.card, RemoteAdmission.option]
        let comparison = WordComparison(arguments, words: words, yes: yes)
        isUnasked = arguments.has(yes)
        writing = try WritingRequest(arguments)
        let word = operands.first ?? "list"
        if word != "list" { try arguments.refuse([IDListing.ids], by: "device \(word)") }
        switch (word, rest.count) {
        case ("accept", 0...1):
            try arguments.refuse(
                [name, json, dryRun, RemoteAdmission.option] + deciding, by: "device accept")
            form = .accept(person: rest.first, isOfCard: arguments.has(Self.card), comparison)
        case ("add", 1...):
            try arguments.refuse([json, dryRun, Self.card] + deciding, by: "device add")
            let isForRemotes = arguments.setting(RemoteAdmission.option)
            form = .add(
                try Self.offer(rest.joined(), isForRemotes: isForRemotes),
                name: arguments.value(name), isForRemotes: isForRemotes, comparison)
        case ("list", 0...1):
            try arguments.refuse(
                [name, words, yes, dryRun] + pairing + deciding, by: "device list")
            form = .list(person: rest.first, IDListing.Form(arguments, json: json))
        case ("revoke", 1):
            try arguments.refuse([name, words, json] + pairing, by: "device revoke")
            form = .revoke(device: rest[0], RevocationRequest(arguments))
        case ("keep", 1...):
            try arguments.refuse([name, words, json] + pairing + deciding, by: "device keep")
            form = .keep(rest)
        case ("add", _), ("keep", _):
            throw .usage(
                "device \(operands[0]) takes a \(operands[0] == "add" ? "key" : "node")")
        case ("accept", _), ("list", _), ("revoke", _):
            throw .usage(
                "device \(operands[0]) takes one "
                    + (operands[0] == "revoke" ? "device" : "person"))
        default:
            throw .usage("device takes accept, add, list, revoke or keep, not '\(operands[0])'")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .accept(let name, let isOfCard, let comparison):
            try accept(name, isOfCard: isOfCard, comparison, &context)
        case .add(let offer, let name, let isForRemotes, let comparison):
            try Self.add(offer, name, isForRemotes: isForRemotes, comparison, &context)
        case .list(let name, let form): try Self.list(name, as: form, &context)
        case .revoke(let name, let request): try revoke(name, request, &context)
        case .keep(let names): try keep(names, &context)
        }
    }

    // MARK: Joining

    /// Shows the key of this device or its card, or joins the person that has let it in.
    private func accept(
        _ name: String?, isOfCard: Bool, _ comparison: WordComparison,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        // The log may lie where only members read it: the card is shown before there is a store.
        if isOfCard, try !context.hasStore() {
            guard let id = name.flatMap({ NodeID(text: Array($0.utf8).span) }) else {
                throw .usage(
                    "name the person by its whole id: there is no log here yet",
                    hints: ["'redo person show' prints it on a device of the person"])
            }
            return try Self.show(.card(try context.memberCard()), id, nil, &context)
        }
        let repository = try context.openRepository()
        let people = try repository.people()
        let key = try context.ownKey()
        let offer = isOfCard ? DeviceOffer.card(try context.memberCard()) : .key(key)
        let id = try Self.personID(named: name, for: key, people)
        if let own = people.person(of: key) {
            guard own.id == id else {
                throw RedoError(
                    .personConflict, "this key belongs to \(own.text) already",
                    hints: ["'redo keygen' creates another key, 'redo key use' selects it"])
            }
            try context.print("this device is one of \(own.text) already\n")
            return .done
        }
        guard let person = people[id], person.invitations.contains(where: { $0.key == key })
        else { return try Self.show(offer, id, people[id], &context) }
        guard
            try Self.isConfirmed(
                offer.words(with: id), or: try wordsOfCard(offer, id, repository.store, context),
                by: comparison,
                "join \(person.text)? The device that let this one in showed the words:", &context)
        else { return .no }
        try context.editPerson(repository) { (writer) throws(RedoError) in
            [
                try writer.add(
                    personNode: .joinPerson, after: person.heads, [PersonFields.person(person)])
            ]
        }
        try context.print("this device is one of \(person.text) now\n")
        return .done
    }

    /// The person that a device is to join: the one that is named, else the one that has let its key in, else the
    /// only one.
    private static func personID(
        named name: String?, for key: PublicKey, _ people: People
    ) throws(RedoError) -> NodeID {
        if let name {
            // One that the log does not have yet.
            if let id = NodeID(text: Array(name.utf8).span) { return id }
            return try people.person(named: name).id
        }
        if let own = people.person(of: key) { return own.id }
        let inviting = people.persons.filter { $0.invitations.contains { $0.key == key } }
        let candidates = inviting.isEmpty ? people.persons : inviting
        if candidates.count == 1 { return candidates[0].id }
        guard candidates.isEmpty else {
            throw .usage(
                "name the person that this device joins",
                hints: candidates.prefix(10).map {
                    "redo device accept \($0.digits)  # \($0.name.printable)"
                })
        }
        throw RedoError(
            .unknownName, "the log has no person yet",
            hints: [
                "'redo sync' fetches the log of your other device, where 'redo person create' made one",
                "'redo person show' prints the person's id there: 'redo device accept ID'",
            ])
    }

    /// The words that the other device showed if it was given this device's card; nil if there is no encrypted remote,
    /// and no card was needed.
    private func wordsOfCard(
        _ offer: DeviceOffer, _ person: NodeID, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> (words: ComparedWords, when: String)? {
        guard offer.card == nil, !isUnasked,
            try !ConfiguredRemote.encrypted(of: store).isEmpty
        else { return nil }
        let card = DeviceOffer.card(try context.memberCard())
        return (card.words(with: person), "if it was given the card of this one")
    }

    /// Prints the key of this device, or its card, for another one.
    private static func show(
        _ offer: DeviceOffer, _ id: NodeID, _ person: People.Person?,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        try offer.show(with: id, &context)
        let of = person.map { " of \($0.text)" } ?? ""
        guard offer.card == nil else {
            context.note(
                "on a device\(of): 'redo device add CARD', and compare the words".printable)
            context.note(
                "here, with the invitation that it prints: 'redo clone --trust INVITATION URL'; then 'redo device accept --card'"
            )
            return .done
        }
        context.note("on a device\(of): 'redo device add KEY', and compare the words".printable)
        context.note("then, on both: 'redo sync'; and here: 'redo device accept'")
        return .done
    }

    /// The identification of a device: a key or a card.
    ///
    /// - Throws: wrong usage for another text, and for a key with `--remotes`.
    private static func offer(
        _ text: String, isForRemotes: Bool?
    ) throws(RedoError) -> DeviceOffer {
        try MemberCard.checkBoxKey(in: text.lowercased())
        guard let offer = DeviceOffer(text) else {
            throw .usage(
                "not a key of 64 hexadecimal digits: '\(text.printable)'",
                hints: [
                    "'redo device accept' prints it on the new device, or its card with --card"
                ])
        }
        if offer.card == nil, isForRemotes == true {
            throw .usage(
                "--remotes takes a card: a key alone lets no device into an encrypted remote",
                hints: ["'redo device accept --card' prints it on the new device"])
        }
        return offer
    }

    private static func add(
        _ offer: DeviceOffer, _ name: String?, isForRemotes: Bool?, _ comparison: WordComparison,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let key = offer.key
        let repository = try context.openRepository()
        let people = try repository.people()
        let person = try context.ownPerson(in: repository, people)
        if let other = people.person(of: key) {
            throw RedoError(
                .personConflict, "the key belongs to \(other.text) already",
                hints: ["a device joins with a key of its own: 'redo keygen' creates one there"])
        }
        guard
            try isConfirmed(
                offer.words(with: person.id), by: comparison,
                "does the other device show the same words?", &context)
        else { return .no }
        var fields = [PersonFields.person(person), PersonFields.key(key)]
        if let name, !isBlank(name) {
            fields.append(PersonFields.text("name", name))
        }
        try context.editPerson(repository) { (writer) throws(RedoError) in
            [try writer.add(personNode: .addDevice, after: person.heads, fields)]
        }
        try context.print("let \(people.digits(of: key)) into \(person.text)\n")
        if let card = offer.card {
            return try RemoteAdmission.letIn(card, isForRemotes, repository.store, &context)
        }
        try RemoteAdmission.note(keyAloneIn: repository.store, &context)
        context.note("'redo sync' here, then on that device 'redo sync' and 'redo device accept'")
        return .done
    }

    /// True if a person has compared the words.
    ///
    /// - Throws: E_PERMISSION_DENIED if other words were given, wrong usage where there is no one to ask.
    private static func isConfirmed(
        _ pairing: ComparedWords, or other: (words: ComparedWords, when: String)? = nil,
        by comparison: WordComparison, _ question: String, _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        try context.hasCompared(pairing, or: other, by: comparison, question) { shown in
            RedoError(
                .permissionDenied, "the words differ: nothing is written", status: .no,
                hints: [
                    "the words are: \(shown)",
                    "the key or the person differs: start again with 'redo device accept'",
                    "the words of a card are others than those of its key: 'redo device accept --card'",
                ])
        }
    }

    // MARK: Looking

    private static func list(
        _ name: String?, as form: IDListing.Form, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let people = try repository.people()
        let person = try context.person(named: name, in: repository, people)
        if case .ids(let end) = form {
            try context.printIDs(person.devices.map { "\(UserID($0.key))" }, end: end)
            return .done
        }
        let own = try? context.keyring().author(for: repository.store).publicKey
        if form == .json {
            for device in person.devices {
                try context.printLine(CanonicalJSON.bytes(device.json))
            }
            return .done
        }
        for line in person.deviceLines(own: own) { try context.print("\(line)\n") }
        let revocations = KeyRevocations(people, own: name == nil ? own : nil, of: [person.id])
        for line in revocations.lines { try context.print("  \(line)\n") }
        for hint in revocations.hints { context.note(hint) }
        return .done
    }

    // MARK: Revoking

    private func revoke(
        _ name: String, _ request: RevocationRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let person = try context.ownPerson(in: repository, try repository.people())
        let device = try DeviceNames(person).device(named: name)
        guard device.revoked == nil else {
            try context.print("\(DeviceNames.text(of: device)) is revoked already\n")
            return .done
        }
        let log = try repository.wholeLog(.local)
        let plan = try request.nodes(in: log, context).plan(of: [device.key], person, log)
        let own = try context.keyring().author(for: repository.store).publicKey
        let writer = try TaskWriter.requested(by: writing, repository, log, context)
        let status = try context.decide(
            repository, log, writer, revoking: [device.key], by: writing, isUnasked: isUnasked,
            refusal: { reason in
                guard reason == .notSenior, let own else { return nil }
                return .notAbove(device, own, in: person)
            }
        ) { (writer) throws(RedoError) in
            let isOwn = writer.identity.author.publicKey == device.key
            let what = isOwn ? ", which is the one that you sign with here" : ""
            let keeps = plan.keeps[device.key] ?? []
            let revocation = try writer.add(
                personNode: .revokeDevice, after: plan.parents,
                [
                    PersonFields.person(person), PersonFields.key(device.key),
                    PersonFields.keeps(keeps.prefix(RevocationPlan.maximumKeepCount)),
                ])
            let further = keeps.dropFirst(RevocationPlan.maximumKeepCount)
            guard further.isEmpty || !isOwn else {
                throw RedoError(
                    .payloadTooLarge,
                    "a key that revokes itself keeps at most \(RevocationPlan.maximumKeepCount) ends",
                    hints: ["revoke it with the device that let it in"])
            }
            let nodes = [revocation] + (try writer.addKeeps(further, of: revocation))
            return (nodes, "revokes \(DeviceNames.text(of: device)) of \(person.text)\(what)\n")
        }
        // Who has the device can make another key, and every key can change what is open.
        if status == .done,
            try context.keyring().author(for: repository.store).publicKey != device.key
        {
            let lines = try context.offerClosing(
                repository, by: writing, isAsking: !isUnasked)
            for line in lines { context.note(line) }
        }
        return status
    }

    /// Keeps nodes of a revoked device that turned up later, or that were forgotten.
    private func keep(
        _ names: [String], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log = try repository.wholeLog(.local)
        let person = try context.ownPerson(in: repository, log.replay.authority.people)
        guard let own = try context.keyring().author(for: repository.store).publicKey else {
            return .no
        }
        let kept = try RevokedNodes(names, of: person, in: log, revokedBy: own)
        let writer = try TaskWriter.requested(by: writing, repository, log, context)
        return try context.decide(
            repository, log, writer, by: writing, isUnasked: isUnasked
        ) { (writer) throws(RedoError) in
            (try kept.keeps(by: &writer), "")
        }
    }
}
