import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// `redo claim`: lets one of several work on tasks.
package struct ClaimCommand: ParsableCommand {
    private static let duration = OptionSpecification.value(
        "for", takes: "span", "how long: 30min, 2h, 1d; at most 7d, 1h by default")
    private static let renew = OptionSpecification.flag(
        "renew", "extend the claim that this store holds")
    private static let next = OptionSpecification.flag(
        "next",
        "claim the first task that is ready and that no one holds, of those that the query includes"
    )
    private static let tries = OptionSpecification.value(
        "tries", takes: "n", isExpert: true,
        "with --next: try at most this many tasks; \(usualTryCount) by default")
    private static let list = OptionSpecification.flag(
        "list", letter: "l", "list the claims that are held, as the remote has them")
    private static let json = OptionSpecification.flag(
        "json", "with --list or --next: print a JSON object for each claim")

    package static let specification = CommandSpecification(
        "claim", "Claim tasks, so that others see that you work on them",
        operands: [
            .repeated(.value(.task)), [.option(next), .optional(.repeated(.value(.query)))],
            .option(list),
        ],
        options: [duration, next, tries, renew, list, json, IDListing.ids],
        constraints: [
            .excludes(list, [duration, renew, next, NameInput.stdin]),
            .excludes(next, [renew, NameInput.stdin]),
            .exclusive([json, IDListing.ids]), .needs(tries, anyOf: [next]),
            .needs(json, anyOf: [list, next]), .needs(IDListing.ids, anyOf: [list, next]),
            .needs(NameInput.null, anyOf: [NameInput.stdin, IDListing.ids]),
        ], readsNames: true,
        statuses: .writing(
            done: "the tasks are yours",
            no: "another device holds one; for `--next`, there is none that is ready and free"))

    private enum Form {
        case list(IDListing.Form)
        case next(NextClaim, IDListing.Form)
        case claim([InputName], milliseconds: Int64, isRenewing: Bool)
    }

    private let form: Form
    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) throws(RedoError) {
        if arguments.has(Self.list) {
            form = .list(IDListing.Form(arguments, json: Self.json))
            return
        }
        if arguments.has(Self.next) {
            form = .next(
                NextClaim(
                    query: arguments.operands.joined(separator: " "),
                    milliseconds: try Self.milliseconds(arguments.value(Self.duration)),
                    tryCount: try Self.tryCount(arguments.value(Self.tries))),
                IDListing.Form(arguments, json: Self.json))
            return
        }
        guard !arguments.operands.isEmpty else {
            throw .usage("claim takes a task, --next or --list")
        }
        form = .claim(
            arguments.names, milliseconds: try Self.milliseconds(arguments.value(Self.duration)),
            isRenewing: arguments.has(Self.renew))
    }

    private static let usualTryCount = 1000

    /// How many tasks are tried.
    ///
    /// - Throws: wrong usage for what is not a positive number.
    private static func tryCount(_ text: String?) throws(RedoError) -> Int {
        guard let text else { return usualTryCount }
        guard let count = Int(text), count > 0 else {
            throw .usage("--tries takes a positive number, not '\(text)'")
        }
        return count
    }

    private static let usualMilliseconds: Int64 = 3_600_000

    /// The duration of a claim.
    ///
    /// - Throws: wrong usage for what is not a span, or too long.
    private static func milliseconds(_ text: String?) throws(RedoError) -> Int64 {
        guard let text else { return usualMilliseconds }
        let limit = Int64(TaskClaim.maximumDays) * 86_400_000
        guard let span = SpanOfTime(text), (1...limit).contains(span.milliseconds) else {
            throw .usage(
                "not a span of time up to \(TaskClaim.maximumDays)d: '\(text)'; write 30min, 2h or 1d"
            )
        }
        return span.milliseconds
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var desk = try ClaimDesk(context.openStore(), open, context)
        switch form {
        case .list(let form): try Self.list(desk.held(), desk, as: form, &context)
        case .next(let next, let form):
            switch try next.claim(&desk, context) {
            case .none:
                context.note("there is no task that is ready and that no one holds")
                return .no
            case .claimed(let task, let claim):
                guard form == .table else {
                    try Self.list([claim], desk, as: form, &context)
                    return .done
                }
                try context.print(
                    "claimed \(task.title.printable) until \(localText(claim.until))\n")
            }
        case .claim(let names, let milliseconds, let isRenewing):
            return try desk.each(of: desk.tasks(named: names), &context) {
                (desk, task, context) throws(RedoError) in
                let outcome = try desk.claim(
                    task, for: milliseconds, renewing: isRenewing, context)
                let title = task.title.printable
                switch outcome {
                case .claimed(let claim):
                    return "claimed \(title) until \(localText(claim.until))\n"
                case .recovered(let claim):
                    return "claimed \(title) until \(localText(claim.until)), "
                        + "as an earlier command asked\n"
                }
            }
        }
        return .done
    }

    private static func list(
        _ claims: [TaskClaim], _ desk: borrowing ClaimDesk, as form: IDListing.Form,
        _ context: inout CommandContext
    ) throws(RedoError) {
        if case .ids(let end) = form {
            return try context.printIDs(claims.map(\.task.description), end: end)
        }
        let repository = desk.repository
        let name = repository.keyTexts()
        let titles = try repository.tasks().state.printableTitles
        for claim in claims {
            let title = titles[claim.task] ?? ""
            if form == .json {
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
    }
}
