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

    /// Ends it.
    ///
    /// - Parameter moment: nil for now.
    /// - Returns: what was done, as lines.
    /// - Throws: wrong usage for an end before the start.
    func stop(
        of task: TaskState, at moment: Instant?, _ writer: inout TaskWriter
    ) throws(RedoError) -> String {
        let (start, end) = (start.instant, moment ?? writer.now)
        if let start, end < start {
            throw .usage("\(task.title.printable) was started later, \(localText(start))")
        }
        try writer.end(RunningInterval(self), at: moment)
        let spent = start.map { " after \(Duration(from: $0, to: end))" } ?? ""
        return "stopped \(task.title.printable)\(spent)\n" + writer.joinReport(of: task.id)
    }

    /// The interval for people: when, how long, and whose.
    func line(_ authors: AuthorNames, now: Instant) -> String {
        let begin = start.instant.map { localText($0) } ?? start.printable
        let finish = end.map { $0.instant.map { localText($0) } ?? $0.printable } ?? "now"
        return "\(begin) – \(finish)  \(spent(until: now))  \(authors.shortName(of: user))"
    }
}
