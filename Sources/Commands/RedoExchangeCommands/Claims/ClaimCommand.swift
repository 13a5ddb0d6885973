import RedoCommandLine
import RedoCrypto
import RedoExchange
import RedoJSON
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo claim`: lets one of several work on a task.
    package static func claim(
        open: @escaping RemoteExchange.Opening = RemoteExchange.byKind
    ) -> Command {
        Command(.claim) { (context) throws(RedoError) in
            let store = try context.openStore()
            var desk = try desk(store, open, context)
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
    package static func release(
        open: @escaping RemoteExchange.Opening = RemoteExchange.byKind
    ) -> Command {
        Command(.release) { (context) throws(RedoError) in
            let store = try context.openStore()
            var desk = try desk(store, open, context)
            let task = try desk.task(named: context.arguments.operands[0])
            try desk.release(task, forced: context.arguments.has(ClaimOptions.force), context)
            try context.print("released \(task.title.printable)\n")
            return .done
        }
    }

    private static func desk(
        _ store: Store, _ open: @escaping RemoteExchange.Opening,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> ClaimDesk {
        try ClaimDesk(ConfiguredRemote.forClaims(of: store), store, open, context)
    }

    private static func list(
        _ desk: inout ClaimDesk, _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let claims = try desk.held()
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
