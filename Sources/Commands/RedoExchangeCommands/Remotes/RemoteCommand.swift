import RedoCheckpoints
import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoFirestoreRemote
import RedoGit
import RedoGitRemote
import RedoJSON
import RedoModel
import RedoRemotes
import RedoReplica
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo remote`: the remotes that a store exchanges nodes with.
    package static func remote(
        open: @escaping RemoteExchange.Opening = RemoteExchange.byKind
    ) -> Command {
        Command(.remote) { (context) throws(RedoError) in try remote(open, &context) }
    }

    private static func remote(
        _ open: RemoteExchange.Opening, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
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
        case ("add", 3): return try add(words[1], words[2], to: store, open, &context)
        case ("rename", 3): try rename(words[1], to: words[2], in: store)
        case ("set-url", 3): try setURL(of: words[1], to: words[2], in: store, context)
        case ("remove", 2): try remove(words[1], from: store)
        case ("show", 1...2):
            let remote = try ConfiguredRemote.chosen(words.dropFirst().first, of: store)
            try store.noteLostNodes()
            let known = try remote.kind.known(remote, store)
            try context.print(known, of: remote, in: store)
        case ("verify", 1...2), ("accept", 1...2), ("compact", 1...2):
            let remote = try ConfiguredRemote.chosen(words.dropFirst().first, of: store)
            var exchange = try RemoteExchange(
                with: remote, context.session(store, context.exchangeRequest), open: open)
            let (name, session) = (remote.name, exchange.session)
            switch words[0] {
            case "verify":
                return try context.printVerification(exchange.verify(), of: name, session)
            case "accept": return try context.printAcceptance(exchange.accept(), of: name, session)
            default: return try context.printCompaction(exchange.compact(), of: name)
            }
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
        _ name: String, _ url: String, to store: Store, _ open: RemoteExchange.Opening,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        try Remote.check(name: name)
        let url = try kept(url, context)
        try checkIsFree(name, in: store)
        let remote = ConfiguredRemote(name: name, url: url)
        let arguments = context.arguments
        let isEncrypting = arguments.has(MemberOptions.encrypt)
        if isEncrypting, remote.kind == .firestore {
            throw .usage("a Firestore cannot be encrypted: other programs read its documents")
        }
        try context.home.trustHost(ofTyped: url)
        try store.configurationFile.change {
            remote.add(to: &$0)
            // At once, so that nothing goes there in the clear, whatever becomes of what follows.
            if isEncrypting || arguments.value(MemberOptions.trust) != nil,
                let entry = Configuration.Name("\(ConfiguredRemote.section).\(name).encrypted")
            {
                $0.set(entry, to: "true")
            }
        }
        try offerOrWarn(remote, store, context)
        try TaskClosing.ask(aboutAdded: remote, to: store, context)
        let request: MemberRequest
        if isEncrypting {
            request = .create(makesRecoveryKey: !arguments.has(MemberOptions.noRecovery))
        } else if let invitation = arguments.value(MemberOptions.trust) {
            request = .trust(invitation: invitation, isConfirmed: false)
        } else {
            return .done
        }
        let session = try context.session(
            context.openStore(at: StoreLocation(path: store.path, origin: .named)),
            context.exchangeRequest)
        var exchange = try RemoteExchange(with: remote, session, open: open)
        return try context.printMembers(exchange.members(request), of: name, session)
    }

    /// A URL as it is kept.
    private static func kept(
        _ url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        let kind = RemoteKind(of: url)
        try kind.check(url)
        // With or without a slash at its end, as it is typed: another URL starts over.
        if FolderURL.isOne(url), try FolderURL(url).path.hasPrefix("/") { return url }
        return try kind.kept(url, context.currentDirectory())
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
        _ remote: ConfiguredRemote, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard remote.kind == .git, let path = Remote.localPath(of: remote.url) else { return }
        let session = try context.session(store, context.exchangeRequest)
        if try Remote.offerRepository(at: remote.url, session) { return }
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
            try SeenBranches.copy(of: name, to: newName, in: store)
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
        for kind in RemoteKind.all {
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
        let url = try kept(url, context)
        guard let entry = Configuration.Name("\(ConfiguredRemote.section).\(name).url") else {
            throw unknown(name)
        }
        let file = store.configurationFile
        var configuration = try file.read()
        guard let old = configuration.value(entry) else { throw unknown(name) }
        try context.home.trustHost(ofTyped: url)
        if old != url {
            configuration.set(entry, to: url)
            try forget(name, of: store)
            try file.write(configuration)
        }
        try offerOrWarn(ConfiguredRemote(name: name, url: url), store, context)
    }

    /// Forgets what was seen of a remote.
    private static func forget(_ name: String, of store: Store) throws(RedoError) {
        guard Mirror.isRemoteName(name) else { return }
        try store.strikeRecords(ofRemote: name)
        for kind in RemoteKind.all {
            try? ContainedFolder(kind.folder(name, store), depth: 2).removeTree()
        }
        try SeenBranches.forget(name, in: store)
    }
}

extension CommandContext {
    /// Prints what is known of a remote: what `redo remote show` says.
    fileprivate mutating func print(
        _ known: RemoteKnowledge, of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) {
        if arguments.has(SyncOptions.porcelainShow) {
            try print(withPaths: "url\t\(shown(remote.url))\n")
            for device in known.devices { try print("device\t\(device.name)\t\(device.tip)\n") }
            for id in known.unsent.waiting { try print("node\t\(id)\n") }
            for id in known.unsent.refused { try print("refused\t\(id)\n") }
            for finding in known.findings {
                try print("finding\t")
                try printLine(CanonicalJSON.bytes(finding.json))
            }
            for document in known.rejected {
                try print("rejected\t\(document.path.printable)\t\(document.code)\n")
            }
            return
        }
        let waiting = known.unsent.waiting
        try print(
            "remote \(remote.name)\n  url: \(remote.url.printable)\n  \(known.summary)\n"
                + "  not pushed: \(waiting.isEmpty ? "nothing" : counted(waiting.count, "node"))\n")
        if !known.unsent.refused.isEmpty {
            try print("  refused there: \(counted(known.unsent.refused.count, "node"))\n")
        }
        if known.orphanCount > 0 {
            try print("  waiting for a parent: \(counted(known.orphanCount, "node"))\n")
        }
        if !known.rejected.isEmpty {
            try print("  there, and refused here: \(counted(known.rejected.count, "document"))\n")
        }
        for document in known.rejected { try print("    \(document.line)\n") }
        let now = try now()
        let isCopied = try remote.isCopied(in: store)
        for finding in known.findings {
            let title = finding.title(at: now, isCopied: isCopied)
            let sentence = finding.sentence { "key \($0.hexadecimal.prefix(12))" }
            try print("  \(title): \(sentence)\n")
        }
    }
}
