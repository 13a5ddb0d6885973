import RedoCommandLine
import RedoModel
import RedoSystem

/// Options of the commands that begin and end intervals of work.
enum WorkOptions {
    static let at = OptionSpecification.value(
        "at", takes: "when", "at this time, instead of now")

    /// What `--at` means; nil for now.
    ///
    /// - Throws: wrong usage for what means no moment, and for one ahead of the clock.
    static func moment(_ text: String?, now: Instant) throws(RedoError) -> Instant? {
        guard let text else { return nil }
        let moment = try TimeExpression(now: now, direction: .past).moment(text)
        guard moment <= now else { throw .usage("--at \(text) is ahead of the clock") }
        return moment
    }
}
