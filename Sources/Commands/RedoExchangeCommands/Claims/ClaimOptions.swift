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
