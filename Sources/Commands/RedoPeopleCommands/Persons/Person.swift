import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let email = OptionSpecification.value(
        "email", takes: "address", "create and rename: the person's address")
    private static let json = OptionSpecification.flag(
        "json", "list and show: print a JSON object for each person")
    private static let yes = OptionSpecification.flag(
        "yes", letter: "y", "create: do not ask whether the words are written down")

    /// `redo person`: makes, shows and renames persons.
    package static let person = Command(
        CommandSpecification(
            "person", "Create your person, who owns your devices; show, list and rename persons",
            operands: [
                ["create", .repeated(.value("name"))], ["show", .optional(.value("person"))],
                "list", ["rename", .repeated(.value("name"))],
            ], operandCount: 0...Int.max, options: [email, json, yes], statuses: .writing())
    ) { (context) throws(RedoError) in
        let operands = context.arguments.operands
        let words = operands.dropFirst()
        switch (operands.first ?? "show", words.count) {
        case ("create", _):
            try refuse([json], context, "create")
            return try create(&context, words.joined(separator: " "))
        case ("show", 0...1):
            try refuse([email, yes], context, "show")
            return try show(&context, words.first)
        case ("list", 0):
            try refuse([email, yes], context, "list")
            return try list(&context)
        case ("rename", _):
            try refuse([json, yes], context, "rename")
            return try rename(&context, words.joined(separator: " "))
        case ("show", _): throw .usage("person show takes one person")
        case ("list", _): throw .usage("unexpected argument '\(words.first ?? "")'")
        default:
            throw .usage("person takes create, show, list or rename, not '\(operands[0])'")
        }
    }

    private static func create(
        _ context: inout CommandContext, _ given: String
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.repositoryForNewTasks()
        let author = try context.keyring().author(for: repository.store)
        let name = given.isEmpty ? author.name?.description ?? "" : given
        guard !isBlank(name) else {
            throw .usage("the person needs a name: 'redo person create NAME'")
        }
        if let key = author.publicKey, let person = try repository.people().person(of: key) {
            throw RedoError(
                .personConflict, "your key belongs to \(person.text) already",
                hints: ["'redo person rename NAME' changes the name"])
        }
        let recovery = RecoveryKey.random()
        try context.show(recovery, of: .person(name), pausing: !context.arguments.has(yes))
        guard try isWrittenDown(&context) else { return .no }
        let email = context.arguments.value(email) ?? author.email?.description
        let id: NodeID
        do throws(RedoError) {
            id = try context.edit(repository, .empty) { (writer) throws(RedoError) in
                var fields = [
                    PersonFields.text("name", name), PersonFields.recovery(recovery.commitment),
                ]
                if let email { fields.append(PersonFields.text("email", email)) }
                return try writer.add(personNode: .createPerson, after: [], fields).id
            }
        } catch {
            context.retractWords()
            throw error
        }
        try context.print("person \(id)\n")
        let isAsking = !context.arguments.has(yes)
        repository.forget()
        let open = try TaskClosing.ask(
            about: try TaskClosing.sharedReplicas(repository.store), repository.store,
            isAsking: isAsking, context)
        let report = try NewPersonReport.lines(repository, of: author, openBecauseOf: open)
        for line in report + (try context.offerClosing(repository, isAsking: isAsking)) {
            try context.print("\(line)\n")
        }
        return .done
    }

    /// Asks on a terminal whether the words are written down: they are not shown again.
    private static func isWrittenDown(
        _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        guard context.surroundings.hasTerminalInput, !context.arguments.has(yes) else {
            return true
        }
        if try context.isConfirmed("are the words written down? They are not shown again.") {
            return true
        }
        context.retractWords()
        context.complain("nothing was written\n")
        return false
    }

    private static func show(
        _ context: inout CommandContext, _ name: String?
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let people = try repository.people()
        let person = try context.person(named: name, in: repository, people)
        if context.arguments.has(json) {
            try context.printLine(CanonicalJSON.bytes(person.json))
            return .done
        }
        let own = try? context.keyring().author(for: repository.store).publicKey
        try context.print("person \(person.id)\nname \(person.name.printable)\n")
        if let email = person.email { try context.print("email \(email.printable)\n") }
        try context.print("created \(person.created.wallText)\n")
        try context.print("devices\n")
        for line in person.deviceLines(own: own) { try context.print("  \(line)\n") }
        return .done
    }

    private static func list(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let people = try repository.people()
        if context.arguments.has(json) {
            for person in people.persons {
                try context.printLine(CanonicalJSON.bytes(person.json))
            }
            return .done
        }
        if people.persons.isEmpty {
            try context.print("there are no persons; 'redo person create NAME' makes one\n")
        }
        let own = try? context.keyring().author(for: repository.store).publicKey
        let mine = own.flatMap { people.person(of: $0) }?.id
        for person in people.persons {
            let star = person.id == mine ? "*" : " "
            let count = person.devices.count { $0.revoked == nil }
            try context.print(
                "\(star) \(person.digits)  \(person.name.printable): "
                    + "\(counted(count, "device"))\n")
        }
        return .done
    }

    private static func rename(
        _ context: inout CommandContext, _ name: String
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let people = try repository.people()
        let person = try context.ownPerson(in: repository, people)
        var fields: [JSONMember] = []
        if !isBlank(name), JSONString(name) != person.name {
            fields.append(PersonFields.text("name", name))
        }
        let address = context.arguments.value(email)
        guard !isBlank(name) || address != nil else { throw .usage("give a name or --email") }
        if let address, !isBlank(address), person.email != JSONString(address) {
            fields.append(PersonFields.text("email", address))
        }
        guard !fields.isEmpty else {
            try context.print("unchanged \(person.text)\n")
            return .done
        }
        try context.editPerson(repository) { (writer) throws(RedoError) in
            [
                try writer.add(
                    personNode: .updatePerson, after: person.heads,
                    [PersonFields.person(person)] + fields)
            ]
        }
        try context.print(
            "renamed \(person.text) to \(isBlank(name) ? person.name.printable : name.printable)\n")
        return .done
    }

    private static func refuse(
        _ options: [OptionSpecification], _ context: borrowing CommandContext, _ verb: String
    ) throws(RedoError) {
        for option in options where context.arguments.setting(option) != nil {
            throw .usage("person \(verb) takes no --\(option.name)")
        }
    }
}
