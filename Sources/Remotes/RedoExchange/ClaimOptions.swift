import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

extension CommandSpecification {
    /// `redo claim`.
    package static let claim = CommandSpecification(
        "claim", "Claim a task, so that others see that you work on it",
        operands: [.value(.task), .option(ClaimOptions.list)],
        options: [
            ClaimOptions.duration, ClaimOptions.renew, ClaimOptions.list, ClaimOptions.json,
        ],
        constraints: [
            .excludes(ClaimOptions.list, [ClaimOptions.duration, ClaimOptions.renew]),
            .needs(ClaimOptions.json, anyOf: [ClaimOptions.list]),
        ], statuses: .writing(done: "the task is yours", no: "another device holds it"))

    /// `redo release`.
    package static let release = CommandSpecification(
        "release", "Release a claim before it ends", operands: [.value(.task)],
        options: [ClaimOptions.force],
        statuses: .writing(
            done: "it was released", no: "this store does not hold it, and you do not own it"))
}

/// The options of `redo claim` and `redo release`.
package enum ClaimOptions {
    package static let duration = OptionSpecification.value(
        "for", takes: "span", "how long: 30min, 2h, 1d; at most 7d, 1h by default")
    package static let renew = OptionSpecification.flag(
        "renew", "extend the claim that this store holds")
    package static let list = OptionSpecification.flag(
        "list", letter: "l", "list the claims that are held, as the remote has them")
    package static let json = OptionSpecification.flag(
        "json", "with --list: print a JSON object for each claim")
    package static let force = OptionSpecification.flag(
        "force", letter: "f",
        "also release what another store with the same key holds or, of a task of yours, anyone")

    private static let usual: Int64 = 3_600_000

    /// How long a claim is to last.
    ///
    /// - Throws: wrong usage for what is not a span, or too long.
    package static func milliseconds(_ arguments: Arguments) throws(RedoError) -> Int64 {
        guard let text = arguments.value(duration) else { return usual }
        let limit = Int64(TaskClaim.greatestDays) * 86_400_000
        guard let span = SpanOfTime(text), (1...limit).contains(span.milliseconds) else {
            throw .usage(
                "not a span of time up to \(TaskClaim.greatestDays)d: '\(text)'; write 30min, 2h or 1d"
            )
        }
        return span.milliseconds
    }
}

extension ConfiguredRemote {
    /// The one remote on which tasks are claimed: `sync.claims`.
    ///
    /// - Throws: NAME_001 if none is chosen, or there is none of that name.
    package static func forClaims(of store: Store) throws(RedoError) -> ConfiguredRemote {
        guard let name = store.configuration.value(.claimsRemote) else {
            throw RedoError(
                .unknownName, "no remote is chosen on which tasks are claimed",
                hints: [
                    "all devices have to claim on the same one: redo config sync.claims REMOTE"
                ])
        }
        return try named(name, of: store)
    }
}

extension Command {
    /// A command that works with the remote on which tasks are claimed: the program of its scheme runs it.
    package static func forClaims(_ specification: CommandSpecification) -> Command {
        Command(specification) { (context) throws(RedoError) in
            let remote = try ConfiguredRemote.forClaims(of: context.openStore())
            try remote.scheme.become(specification.name, context.words, context.ownPrograms)
        }
    }
}
