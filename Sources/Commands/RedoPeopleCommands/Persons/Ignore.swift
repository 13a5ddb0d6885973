import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let remove = OptionSpecification.flag(
        "remove", "let the nodes have an effect again")
    private static let global = OptionSpecification.flag(
        "global", "in all stores of the user, instead of this one")
    private static let porcelain = OptionSpecification.flag(
        "porcelain", isExpert: true,
        "print '<id>\\t<nodes>\\t<name>' for each ignored author and person")

    /// `redo ignore`: leaves authors' nodes, and the statements about persons, out of what people see.
    package static let ignore = Command(
        CommandSpecification(
            "ignore", "Ignore the nodes of an author, or a person, on this device",
            operands: [
                .optional(.repeated(.value(.author))),
                [.option(remove), .repeated(.value(.author))],
            ],
            options: [remove, global, porcelain],
            statuses: .reading(failed: "there is no such author or person, or one is not ignored"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let store = try context.openStore()
        guard !arguments.operands.isEmpty else {
            guard !arguments.has(remove), !arguments.has(global) else {
                throw .usage("name the authors or persons")
            }
            return try printIgnored(&context, store)
        }
        guard !arguments.has(porcelain) else { throw .usage("--porcelain takes no authors") }
        let names = try IgnorableNames(
            context.repository(store),
            among: arguments.has(remove) ? store.configuration.ignoredSubjects : nil)
        var subjects: [IgnoredSubject] = []
        for name in arguments.operands {
            let subject = try names.subject(named: name)
            if !subjects.contains(subject) { subjects.append(subject) }
        }
        if arguments.has(remove) {
            try remove(subjects, in: store, context)
        } else {
            try add(subjects, in: store, names, context)
        }
        for subject in subjects {
            let verb = arguments.has(remove) ? "shown again" : "ignored"
            try context.print("\(verb) \(names.text(of: subject))\n")
        }
        if !arguments.has(remove), subjects.contains(where: \.isPerson) {
            context.note("this is a setting of this device: run it on each of your devices")
        }
        return .done
    }

    private static func printIgnored(
        _ context: inout CommandContext, _ store: Store
    ) throws(RedoError) -> ExitStatus {
        let subjects = store.configuration.ignoredSubjects
        if subjects.isEmpty, !context.arguments.has(porcelain) {
            try context.print("no author is ignored\n")
        }
        if subjects.isEmpty { return .done }
        let repository = context.repository(store)
        let names = try IgnorableNames(repository, among: subjects)
        let ignored = try repository.people().ignored
        for subject in subjects {
            try context.print(
                context.arguments.has(porcelain)
                    ? names.record(of: subject, ignored) : "\(names.text(of: subject))\n")
        }
        return .done
    }

    // MARK: Writing

    /// The file that is written.
    private static func file(
        _ context: borrowing CommandContext, _ store: Store
    ) throws(RedoError) -> ConfigurationFile {
        context.arguments.has(global)
            ? try context.home.configurationFile()
            : store.configurationFile
    }

    private static func add(
        _ subjects: [IgnoredSubject], in store: Store, _ names: IgnorableNames,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let own = try context.keyring().ownUsers()
        for subject in subjects {
            switch subject {
            case .author(let user) where own.contains(user):
                throw .usage(
                    "\(user) is your own: what you write would have no effect here",
                    hints: ["'redo key list' shows your keys"])
            case .person(let id) where names.isOwn(id, own):
                throw .usage(
                    "\(names.text(of: subject)) is your own: what its devices revoked would count here again",
                    hints: ["'redo person list' shows the persons of the log"])
            default: break
            }
        }
        let file = try file(context, store)
        try file.change { (configuration) throws(RedoError) in
            for subject in subjects {
                let name = try Configuration.Name(checking: subject.key.name)
                if !configuration.values(name).contains(subject.value) {
                    configuration.add(name, subject.value)
                }
            }
        }
    }

    private static func remove(
        _ subjects: [IgnoredSubject], in store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let file = try file(context, store)
        try file.change { (configuration) throws(RedoError) in
            for subject in subjects {
                let name = try Configuration.Name(checking: subject.key.name)
                if configuration.remove(name, subject.value) > 0 { continue }
                let isGlobal = context.arguments.has(global)
                throw RedoError(
                    .unknownName, "\(file.path) does not ignore \(subject.value)",
                    hints: [
                        "'redo config \(isGlobal ? "" : "--global ")--get-all "
                            + "\(subject.key.name)' shows who is ignored "
                            + (isGlobal ? "in this store" : "in all stores")
                    ])
            }
        }
    }
}
