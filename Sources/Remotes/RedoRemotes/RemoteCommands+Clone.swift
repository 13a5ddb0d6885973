import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoStore
import RedoSystem

extension RemoteCommands {
    /// `redo clone`: makes a store of what a remote has.
    static var clone: Command {
        Command(.clone) { (context) throws(RedoError) in try clone(&context) }
    }

    private static func clone(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let named = context.arguments.operands[0]
        try leave(RemoteScheme(of: named), "clone", context)
        let url = try Exchange.kept(url: named, context)
        let place = try CloneDestination.make(at: try storePath(url, context), url: url)
        // A signal ends what is being done, or removes what was made after a second of waiting for
        // someone else; it comes when this is over.
        let remainder = place.remainder
        let deferral = DeferredTermination { remainder.remove() }
        defer { _ = deferral }
        do throws(RedoError) {
            let status = try clone(url, at: place, &context)
            guard !Signals.isTerminationPending else {
                throw RedoError(.writeFailed, "the clone was interrupted")
            }
            try place.finish()
            let store = try context.openStore(at: place.location)
            if !context.arguments.has(SyncOptions.porcelain) {
                let count = try store.ids().count
                try context.print(
                    withPaths: "made a store of \(counted(count, "node")): \(place.path)\n")
                // Before what is said on standard error.
                try context.flush()
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
            return status
        } catch {
            remainder.remove()
            throw error
        }
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
            return try context.dataDirectory()
        }
        guard folder == nil || !isNamed else {
            throw .usage("clone takes a folder or --redo-dir, not both")
        }
        if folder == nil, let named = try context.namedStorePath() { return named }
        let name = folder ?? Exchange.folderName(of: url)
        guard !name.isEmpty else { throw .usage("name a folder: the URL has no last part") }
        return Path.join(
            Path.join(try context.currentDirectory(), name), StoreLocation.directoryName)
    }

    /// The first steps in the new store: who signs there, or how to get a key.
    private static func nextSteps(
        _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        let keys = try context.keyDirectory()
        let choice = try context.keyChoice(keys, store.configuration)
        do throws(RedoError) {
            let author = try context.author(for: store)
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

    private static func clone(
        _ url: String, at place: borrowing CloneDestination, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var configuration = Command.newStoreConfiguration()
        ConfiguredRemote(name: ConfiguredRemote.defaultName, url: url).add(to: &configuration)
        _ = try Store.create(
            at: place.temporaryPath, configuration: configuration,
            isPrivate: context.arguments.has(SyncOptions.personal))
        let store = try context.openStore(
            at: StoreLocation(path: place.temporaryPath, origin: .named))
        let remote = try ConfiguredRemote.named(ConfiguredRemote.defaultName, of: store)
        do throws(RedoError) {
            if let invitation = context.arguments.value(MemberOptions.trust) {
                var exchange = try Exchange(remote, of: store, references: [], context)
                _ = try exchange.members(.trust(invitation: invitation), &context)
            }
            var exchange = try Exchange(
                remote,
                of: try context.openStore(
                    at: StoreLocation(path: place.temporaryPath, origin: .named)),
                references: [], context)
            return try exchange.fetch(&context)
        } catch {
            throw Exchange.failedClone(error, context)
        }
    }
}
