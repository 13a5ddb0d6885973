import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo ignore`: leaves authors' nodes, and the statements about persons, out of what people see.
package struct IgnoreCommand: ParsableCommand {
    private static let remove = OptionSpecification.flag(
        "remove", "let the nodes have an effect again")
    private static let global = OptionSpecification.flag(
        "global", "in all stores of the user, instead of this one")
    private static let porcelain = OptionSpecification.flag(
        "porcelain", isExpert: true,
        "print '<id>\\t<nodes>\\t<name>' for each ignored author and person")

    package static let specification = CommandSpecification(
        "ignore", "Ignore the nodes of an author, or a person, on this device",
        operands: [
            .optional(.repeated(.value(.author))),
            [.option(remove), .repeated(.value(.author))],
        ],
        options: [remove, global, porcelain],
        readsNames: true, effect: .readsAs([nil]),
        statuses: .reading(failed: "there is no such author or person, or one is not ignored"))

    private enum Form {
        case list(isPorcelain: Bool)
        case change(Change)
    }

    /// Subjects to ignore, or no longer.
    fileprivate struct Change {
        let names: [String]
        let isRemoving: Bool
        /// True if it is a change for all stores of the user.
        let isGlobal: Bool
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let change = Change(
            names: arguments.operands, isRemoving: arguments.has(Self.remove),
            isGlobal: arguments.has(Self.global))
        let isPorcelain = arguments.has(Self.porcelain)
        if change.names.isEmpty {
            guard !change.isRemoving, !change.isGlobal else {
                throw .usage("name the authors or persons")
            }
            form = .list(isPorcelain: isPorcelain)
        } else {
            guard !isPorcelain else { throw .usage("--porcelain takes no authors") }
            form = .change(change)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        switch form {
        case .list(let isPorcelain): try Self.list(store, isPorcelain: isPorcelain, &context)
        case .change(let change): try change.make(in: store, &context)
        }
        return .done
    }

    private static func list(
        _ store: Store, isPorcelain: Bool, _ context: inout CommandContext
    ) throws(RedoError) {
        let subjects = store.configuration.ignoredSubjects
        if subjects.isEmpty, !isPorcelain { try context.print("no author is ignored\n") }
        if subjects.isEmpty { return }
        let repository = context.repository(store)
        let names = try IgnorableNames(repository, among: subjects)
        let ignored = try repository.people().ignored
        for subject in subjects {
            try context.print(
                isPorcelain
                    ? names.record(of: subject, ignored) : "\(names.text(of: subject))\n")
        }
    }
}

extension IgnoreCommand.Change {
    fileprivate func make(
        in store: Store, _ context: inout CommandContext
    ) throws(RedoError) {
        let names = try IgnorableNames(
            context.repository(store),
            among: isRemoving ? store.configuration.ignoredSubjects : nil)
        var subjects: [IgnoredSubject] = []
        for name in self.names {
            let subject = try names.subject(named: name)
            if !subjects.contains(subject) { subjects.append(subject) }
        }
        if isRemoving {
            try remove(subjects, in: store, context)
        } else {
            try add(subjects, in: store, names, context)
        }
        for subject in subjects {
            let verb = isRemoving ? "shown again" : "ignored"
            try context.print("\(verb) \(names.text(of: subject))\n")
        }
        if !isRemoving, subjects.contains(where: \.isPerson) {
            context.note("this is a setting of this device: run it on each of your devices")
        }
    }

    // MARK: Writing

    /// The file that is written.
    private func file(
        _ context: borrowing CommandContext, _ store: Store
    ) throws(RedoError) -> ConfigurationFile {
        isGlobal
            ? try context.home.configurationFile()
            : store.configurationFile
    }

    private func add(
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

    private func remove(
        _ subjects: [IgnoredSubject], in store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let file = try file(context, store)
        try file.change { (configuration) throws(RedoError) in
            for subject in subjects {
                let name = try Configuration.Name(checking: subject.key.name)
                if configuration.remove(name, subject.value) > 0 { continue }
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
