import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// `redo clone`: makes a store of what a remote has.
package struct CloneCommand: ParsableCommand {
    static let key = OptionSpecification.value(
        "key", takes: .file,
        "the remote is encrypted: first import this key, which 'redo key export' has written")
    static let recover = OptionSpecification.flag(
        "recover",
        "the remote is encrypted: ask for the words of its recovery key, and make this device a member"
    )

    package static let specification = CommandSpecification(
        "clone", "Make a store from a remote",
        operands: [
            [.value(.url), .optional(.value(.directory))],
            [.option(SyncOptions.personal), .value(.url)],
        ],
        options: [
            SyncOptions.personal, MemberOptions.trust, key, recover,
            SyncOptions.requireSignature, SyncOptions.porcelain, Progress.option, Jobs.option,
        ],
        constraints: [.exclusive([key, recover])],
        statuses: .writing(no: "something was refused"))

    /// The location of the new store.
    enum Destination {
        /// The personal store.
        case personal
        /// The `.redo` of a directory.
        case directory(String)
        /// The path of `--redo-dir`.
        case store(String)
        /// The path of `REDO_DIR`, else the `.redo` of a directory with the remote's name.
        case unnamed

        fileprivate init(_ arguments: Arguments) throws(RedoError) {
            let directory = arguments.operands.dropFirst().first
            let store = arguments.value(CommandSpecification.redoDirectory)
            let isPersonal = arguments.has(SyncOptions.personal)
            switch (isPersonal, directory, store) {
            case (true, nil, nil): self = .personal
            case (true, _, _): throw .usage("--personal takes no folder and no --redo-dir")
            case (false, _?, _?): throw .usage("clone takes a folder or --redo-dir, not both")
            case (false, let directory?, nil): self = .directory(directory)
            case (false, nil, let store?): self = .store(store)
            case (false, nil, nil): self = .unnamed
            }
        }

        var isPersonal: Bool {
            if case .personal = self { true } else { false }
        }
    }

    /// The means by which the device reads an encrypted remote, beside the keys that it has.
    private enum Access {
        case own
        case keyFile(String)
        /// The words of the remote's recovery key.
        case recoveryKey
    }

    /// As it was given.
    private let url: String
    private let destination: Destination
    private let access: Access
    private let invitation: String?
    private let request: ExchangeRequest
    private let style: ExchangeStyle

    package init(_ arguments: Arguments) throws(RedoError) {
        url = arguments.operands[0]
        destination = try Destination(arguments)
        if let path = arguments.value(Self.key) {
            access = .keyFile(path)
        } else {
            access = arguments.has(Self.recover) ? .recoveryKey : .own
        }
        invitation = arguments.value(MemberOptions.trust)
        request = ExchangeRequest(arguments)
        style = ExchangeStyle(arguments)
    }

    private var isRecovering: Bool {
        if case .recoveryKey = access { true } else { false }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let kind = RemoteKind(of: self.url)
        try kind.check(self.url)
        let url = try kind.kept(self.url, context.currentDirectory())
        let target = try CloneDestination.make(at: try storePath(url, context), url: url)
        // A signal ends what is being done, or removes what was made after a second of waiting for
        // someone else; it comes when this is over.
        try context.home.trustHost(ofTyped: url)
        let remainder = target.remainder
        let deferral = DeferredTermination { remainder.remove() }
        defer { _ = deferral }
        // The words of a recovery key are asked for once.
        let delegate = CommandDelegate(context, in: style)
        let status: ExitStatus
        do throws(RedoError) {
            status = try fill(target, from: url, delegate, &context)
            guard !Signals.isTerminationPending else {
                throw RedoError(.writeFailed, "the clone was interrupted")
            }
            try target.finish()
        } catch {
            remainder.remove()
            throw error
        }
        // From here on there is a store, which stays.
        let store = try context.openStore(at: target.location)
        if !style.isPorcelain {
            let count = try store.ids().count
            try context.print(
                withPaths: "made a store of \(counted(count, "node")): \(target.path)\n")
        }
        // Before what is said on standard error.
        try context.flush()
        let joined = isRecovering ? try join(store, delegate, &context) : .done
        try context.flush()
        if !style.isPorcelain { try advise(target, store, context) }
        return status.joined(with: joined)
    }

    /// Adds the device as a member with the words that have read everything.
    ///
    /// - Returns: the status of what went wrong: the store is whole all the same.
    private func join(
        _ store: Store, _ delegate: CommandDelegate, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let name = ConfiguredRemote.defaultName
        do throws(RedoError) {
            let remote = try ConfiguredRemote.named(name, of: store)
            let session = try context.session(store, request, delegate)
            var exchange = try RemoteExchange(with: remote, session)
            let outcome = try exchange.members(.recover(revoking: .some([]), isConfirmed: false))
            return try context.printMembers(outcome, of: name, session, in: style)
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

    /// Prints hints about the new store.
    private func advise(
        _ target: borrowing CloneDestination, _ store: Store,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let personal = try? PersonalLog(context)
        let hint =
            destination.isPersonal
            ? personal?.hiddenHint : personal?.hint(for: target.path)
        if let hint { context.note(hint.printable) }
        if let personal, try isForThisFolderOnly(personal, context) {
            let hint =
                "this store is used in its folder only; 'redo clone --personal "
                + "\(shellWord(url))' creates one that is used everywhere"
            context.complain("hint: \(hint.printable)\n")
        }
        context.complain(try nextSteps(store, context))
    }

    /// True if someone without a personal store has cloned as one clones source, naming no folder: on a new laptop
    /// the personal store was probably meant.
    private func isForThisFolderOnly(
        _ personal: PersonalLog, _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        guard case .unnamed = destination, !personal.isThere else { return false }
        return try context.namedStorePath() == nil
    }

    private func storePath(
        _ url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        let name: String
        switch destination {
        case .personal: return try context.home.dataDirectory()
        case .directory(let directory): name = directory
        case .store, .unnamed:
            if let named = try context.namedStorePath() { return named }
            name = RemoteKind(of: url).directoryName(url)
        }
        guard !name.isEmpty else { throw .usage("name a folder: the URL has no last part") }
        return Path.join(
            Path.join(try context.currentDirectory(), name), StoreLocation.directoryName)
    }

    /// The first steps in the new store: who signs there, or how to get a key.
    private func nextSteps(
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
                    destination.isPersonal
                        ? "without either, the first 'redo add' creates a key of a new user"
                        : "without either, 'redo keygen' creates a key of a new user",
                ]
            }
            let warning = Diagnostic(.warning, error.code, error.message.printable)
            return (choice == .none ? "" : warning.line + "\n")
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
        if let newPath { context.complain("imported your key: \(newPath.printable)\n") }
        return user
    }

    /// Creates the store of a clone, and receives everything that the remote has.
    ///
    /// With `--recover` that is read with the words of the remote's recovery key.
    private func fill(
        _ target: borrowing CloneDestination, from url: String, _ delegate: CommandDelegate,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if context.showsProgress { context.complain("cloning \(url.printable)\n") }
        var user: String?
        if case .keyFile(let path) = access { user = try Self.importKey(path, context) }
        var configuration = Configuration.ofNewStore()
        ConfiguredRemote(name: ConfiguredRemote.defaultName, url: url).add(to: &configuration)
        _ = try Store.create(
            at: target.temporaryPath, configuration: configuration,
            isPrivate: destination.isPersonal)
        let location = StoreLocation(path: target.temporaryPath, origin: .named)
        if let user { try Self.choose(user, in: try context.openStore(at: location), context) }
        let store = try context.openStore(at: location)
        let remote = try ConfiguredRemote.named(ConfiguredRemote.defaultName, of: store)
        if isRecovering { try context.keyring().makeKeyIfMissing(for: store) }
        defer { store.noteRecords(ofRemote: remote.name) }
        do throws(RedoError) {
            if let invitation {
                var exchange = try RemoteExchange(
                    with: remote, context.session(store, request, delegate))
                _ = try exchange.members(.trust(invitation: invitation, isConfirmed: false))
            }
            let session = try context.session(
                context.openStore(at: location), request, delegate)
            var exchange = try RemoteExchange(with: remote, session)
            if isRecovering {
                return try context.printMembers(
                    exchange.members(.restore), of: remote.name, session, in: style)
            }
            return try context.printSummary(of: exchange.clone(), from: remote.name, in: style)
        } catch {
            let retry = CloneRetry(of: self.url, to: destination, trusting: invitation)
            let error = retry.error(
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
