import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let remove = OptionSpecification.flag(
        "remove", "let the authors' nodes have an effect again")
    private static let global = OptionSpecification.flag(
        "global", "in all stores of the user, instead of this one")
    private static let porcelain = OptionSpecification.flag(
        "porcelain", isExpert: true, "print '<userId>\\t<nodes>\\t<name>' for each ignored author")

    /// `redo ignore`: leaves authors' nodes out of what people see.
    package static let ignore = Command(
        CommandSpecification(
            "ignore", "Ignore the nodes of an author on this device",
            operands: [
                .optional(.repeated(.value(.author))),
                [.option(remove), .repeated(.value(.author))],
            ],
            options: [remove, global, porcelain],
            statuses: .reading(failed: "there is no such author, or one is not ignored"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        let store = try context.openStore()
        guard !arguments.operands.isEmpty else {
            guard !arguments.has(remove), !arguments.has(global) else {
                throw .usage("name the authors")
            }
            return try printIgnored(&context, store)
        }
        guard !arguments.has(porcelain) else { throw .usage("--porcelain takes no authors") }
        let authors = try context.repository(store).authors()
        let ignored = store.configuration.ignoredAuthors
        var users: [UserID] = []
        for name in arguments.operands {
            let user =
                arguments.has(remove)
                ? try authors.user(named: name, among: ignored) : try authors.user(named: name)
            if !users.contains(user) { users.append(user) }
        }
        if arguments.has(remove) {
            try remove(users, in: store, context)
        } else {
            try add(users, in: store, context)
        }
        for user in users {
            let verb = arguments.has(remove) ? "shown again" : "ignored"
            try context.print("\(verb) \(authors.text(of: user))\n")
        }
        return .done
    }

    private static func printIgnored(
        _ context: inout CommandContext, _ store: Store
    ) throws(RedoError) -> ExitStatus {
        let users = store.configuration.ignoredAuthors
        if users.isEmpty, !context.arguments.has(porcelain) {
            try context.print("no author is ignored\n")
        }
        if users.isEmpty { return .done }
        let authors = try context.repository(store).authors()
        for user in users.sorted() {
            try context.print(
                context.arguments.has(porcelain)
                    ? authors.record(of: user) : "\(authors.text(of: user))\n")
        }
        return .done
    }

    // MARK: Writing

    /// The file that is written.
    private static func file(
        _ context: borrowing CommandContext, _ store: Store
    ) throws(RedoError) -> ConfigurationFile {
        context.arguments.has(global)
            ? try context.userConfigurationFile()
            : store.configurationFile
    }

    private static var entry: Configuration.Name {
        get throws(RedoError) {
            try Configuration.Name(checking: ConfigurationKey.ignoredAuthors.name)
        }
    }

    private static func add(
        _ users: [UserID], in store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let own = try context.ownUsers()
        for user in users where own.contains(user) {
            throw .usage(
                "\(user) is your own: what you write would have no effect here",
                hints: ["'redo key list' shows your keys"])
        }
        let file = try file(context, store)
        let name = try entry
        try file.change { configuration in
            let known = configuration.values(name)
            for user in users where !known.contains(user.description) {
                configuration.add(name, user.description)
            }
        }
    }

    private static func remove(
        _ users: [UserID], in store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let file = try file(context, store)
        let name = try entry
        try file.change { (configuration) throws(RedoError) in
            for user in users where configuration.remove(name, user.description) == 0 {
                let isGlobal = context.arguments.has(global)
                throw RedoError(
                    .unknownName, "\(file.path) does not ignore \(user)",
                    hints: [
                        "'redo config \(isGlobal ? "" : "--global ")--get-all "
                            + "\(ConfigurationKey.ignoredAuthors.name)' shows who is ignored "
                            + (isGlobal ? "in this store" : "in all stores")
                    ])
            }
        }
    }
}
