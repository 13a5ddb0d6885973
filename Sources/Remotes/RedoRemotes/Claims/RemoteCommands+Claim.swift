import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension RemoteCommands {
    /// `redo claim`: lets one of several work on a task.
    static var claim: Command {
        Command(.claim) { (context) throws(RedoError) in
            let store = try context.openStore()
            var desk = try desk("claim", store, context)
            let arguments = context.arguments
            if arguments.has(ClaimOptions.list) { return try list(&desk, store, &context) }
            guard let name = arguments.operands.first else {
                throw .usage("claim takes a task, or --list")
            }
            let milliseconds = try ClaimOptions.milliseconds(arguments)
            let task = try desk.task(named: name)
            let outcome = try desk.claim(
                task, for: milliseconds, renewing: arguments.has(ClaimOptions.renew), context)
            let title = task.title.printable
            switch outcome {
            case .claimed(let claim):
                try context.print("claimed \(title) until \(localText(claim.until))\n")
            case .recovered(let claim):
                try context.print(
                    "claimed \(title) until \(localText(claim.until)), as an earlier command asked\n"
                )
            }
            return .done
        }
    }

    /// `redo release`: gives a claim up before its time.
    static var release: Command {
        Command(.release) { (context) throws(RedoError) in
            let store = try context.openStore()
            var desk = try desk("release", store, context)
            let task = try desk.task(named: context.arguments.operands[0])
            try desk.release(task, forced: context.arguments.has(ClaimOptions.force), context)
            try context.print("released \(task.title.printable)\n")
            return .done
        }
    }

    private static func desk(
        _ verb: String, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> ClaimDesk {
        let remote = try ConfiguredRemote.forClaims(of: store)
        try leave(remote.scheme, verb, context)
        guard Exchange.takesClaims else { throw Exchange.noClaims }
        guard try !remote.isCopied(in: store) else {
            throw RedoError(
                .notFound, "\(remote.name) may be copied, so it takes no claims: two could win",
                hints: [
                    "if all devices reach this very place: redo config remote.\(remote.name).copied false"
                ])
        }
        let exchange = try Exchange(remote, of: store, references: [], context)
        return try ClaimDesk(remote, exchange.claims(context), store, context)
    }

    private static func list(
        _ desk: inout ClaimDesk, _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let claims = try desk.held(context)
        let repository = context.repository(store)
        let name = repository.keyTexts()
        let titles = try repository.tasks().state.printableTitles
        for claim in claims {
            let title = titles[claim.task] ?? ""
            if context.arguments.has(ClaimOptions.json) {
                try context.printLine(
                    CanonicalJSON.bytes([
                        "claimId": .string(JSONString(claim.id.text)),
                        "key": .string(JSONString(claim.key.hexadecimal)),
                        "task": .string(JSONString(claim.task.description)),
                        "title": .string(JSONString(title)),
                        "until": .string(JSONString(claim.until.wallText)),
                        "who": .string(JSONString(name(claim.key))),
                    ]))
            } else {
                try context.print(
                    "\(claim.task.description.prefix(8))  until \(localText(claim.until))  "
                        + "\(name(claim.key))  \(title)\n")
            }
        }
        return .done
    }
}
