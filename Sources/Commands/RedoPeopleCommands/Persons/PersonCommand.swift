import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo person`: makes, shows and renames persons.
package struct PersonCommand: ParsableCommand {
    private static let email = OptionSpecification.value(
        "email", takes: "address", "create and rename: the person's address")
    private static let json = OptionSpecification.flag(
        "json", "list and show: print a JSON object for each person")
    private static let yes = OptionSpecification.flag(
        "yes", letter: "y", "create: do not ask whether the words are written down")

    package static let specification = CommandSpecification(
        "person", "Create your person, who owns your devices; show, list and rename persons",
        operands: [
            ["create", .repeated(.value("name"))], ["show", .optional(.value("person"))],
            "list", ["rename", .repeated(.value("name"))],
        ], operandCount: 0...Int.max, options: [email, json, yes] + IDListing.options,
        constraints: IDListing.constraints(json), effect: .readsAs(["show", "list", nil]),
        statuses: .writing())

    private enum Form {
        /// An empty name is that of the user.
        case create(name: String, email: String?, isUnasked: Bool)
        /// Without a name the user's own.
        case show(String?, isJSON: Bool)
        case list(IDListing.Form)
        /// A blank name and nil change nothing.
        case rename(name: String, email: String?)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let (email, json, yes) = (Self.email, Self.json, Self.yes)
        let operands = arguments.operands
        let words = operands.dropFirst()
        let word = operands.first ?? "show"
        if word != "list" { try arguments.refuse(IDListing.options, by: "person \(word)") }
        switch (word, words.count) {
        case ("create", _):
            try arguments.refuse([json], by: "person create")
            form = .create(
                name: words.joined(separator: " "), email: arguments.value(email),
                isUnasked: arguments.has(yes))
        case ("show", 0...1):
            try arguments.refuse([email, yes], by: "person show")
            form = .show(words.first, isJSON: arguments.has(json))
        case ("list", 0):
            try arguments.refuse([email, yes], by: "person list")
            form = .list(IDListing.Form(arguments, json: json))
        case ("rename", _):
            try arguments.refuse([json, yes], by: "person rename")
            let name = words.joined(separator: " ")
            let address = arguments.value(email)
            guard !isBlank(name) || address != nil else { throw .usage("give a name or --email") }
            form = .rename(name: name, email: address)
        case ("show", _): throw .usage("person show takes one person")
        case ("list", _): throw .usage("unexpected argument '\(words.first ?? "")'")
        default:
            throw .usage("person takes create, show, list or rename, not '\(operands[0])'")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .create(let name, let email, let isUnasked):
            return try Self.create(name, email, isUnasked: isUnasked, &context)
        case .show(let name, let isJSON): try Self.show(name, isJSON: isJSON, &context)
        case .list(let form): try Self.list(as: form, &context)
        case .rename(let name, let email): try Self.rename(to: name, email, &context)
        }
        return .done
    }

    private static func create(
        _ given: String, _ address: String?, isUnasked: Bool, _ context: inout CommandContext
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
        try context.show(recovery, of: .person(name), pausing: !isUnasked)
        if !isUnasked { guard try isWrittenDown(&context) else { return .no } }
        let email = address ?? author.email?.description
        let id: NodeID
        do throws(RedoError) {
            id = try context.edit(repository, .empty, by: WritingRequest()) {
                (writer) throws(RedoError) in
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
        repository.forget()
        let open = try TaskClosing.ask(
            about: try TaskClosing.sharedReplicas(repository.store), repository.store,
            isAsking: !isUnasked, context)
        let report = try NewPersonReport.lines(repository, of: author, openBecauseOf: open)
        let closing = try context.offerClosing(
            repository, by: WritingRequest(), isAsking: !isUnasked)
        for line in report + closing { try context.print("\(line)\n") }
        return .done
    }

    /// Asks on a terminal whether the words are written down: they are not shown again.
    private static func isWrittenDown(
        _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        guard context.surroundings.hasTerminalInput else { return true }
        if try context.isConfirmed("are the words written down? They are not shown again.") {
            return true
        }
        context.retractWords()
        context.complain("nothing was written\n")
        return false
    }

    private static func show(
        _ name: String?, isJSON: Bool, _ context: inout CommandContext
    ) throws(RedoError) {
        let repository = try context.openRepository()
        let people = try repository.people()
        let person = try context.person(named: name, in: repository, people)
        if isJSON { return try context.printLine(CanonicalJSON.bytes(person.json)) }
        let own = try? context.keyring().author(for: repository.store).publicKey
        try context.print("person \(person.id)\nname \(person.name.printable)\n")
        if let email = person.email { try context.print("email \(email.printable)\n") }
        try context.print("created \(person.created.wallText)\n")
        try context.print("devices\n")
        for line in person.deviceLines(own: own) { try context.print("  \(line)\n") }
    }

    private static func list(
        as form: IDListing.Form, _ context: inout CommandContext
    ) throws(RedoError) {
        let repository = try context.openRepository()
        let people = try repository.people()
        if case .ids(let end) = form {
            return try context.printIDs(people.persons.map(\.id.description), end: end)
        }
        if form == .json {
            for person in people.persons {
                try context.printLine(CanonicalJSON.bytes(person.json))
            }
            return
        }
        if people.persons.isEmpty {
            try context.print("there are no persons; 'redo person create NAME' creates one\n")
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
    }

    private static func rename(
        to name: String, _ address: String?, _ context: inout CommandContext
    ) throws(RedoError) {
        let repository = try context.openRepository()
        let people = try repository.people()
        let person = try context.ownPerson(in: repository, people)
        var fields: [JSONMember] = []
        if !isBlank(name), JSONString(name) != person.name {
            fields.append(PersonFields.text("name", name))
        }
        if let address, !isBlank(address), person.email != JSONString(address) {
            fields.append(PersonFields.text("email", address))
        }
        guard !fields.isEmpty else { return try context.print("unchanged \(person.text)\n") }
        try context.editPerson(repository) { (writer) throws(RedoError) in
            [
                try writer.add(
                    personNode: .updatePerson, after: person.heads,
                    [PersonFields.person(person)] + fields)
            ]
        }
        try context.print(
            "renamed \(person.text) to \(isBlank(name) ? person.name.printable : name.printable)\n")
    }
}
