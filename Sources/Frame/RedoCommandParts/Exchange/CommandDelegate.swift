import RedoCommandLine
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Reports an exchange as a command does, to a person or with `--porcelain` to a program, and asks the person.
package final class CommandDelegate: ExchangeDelegate {
    private var context: CommandContext
    private let isPorcelain: Bool
    /// The number of refusals that were reported of what came from a remote.
    private var refusedCount = 0
    /// The seed of a recovery key whose words were typed.
    private var typed: SecretMemory?

    /// The maximum number of refusals that are named for people.
    static let maximumNamedCount = 100

    package init(_ context: borrowing CommandContext, in style: ExchangeStyle) {
        self.context = CommandContext(partOf: context)
        isPorcelain = style.isPorcelain
    }

    package var showsProgress: Bool { context.showsProgress }
    package var wantsEachItem: Bool { isPorcelain }
    package var canAsk: Bool { context.surroundings.hasTerminalInput }
    // As git does: a program may ask whoever sits at the terminal of the process.
    package var letsProgramsAsk: Bool { Terminal.isTerminal(0) && Terminal.isTerminal(2) }

    package func report(_ event: ExchangeEvent) throws(RedoError) {
        switch event {
        case .item(let item):
            if isPorcelain { try print(item) } else { try show(item) }
        case .waiting(let nodes):
            guard isPorcelain else {
                if !nodes.isEmpty { context.warn(.parentNotFound, nodes.sentence) }
                return
            }
            for id in nodes.ids { try context.print("\(id)\t-\t\(ErrorCode.parentNotFound)\n") }
        case .note(let text): if !isPorcelain { context.note(text) }
        case .waitingTime(let text):
            // It takes the location of a line of progress.
            let start = context.surroundings.hasTerminalErrors ? "\r\u{1B}[K" : ""
            context.complain("\(start)note: \(text)\n")
        case .warning(let code, let text): context.warn(code, text)
        case .error(let error): context.complain(error)
        case .hints(let hints): context.complain(hints: hints)
        }
    }

    /// Prints a line for programs: the id of a node, where it is, and what became of it.
    private func print(_ item: ExchangedItem) throws(RedoError) {
        let result =
            switch item.outcome {
            case .done: "OK"
            case .refused(let code, _), .withheld(let code, _), .skipped(let code, _): "\(code)"
            case .planned(_, let version): version
            case .merged: "MERGED"
            }
        try context.print(
            "\(item.id?.description ?? "-")\t\(item.location?.printable ?? "-")\t\(result)\n")
    }

    /// Reports items to a person that failed or were left out.
    private func show(_ item: ExchangedItem) throws(RedoError) {
        let id = item.id.map { "\($0) " } ?? ""
        switch item.outcome {
        case .done, .merged: break
        case .planned(let what, let version):
            try context.print("would fetch \(what.printable) at \(version)\n")
        case .withheld(let code, let sentence):
            context.complain(.error, code, sentence)
        case .skipped(let code, let detail): context.warn(code, id + detail)
        case .refused(let code, let detail):
            guard let location = item.location else {
                return context.complain(.error, code, id + detail)
            }
            refusedCount += 1
            if refusedCount > Self.maximumNamedCount { return }
            context.complain(.error, code, "\(id)\(detail), in \(location)")
        }
    }

    package func isConfirmed(_ question: String) throws(RedoError) -> Bool {
        try context.isConfirmed(question)
    }

    package func recoveryKey(ofRemote name: String) throws(RedoError) -> RecoveryKey {
        switch typed {
        case .some(let seed): return RecoveryKey(seed: seed)
        case .none: break
        }
        let key = try context.readRecoveryKey(of: .remote(name))
        typed = key.key.seed()
        return key
    }

    package func show(_ key: borrowing RecoveryKey, ofRemote name: String) throws(RedoError) {
        try context.show(key, of: .remote(name))
        try context.flush()
    }
}

extension CommandContext {
    /// The context of an exchange with a remote: what it writes starts no further sync.
    ///
    /// - Parameter delegate: whom the exchange reports to.
    package func session(
        _ store: Store, _ request: ExchangeRequest, _ delegate: any ExchangeDelegate
    ) throws(RedoError) -> ExchangeSession {
        let surroundings = surroundings
        return ExchangeSession(
            repository(store, startsSync: false),
            { () throws(RedoError) in try surroundings.keyring() }, home, request,
            delegate
        ) { () throws(RedoError) in try surroundings.now() }
    }

    /// The context of an exchange with a remote, with a new delegate.
    ///
    /// - Parameter style: how the delegate reports.
    package func session(
        _ store: Store, _ request: ExchangeRequest = ExchangeRequest(),
        in style: ExchangeStyle = ExchangeStyle()
    ) throws(RedoError) -> ExchangeSession {
        try session(store, request, CommandDelegate(self, in: style))
    }
}
