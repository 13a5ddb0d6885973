import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo clone`: makes a store of what a remote has.
    package static let clone = Command(.clone) { (context) throws(RedoError) in try clone(&context)
    }

    private static func clone(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let named = context.arguments.operands[0]
        let kind = RemoteKind(of: named)
        try kind.check(named)
        let url = try kind.kept(named, context.currentDirectory())
        let place = try CloneDestination.make(at: try storePath(url, context), url: url)
        // A signal ends what is being done, or removes what was made after a second of waiting for
        // someone else; it comes when this is over.
        try context.home.trustHost(ofTyped: url)
        let remainder = place.remainder
        let deferral = DeferredTermination { remainder.remove() }
        defer { _ = deferral }
        // The words of a recovery key are asked for once.
        let delegate = CommandDelegate(context)
        let status: ExitStatus
        do throws(RedoError) {
            status = try fill(place, from: url, delegate, &context)
            guard !Signals.isTerminationPending else {
                throw RedoError(.writeFailed, "the clone was interrupted")
            }
            try place.finish()
        } catch {
            remainder.remove()
            throw error
        }
        // From here on there is a store, which stays.
        let store = try context.openStore(at: place.location)
        if !context.arguments.has(SyncOptions.porcelain) {
            let count = try store.ids().count
            try context.print(
                withPaths: "made a store of \(counted(count, "node")): \(place.path)\n")
        }
        // Before what is said on standard error.
        try context.flush()
        let joined =
            context.arguments.has(CloneOptions.recover)
            ? try join(store, delegate, &context) : .done
        try context.flush()
        if !context.arguments.has(SyncOptions.porcelain) {
            try advise(named, place, store, context)
        }
        return status.joined(with: joined)
    }

    /// Makes the device a member with the words that have read everything.
    ///
    /// - Returns: the status of what went wrong: the store is whole all the same.
    private static func join(
        _ store: Store, _ delegate: CommandDelegate, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let name = ConfiguredRemote.defaultName
        do throws(RedoError) {
            let remote = try ConfiguredRemote.named(name, of: store)
            let session = try context.session(store, context.exchangeRequest, delegate)
            var exchange = try RemoteExchange(with: remote, session)
            let outcome = try exchange.members(.recover(revoking: .some([]), isConfirmed: false))
            return try context.printMembers(outcome, of: name, session)
        } catch {
            guard error.status != .brokenPipe, !Signals.isTerminationPending else { throw error }
            context.complain(
                error.adding(
                    hint:
                        "the store has everything; this device cannot push to \(name) before it is a member"
                ))
            return error.status
        }
    }

    /// Says what else there is to know of the new store.
    private static func advise(
        _ named: String, _ place: borrowing CloneDestination, _ store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let personal = try? PersonalLog(context)
        let hint =
            context.arguments.has(SyncOptions.personal)
            ? personal?.hiddenHint : personal?.hint(for: place.path)
        if let hint { context.note(hint.printable) }
        if let personal, try isForThisFolderOnly(personal, context) {
            let hint =
                "this store is used in its folder only; 'redo clone --personal "
                + "\(shellWord(named))' makes one that is used everywhere"
            context.complain("hint: \(hint.printable)\n")
        }
        context.complain(try nextSteps(store, context))
    }

    /// Whether someone without a personal store has cloned as one clones source, naming no folder: on a new laptop
    /// the personal store was probably meant.
    private static func isForThisFolderOnly(
        _ personal: PersonalLog, _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        guard !context.arguments.has(SyncOptions.personal), !personal.isThere,
            context.arguments.operands.count == 1
        else { return false }
        return try context.namedStorePath() == nil
    }

    /// Where to put the store: the personal store, the `.redo` of the named folder, else where
    /// `--redo-dir` or `REDO_DIR` say, else the `.redo` of a folder with the remote's name.
    private static func storePath(
        _ url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        let arguments = context.arguments
        let folder = arguments.operands.dropFirst().first
        let isNamed = arguments.value(CommandSpecification.redoDirectory) != nil
        if arguments.has(SyncOptions.personal) {
            guard folder == nil, !isNamed else {
                throw .usage("--personal takes no folder and no --redo-dir")
            }
            return try context.home.dataDirectory()
        }
        guard folder == nil || !isNamed else {
            throw .usage("clone takes a folder or --redo-dir, not both")
        }
        if folder == nil, let named = try context.namedStorePath() { return named }
        let name = folder ?? RemoteKind(of: url).folderName(url)
        guard !name.isEmpty else { throw .usage("name a folder: the URL has no last part") }
        return Path.join(
            Path.join(try context.currentDirectory(), name), StoreLocation.directoryName)
    }

    /// The first steps in the new store: who signs there, or how to get a key.
    private static func nextSteps(
        _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        let keyring = try context.keyring()
        let choice = try keyring.choice(in: store.configuration)
        do throws(RedoError) {
            let author = try keyring.author(for: store)
            return "note: the key \(author.userID) signs what you write here\n"
        } catch {
            var hints = error.hints
            if choice == .none {
                hints = [
                    "to stay the same user, copy your key: 'redo key export >FILE' on the other "
                        + "device, then 'redo key import FILE' here",
                    "or let this device have a key of its own: 'redo keygen', then 'redo device accept'",
                    context.arguments.has(SyncOptions.personal)
                        ? "without either, the first 'redo add' makes a key of a new user"
                        : "without either, 'redo keygen' makes a key of a new user",
                ]
            }
            return (choice == .none ? "" : "warning: \(error.code): \(error.message.printable)\n")
                + hints.map { "hint: \($0.printable)\n" }.joined()
        }
    }

    /// Imports the key file that is named beside the URL. The clone may be repeated: the same key may be here.
    ///
    /// - Returns: the user whose key it is.
    private static func importKey(
        _ path: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        var text = try context.input(path).readAll()
        let (user, newPath) = try context.keySelection().add(keyFile: &text)
        if let newPath { context.complain("took in your key: \(newPath.printable)\n") }
        return user
    }

    /// Makes the store of a clone, and takes in everything that the remote has.
    ///
    /// With `--recover` that is read with the words of the remote's recovery key.
    private static func fill(
        _ place: borrowing CloneDestination, from url: String, _ delegate: CommandDelegate,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if context.showsProgress { context.complain("cloning \(url.printable)\n") }
        let user = try context.arguments.value(CloneOptions.key).map { (path) throws(RedoError) in
            try importKey(path, context)
        }
        var configuration = Configuration.ofNewStore()
        ConfiguredRemote(name: ConfiguredRemote.defaultName, url: url).add(to: &configuration)
        _ = try Store.create(
            at: place.temporaryPath, configuration: configuration,
            isPrivate: context.arguments.has(SyncOptions.personal))
        let location = StoreLocation(path: place.temporaryPath, origin: .named)
        if let user { try choose(user, in: try context.openStore(at: location), context) }
        let store = try context.openStore(at: location)
        let remote = try ConfiguredRemote.named(ConfiguredRemote.defaultName, of: store)
        let isRecovering = context.arguments.has(CloneOptions.recover)
        if isRecovering { try context.keyring().makeKeyIfMissing(for: store) }
        defer { store.noteRecords(ofRemote: remote.name) }
        do throws(RedoError) {
            if let invitation = context.arguments.value(MemberOptions.trust) {
                var exchange = try RemoteExchange(
                    with: remote, context.session(store, context.exchangeRequest, delegate))
                _ = try exchange.members(.trust(invitation: invitation, isConfirmed: false))
            }
            let session = try context.session(
                context.openStore(at: location), context.exchangeRequest, delegate)
            var exchange = try RemoteExchange(with: remote, session)
            if isRecovering {
                return try context.printMembers(
                    exchange.members(.restore), of: remote.name, session)
            }
            return try context.printSummary(of: exchange.clone(), from: remote.name)
        } catch {
            let error = CloneRetry(context).error(
                error, hasKey: try context.keyring().hasKey(of: store))
            guard let failure = remote.kind.failedClone else { throw error }
            context.complain(error)
            throw RedoError(.syncFailed, failure)
        }
    }

    /// Lets a key sign in the new store if another one signs elsewhere.
    private static func choose(
        _ user: String, in store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let keyring = try context.keyring()
        let choice = try keyring.choice(in: store.configuration)
        guard try choice.user(in: keyring.directory.path) != user,
            let name = Configuration.Name(ConfigurationKey.userKey.name)
        else { return }
        try store.configurationFile.change { $0.set(name, to: user) }
    }
}
