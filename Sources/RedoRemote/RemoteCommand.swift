import RedoCommand
import RedoExchange
import RedoGit
import RedoReplica
import RedoStore
import RedoSystem

extension Command {
    /// `redo remote`: the git repositories that a store exchanges nodes with.
    package static let remote = Command(
        CommandSpecification(
            "remote", "List, add, remove and show the remotes of the store",
            operands: ["[list]", "add <name> <url>", "remove <remote>", "show [<remote>]"],
            operandCount: 0...3, options: [SyncOptions.porcelainShow])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        let words = context.arguments.operands
        switch (words.first ?? "list", words.count) {
        case ("list", 0...1):
            for remote in Remote.all(of: store) {
                try context.print("\(remote.name)\t\(remote.url)\n")
            }
        case ("add", 3): try add(words[1], words[2], to: store, context)
        case ("remove", 2): try remove(words[1], from: store)
        case ("show", 1...2):
            try show(words.dropFirst().first, of: store, &context)
        case ("list", _), ("add", _), ("remove", _), ("show", _):
            throw .usage("\(words[0]) does not take \(counted(words.count - 1, "operand"))")
        default: throw .usage("there is no 'remote \(words[0])'; there are list, add, remove, show")
        }
        return .done
    }

    private static func add(
        _ name: String, _ url: String, to store: Store, _ context: borrowing CommandContext
    ) throws(CommandError) {
        try Remote.check(name: name)
        try Remote.check(url: url)
        guard !Remote.all(of: store).contains(where: { $0.name == name }) else {
            throw CommandError(
                .importFailed,
                "there is a remote '\(name)' already",
                hints: ["'redo remote remove \(name)' removes it"])
        }
        let url = try Remote.absolute(url, context)
        try changeConfiguration(of: store) { Remote.add(name, url, to: &$0) }
    }

    private static func remove(_ name: String, from store: Store) throws(CommandError) {
        // Not by Remote.named: a remote that cannot be used can be removed.
        var isThere = false
        try changeConfiguration(of: store) {
            isThere = $0.removeSection(Remote.section, name)
        }
        guard isThere else {
            throw CommandError(
                .notFound,
                "the store's configuration has no remote '\(name)'",
                hints: ["'redo remote' lists those there are"])
        }
        guard Mirror.isRemoteName(name) else { return }
        try? Files.removeTree(ReplicaRecord.folder(ofRemote: name, inStore: store.path))
        let own = StoreRepository(of: store)
        let repository = try own.open()
        let seen = try reportingGit { () throws(GitError) in
            try Mirror.seen(on: name, in: repository)
        }
        if seen.isEmpty { return }
        let mirror = try own.lock()
        for device in seen.keys.sorted() {
            do throws(GitError) {
                try mirror.setSeen(device, on: name, to: nil)
            } catch {
                throw CommandError(error)
            }
        }
    }

    private static func changeConfiguration(
        of store: Store, _ change: (inout Configuration) -> Void
    ) throws(CommandError) {
        let file = ConfigurationFile(path: Store.configurationPath(store.path))
        try reporting { () throws(StoreError) in
            var configuration = try file.read()
            change(&configuration)
            try file.write(configuration)
        }
    }
}

extension Remote {
    /// Writes a remote into a configuration.
    static func add(_ name: String, _ url: String, to configuration: inout Configuration) {
        if let entry = Configuration.Name("\(section).\(name).url") {
            configuration.add(entry, url)
        }
    }
}
