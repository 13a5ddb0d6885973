import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoGit
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo remote`: the remotes that a store exchanges nodes with.
    package static let remote = Command(.remote) { (context) throws(RedoError) in
        let store = try context.openStore()
        let words = context.arguments.operands
        for option in [MemberOptions.encrypt, MemberOptions.trust, MemberOptions.noRecovery]
        where words.first != "add" && context.arguments.setting(option) != nil {
            throw .usage("remote \(words.first ?? "list") takes no --\(option.name)")
        }
        switch (words.first ?? "list", words.count) {
        case ("list", 0...1):
            for remote in ConfiguredRemote.all(of: store) {
                let (name, url) = (context.shown(remote.name), context.shown(remote.url))
                try context.print(withPaths: "\(name)\t\(url)\n")
            }
        case ("add", 3): try add(words[1], words[2], to: store, context)
        case ("rename", 3): try rename(words[1], to: words[2], in: store)
        case ("set-url", 3): try setURL(of: words[1], to: words[2], in: store, context)
        case ("remove", 2): try remove(words[1], from: store)
        case ("show", 1...2):
            try RemoteCommands<GitExchange>.show(words.dropFirst().first, of: store, &context)
        case ("verify", 1...2):
            return try RemoteCommands<GitExchange>.verify(
                words.dropFirst().first, of: store, &context)
        case ("accept", 1...2):
            return try RemoteCommands<GitExchange>.accept(
                words.dropFirst().first, of: store, &context)
        case ("compact", 1...2):
            return try RemoteCommands<GitExchange>.compact(
                words.dropFirst().first, of: store, &context)
        case ("list", _), ("add", _), ("rename", _), ("set-url", _), ("remove", _), ("show", _),
            ("verify", _), ("accept", _), ("compact", _):
            throw .usage("\(words[0]) does not take \(counted(words.count - 1, "operand"))")
        default:
            throw .usage(
                "there is no 'remote \(words[0])'; there are list, add, rename, set-url, remove, show, "
                    + "verify, accept, compact"
            )
        }
        return .done
    }

    private static func add(
        _ name: String, _ url: String, to store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        try Remote.check(name: name)
        try Remote.check(url: url)
        try checkIsFree(name, in: store)
        let remote = ConfiguredRemote(name: name, url: try Remote.absolute(url, context))
        let arguments = context.arguments
        let isEncrypting = arguments.has(MemberOptions.encrypt)
        if isEncrypting, remote.scheme == .firestore {
            throw .usage("a Firestore cannot be encrypted: other programs read its documents")
        }
        try context.trustHost(ofTyped: remote.url)
        try store.configurationFile.change {
            remote.add(to: &$0)
            // At once, so that nothing goes there in the clear, whatever becomes of what follows.
            if isEncrypting || arguments.value(MemberOptions.trust) != nil,
                let entry = Configuration.Name("\(ConfiguredRemote.section).\(name).encrypted")
            {
                $0.set(entry, to: "true")
            }
        }
        try offerOrWarn(remote.url, context)
        try TaskClosing.ask(aboutAdded: remote, to: store, context)
        if isEncrypting {
            let further = arguments.has(MemberOptions.noRecovery) ? ["--no-recovery"] : []
            try remote.scheme.become(
                "member", ["--redo-dir", store.path] + further + ["create", "--", name],
                context.ownPrograms)
        }
        if let invitation = arguments.value(MemberOptions.trust) {
            try remote.scheme.become(
                "member", ["--redo-dir", store.path, "trust", "--", invitation, name],
                context.ownPrograms)
        }
    }

    /// - Throws: STORAGE_003 if a remote has a name.
    private static func checkIsFree(_ name: String, in store: Store) throws(RedoError) {
        guard ConfiguredRemote.all(of: store).contains(where: { $0.name == name }) else { return }
        throw RedoError(
            .writeFailed, "there is a remote '\(name)' already",
            hints: [
                "'redo remote set-url \(name) URL' changes where it is",
                "'redo remote remove \(name)' removes it",
            ])
    }

    /// Offers to make the repository in a folder on this machine that has none; else warns of it.
    private static func offerOrWarn(
        _ url: String, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard let path = Remote.localPath(of: url),
            try !Remote.offerRepository(at: url, context)
        else { return }
        context.warn(ErrorCode.notFound, "there is no git repository \(path)")
        context.complain("hint: \(GitRemote.makingHint(path).printable)\n")
    }

    private static func remove(_ name: String, from store: Store) throws(RedoError) {
        // Not by ConfiguredRemote.named: a remote that cannot be used can be removed.
        var isThere = false
        try store.configurationFile.change {
            isThere = $0.removeSection(ConfiguredRemote.section, name)
        }
        guard isThere else { throw unknown(name) }
        try forget(name, of: store)
    }

    private static func unknown(_ name: String) -> RedoError {
        RedoError(
            .unknownName, "the store's configuration has no remote '\(name)'",
            hints: ["'redo remote' lists the remotes"])
    }

    /// Renames a remote.
    ///
    /// What was seen there gets the new name first: where the command ends in between, it has both, and
    /// one that no remote has harms nothing. Then comes the configuration, in one step.
    private static func rename(
        _ name: String, to newName: String, in store: Store
    ) throws(RedoError) {
        try Remote.check(name: newName)
        let file = store.configurationFile
        var configuration = try file.read()
        guard configuration.renameSection(ConfiguredRemote.section, name, to: newName) else {
            throw unknown(name)
        }
        try checkIsFree(newName, in: store)
        if store.configuration.value(.remote) == name,
            let entry = Configuration.Name("sync.remote")
        {
            configuration.set(entry, to: newName)
        }
        let isUsable = Mirror.isRemoteName(name)
        if isUsable {
            // Of a remote that had this name.
            try forget(newName, of: store)
            try copySeen(on: name, to: newName, of: store)
        }
        try file.write(configuration)
        guard isUsable else { return }
        try store.strikeRecords(ofRemote: name)
        moveRecords(of: name, to: newName, in: store)
        store.noteRecords(ofRemote: newName)
        try forget(name, of: store)
    }

    /// What is known of a remote goes on being known. If it cannot be moved, the remote is read again.
    private static func moveRecords(of name: String, to newName: String, in store: Store) {
        for kind in RemoteKind.all.values {
            let folder = kind.folder(name, store)
            guard Files.isDirectory(folder) else { continue }
            try? ContainedFile(folder, below: store.path).move(
                to: ContainedFile(kind.folder(newName, store), below: store.path))
        }
    }

    /// Changes where a remote is.
    ///
    /// What was seen in the old place is forgotten first: where the command ends in between, more is taken
    /// for not pushed than is so, and the next fetch or push sets that right.
    private static func setURL(
        of name: String, to url: String, in store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        try Remote.check(url: url)
        let url = try Remote.absolute(url, context)
        guard let entry = Configuration.Name("\(ConfiguredRemote.section).\(name).url") else {
            throw unknown(name)
        }
        let file = store.configurationFile
        var configuration = try file.read()
        guard let old = configuration.value(entry) else { throw unknown(name) }
        try context.trustHost(ofTyped: url)
        if old != url {
            configuration.set(entry, to: url)
            try forget(name, of: store)
            try file.write(configuration)
        }
        try offerOrWarn(url, context)
    }

    // MARK: What was seen

    /// Notes where the branch of a mirror was seen under another name of the remote as well.
    private static func copySeen(
        on name: String, to newName: String, of store: Store
    ) throws(RedoError) {
        try changeSeen(on: name, of: store) { (mirror, branch) throws(RedoError) in
            try mirror.setSeenBranch(of: newName, to: branch)
        }
    }

    /// Forgets what was seen of a remote.
    private static func forget(_ name: String, of store: Store) throws(RedoError) {
        guard Mirror.isRemoteName(name) else { return }
        try store.strikeRecords(ofRemote: name)
        for kind in RemoteKind.all.values {
            try? ContainedFolder(kind.folder(name, store), depth: 2).removeTree()
        }
        try changeSeen(on: name, of: store) { (mirror, _) throws(RedoError) in
            try mirror.setSeenBranch(of: name, to: nil)
        }
    }

    /// - Parameter change: is given where the branch of a mirror was seen; it does not run if none was.
    private static func changeSeen(
        on name: String, of store: Store,
        _ change: (borrowing Mirror, _ branch: GitObjectID) throws(RedoError) -> Void
    ) throws(RedoError) {
        let own = StoreRepository(of: store)
        guard let repository = try own.find(),
            let branch = try Mirror.seenBranch(of: name, in: repository)
        else { return }
        try change(try own.lock(), branch)
    }
}
