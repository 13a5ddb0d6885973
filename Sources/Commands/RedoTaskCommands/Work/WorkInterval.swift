import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Instant? {
    /// What was understood of a time that an option gave: `, at Thu 26 Nov 18:30 (yesterday)`; empty for none.
    func understoodAsTime(now: Instant) -> String {
        map { ", at \(UnderstoodDate(now: now).text($0, endsDay: false))" } ?? ""
    }
}

extension Organisation.WorkInterval {
    /// The time that it took, or takes so far.
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
        let time = moment.understoodAsTime(now: writer.now)
        return "stopped \(task.title.printable)\(spent)\(time)\n"
            + writer.joinReport(of: task.id)
    }

    /// What was understood of the times that it gets: when, and how long.
    func understood(now: Instant) -> String {
        let dates = UnderstoodDate(now: now)
        let begin = start.instant.map { dates.text($0, endsDay: false) } ?? start.printable
        let finish = end.map { $0.instant.map { dates.text($0, endsDay: false) } ?? $0.printable }
        return "\(begin) – \(finish ?? "now"), \(spent(until: now))"
    }

    /// The interval for people: when, how long, and whose.
    ///
    /// - Parameter reader: the user who is shown it; nil for no one.
    func line(_ authors: AuthorNames, reader: UserID?, now: Instant) -> String {
        let begin = start.instant.map { localText($0) } ?? start.printable
        let finish = end.map { $0.instant.map { localText($0) } ?? $0.printable } ?? "now"
        let name = authors.shortName(of: user, for: reader)
        return "\(begin) – \(finish)  \(spent(until: now))  \(name)"
    }
}
