import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
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

extension Organisation.WorkInterval {
    /// The fields of a node about an interval.
    static func fields(_ id: UUIDValue, at moment: Instant?) -> [JSONMember] {
        let name = JSONString("\(OwnedKind.work.idName)")
        return [JSONMember(name, .string(JSONString(id.text)))]
            + (moment.map { [JSONMember("at", .string(JSONString($0.wallText)))] } ?? [])
    }

    /// How long it took, or takes so far.
    func spent(until now: Instant) -> Duration {
        guard let start = start.instant else { return Duration(minutes: 0) }
        return Duration(from: start, to: end?.instant ?? now)
    }

    /// The interval for people: when, how long, and whose.
    func line(_ authors: AuthorNames, now: Instant) -> String {
        let begin = start.instant.map { localText($0) } ?? start.printable
        let finish = end.map { $0.instant.map { localText($0) } ?? $0.printable } ?? "now"
        return "\(begin) – \(finish)  \(spent(until: now))  \(authors.shortName(of: user))"
    }
}
