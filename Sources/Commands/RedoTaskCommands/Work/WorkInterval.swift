import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Organisation.WorkInterval {
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
