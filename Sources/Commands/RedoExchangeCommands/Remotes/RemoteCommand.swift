import RedoCheckpoints
import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoGit
import RedoGitRemote
import RedoJSON
import RedoModel
import RedoRemotes
import RedoReplica
import RedoRepository
import RedoStore
import RedoSystem

/// `redo remote`: the remotes that a store exchanges nodes with.
package struct RemoteCommand: ParsableCommand {
    private static let verbose = OptionSpecification.flag(
        "verbose", letter: "v", "with list: print the URLs as well (the default)")
    private static let json = OptionSpecification.flag(
        "json", "with verify: print one JSON object")

    package static let specification = CommandSpecification(
        "remote", "List, add, rename, remove, show and verify the remotes of the store",
        operands: [
            .optional("list"), ["add", .value("name"), .value(.url)],
            ["rename", .value(.remote), .value("name")],
            ["set-url", .value(.remote), .value(.url)], ["remove", .value(.remote)],
            ["show", .optional(.value(.remote))], ["verify", .optional(.value(.remote))],
            ["accept", .optional(.value(.remote))],
            ["compact", .optional(.value(.remote))],
        ],
        options: [
            MemberOptions.encrypt, MemberOptions.noRecovery, MemberOptions.trust,
            verbose, json, SyncOptions.porcelainShow, Progress.option, Jobs.option,
        ] + IDListing.options,
        constraints: [
            .exclusive([MemberOptions.encrypt, MemberOptions.trust]),
            .exclusive([json, SyncOptions.porcelainShow]),
        ] + IDListing.constraints(json, verbose, SyncOptions.porcelainShow),
        effect: .readsAs(["list", nil]),
        statuses: .writing(
            no:
                "something is wrong with the remote or withheld, for `verify`; something was refused"
        ))

    private enum Form {
        case list(IDListing.Form)
        /// The request about members is nil for a remote that is not encrypted.
        case add(name: String, url: String, MemberRequest?)
        case rename(String, to: String)
        case setURL(of: String, to: String)
        case remove(String)
        /// Without a name the usual remote.
        case show(String?)
        case exchange(Exchange, with: String?)
    }

    /// An action over the exchange of a remote.
    private enum Exchange { case verify, accept, compact }

    private let form: Form
    private let request: ExchangeRequest
    private let style: ExchangeStyle
    private let isJSON: Bool
    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) throws(RedoError) {
        let words = arguments.operands
        let verb = words.first ?? "list"
        let name = words.dropFirst().first
        if verb != "add" {
            try arguments.refuse(
                [MemberOptions.encrypt, MemberOptions.trust, MemberOptions.noRecovery],
                by: "remote \(verb)")
        }
        if verb != "list" { try arguments.refuse(IDListing.options, by: "remote \(verb)") }
        switch (verb, words.count) {
        // The URLs are printed without --verbose as well.
        case ("list", 0...1): form = .list(IDListing.Form(arguments, json: nil))
        case ("add", 3): form = .add(name: words[1], url: words[2], Self.members(arguments))
        case ("rename", 3): form = .rename(words[1], to: words[2])
        case ("set-url", 3): form = .setURL(of: words[1], to: words[2])
        case ("remove", 2): form = .remove(words[1])
        case ("show", 1...2): form = .show(name)
        case ("verify", 1...2): form = .exchange(.verify, with: name)
        case ("accept", 1...2): form = .exchange(.accept, with: name)
        case ("compact", 1...2): form = .exchange(.compact, with: name)
        case ("list", _), ("add", _), ("rename", _), ("set-url", _), ("remove", _), ("show", _),
            ("verify", _), ("accept", _), ("compact", _):
            throw .usage("\(verb) does not take \(counted(words.count - 1, "operand"))")
        default:
            throw .usage(
                "there is no 'remote \(verb)'; there are list, add, rename, set-url, remove, show, "
                    + "verify, accept, compact"
            )
        }
        request = ExchangeRequest(arguments)
        style = ExchangeStyle(arguments)
        isJSON = arguments.has(Self.json)
    }

    /// The request about the members of a new remote; nil if it is not encrypted.
    private static func members(_ arguments: Arguments) -> MemberRequest? {
        if arguments.has(MemberOptions.encrypt) {
            return .create(makesRecoveryKey: !arguments.has(MemberOptions.noRecovery))
        }
        return arguments.value(MemberOptions.trust).map {
            .trust(invitation: $0, isConfirmed: false)
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        switch form {
        case .list(.ids(let end)):
            for remote in ConfiguredRemote.all(of: store) {
                try context.print(withPaths: context.shown(remote.name) + end)
            }
        case .list:
            for remote in ConfiguredRemote.all(of: store) {
                let (name, url) = (context.shown(remote.name), context.shown(remote.url))
                try context.print(withPaths: "\(name)\t\(url)\n")
            }
        case .add(let name, let url, let members):
            return try add(name, url, members, to: store, &context)
        case .rename(let name, let newName): try Self.rename(name, to: newName, in: store)
        case .setURL(let name, let url): try setURL(of: name, to: url, in: store, context)
        case .remove(let name): try Self.remove(name, from: store)
        case .show(let name):
            let remote = try ConfiguredRemote.chosen(name, of: store)
            try store.noteLostNodes()
            let known = try remote.kind.known(remote, store)
            try context.print(known, of: remote, in: store, isPorcelain: style.isPorcelain)
        case .exchange(let work, let name):
            let remote = try ConfiguredRemote.chosen(name, of: store)
            return try run(work, with: remote, store, &context)
        }
        return .done
    }

    private func session(
        _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> ExchangeSession {
        try context.session(store, request, in: style)
    }

    private func run(
        _ work: Exchange, with remote: ConfiguredRemote, _ store: Store,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var exchange = try RemoteExchange(with: remote, session(store, context), open: open)
        let (name, session) = (remote.name, exchange.session)
        return switch work {
        case .verify:
            try context.printVerification(
                exchange.verify(), of: name, session, in: style, isJSON: isJSON)
        case .accept:
            try context.printAcceptance(exchange.accept(), of: name, session, in: style)
        case .compact: try context.printCompaction(exchange.compact(), of: name, in: style)
        }
    }

    private func add(
        _ name: String, _ url: String, _ members: MemberRequest?, to store: Store,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        try Remote.check(name: name)
        let url = try Self.kept(url, context)
        try Self.checkIsFree(name, in: store)
        let remote = ConfiguredRemote(name: name, url: url)
        if case .create = members, remote.kind.hasOtherPrograms {
            throw .usage("a Firestore cannot be encrypted: other programs read its documents")
        }
        try context.home.trustHost(ofTyped: url)
        try Self.checkHelper(url, store, context)
        let file = store.configurationFile
        let before = try file.read()
        try file.change {
            remote.add(to: &$0)
            // At once, so that nothing goes there in the clear, whatever becomes of what follows.
            if members != nil, let entry = Self.entry("encrypted", of: name) {
                $0.set(entry, to: "true")
            }
        }
        do throws(RedoError) {
            if members == nil { Self.warn(ofMissingFolder: url, context) }
            try offerOrWarn(remote, store, context)
            try TaskClosing.ask(aboutAdded: remote, to: store, context)
            guard let members else { return .done }
            let session = try session(
                context.openStore(at: StoreLocation(path: store.path, origin: .named)), context)
            var exchange = try RemoteExchange(with: remote, session, open: open)
            return try context.printMembers(
                exchange.members(members), of: name, session, in: style)
        } catch {
            throw Self.withdraw(name, before, from: store, after: error)
        }
    }

    private static func entry(_ key: String, of name: String) -> Configuration.Name? {
        Configuration.Name("\(ConfiguredRemote.section).\(name).\(key)")
    }

    /// Removes a remote that could not be added completely. One whose first epoch may be there already stays, since
    /// this device may be its only member.
    ///
    /// - Parameter before: the configuration without the remote.
    /// - Returns: the error, which says what stays.
    private static func withdraw(
        _ name: String, _ before: Configuration, from store: Store, after error: RedoError
    ) -> RedoError {
        let record = CheckpointRecord(ofRemote: name, inStore: store.path)
        let file = store.configurationFile
        do throws(RedoError) {
            let isTrusted = try entry("genesis", of: name).flatMap(file.read().value) != nil
            if record.keptRecovery() != nil {
                return error.after("the remote is kept, since its first epoch may be there")
                    .adding(hint: "'redo member create \(name)' completes it")
            }
            if isTrusted {
                return error.after("the remote is kept: it is encrypted, and trusted here")
            }
            try file.change {
                $0.restoreSection(ConfiguredRemote.section, name, from: before)
            }
            try forget(name, of: store)
            return error
        } catch {
            return error.after("the remote stays in the configuration: \(error.message)")
                .adding(hint: "'redo remote remove \(name)' removes it")
        }
    }

    /// Refuses an address that its helper refuses, and says what cannot be done through one whose store replaces files.
    /// A helper that is missing, and a store that cannot be reached now, are warnings: they may be there later.
    private static func checkHelper(
        _ url: String, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard let address = try? StoreURL(url) else { return }
        do throws(RedoError) {
            let path = try address.helperPath()
            guard address.replacesFiles else { return }
            _ = try StoreHelper(
                path, address: address.address,
                seconds: ExchangeSettings.silenceSeconds(store))
        } catch {
            guard error.code != .writeFailed else { throw error }
            warn(error, context)
        }
        guard address.replacesFiles else { return }
        context.note(
            "\(address.helper) replaces files without a comparison: no task can be claimed through it, and of an encrypted "
                + "remote only one device may create the first epoch")
    }

    private static func warn(_ error: RedoError, _ context: borrowing CommandContext) {
        context.warn(error.code, error.message)
        context.complain(hints: error.hints)
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
    private func offerOrWarn(
        _ remote: ConfiguredRemote, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard remote.kind == .git, let path = Remote.localPath(of: remote.url) else { return }
        let session = try session(store, context)
        if try Remote.offerRepository(at: remote.url, session) { return }
        context.warn(ErrorCode.notFound, "there is no git repository \(path)")
        context.complain("hint: \(GitRemote.makingHint(path).printable)\n")
    }

    private static func warn(ofMissingFolder url: String, _ context: borrowing CommandContext) {
        guard FolderURL.isOne(url) else { return }
        do throws(RedoError) {
            _ = try FolderStore(FolderURL(url).path)
        } catch {
            warn(error, context)
        }
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
        let lock = try file.lock()
        defer { _ = lock }
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

    /// Moves the record of a remote to its new name. If that fails, the remote is read again.
    private static func moveRecords(of name: String, to newName: String, in store: Store) {
        for kind in RemoteKind.all {
            let directory = kind.directory(name, store)
            guard Files.isDirectory(directory) else { continue }
            try? ContainedFile(directory, below: store.path).move(
                to: ContainedFile(kind.directory(newName, store), below: store.path))
        }
    }

    /// Changes where a remote is.
    ///
    /// What was seen in the old place is forgotten first: where the command ends in between, more is taken
    /// for not pushed than is so, and the next fetch or push sets that right.
    private func setURL(
        of name: String, to url: String, in store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let url = try Self.kept(url, context)
        guard let entry = Configuration.Name("\(ConfiguredRemote.section).\(name).url") else {
            throw Self.unknown(name)
        }
        let file = store.configurationFile
        guard let old = try file.read().value(entry) else { throw Self.unknown(name) }
        try context.home.trustHost(ofTyped: url)
        try Self.checkHelper(url, store, context)
        Self.warn(ofMissingFolder: url, context)
        try offerOrWarn(ConfiguredRemote(name: name, url: url), store, context)
        guard old != url else { return }
        try file.change { (configuration) throws(RedoError) in
            configuration.set(entry, to: url)
            try Self.forget(name, of: store)
        }
    }

    /// Forgets what was seen of a remote.
    private static func forget(_ name: String, of store: Store) throws(RedoError) {
        guard Mirror.isRemoteName(name) else { return }
        try store.strikeRecords(ofRemote: name)
        for kind in RemoteKind.all {
            try? ContainedDirectory(kind.directory(name, store), depth: 2).removeTree()
        }
        try SeenBranches.forget(name, in: store)
    }
}

extension CommandContext {
    /// Prints what is known of a remote: what `redo remote show` says.
    fileprivate mutating func print(
        _ known: RemoteKnowledge, of remote: ConfiguredRemote, in store: Store, isPorcelain: Bool
    ) throws(RedoError) {
        if isPorcelain {
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
            let line = finding.line(at: now, isCopied: isCopied) {
                "key \($0.hexadecimal.prefix(12))"
            }
            try print("  \(line)\n")
        }
    }
}
