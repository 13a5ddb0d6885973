import RedoCommandLine
import RedoModel
import RedoSystem

/// Deadlines, and times until which tasks are hidden, as people write them.
package enum DueDate {
    /// - Throws: wrong usage for what means no moment.
    package static func instant(_ text: String, now: Instant) throws(RedoError) -> Instant {
        try TimeExpression(now: now).moment(text)
    }

    /// - Returns: nil for `none`.
    /// - Throws: wrong usage for what means no moment.
    package static func instantOrNone(_ text: String, now: Instant) throws(RedoError) -> Instant? {
        try TimeExpression(now: now).momentOrNone(text)
    }

    /// A moment until which a task is hidden: a day without a time is its first minute.
    ///
    /// - Returns: nil for `none`.
    /// - Throws: wrong usage for what means no moment.
    package static func beginningOrNone(_ text: String, now: Instant) throws(RedoError) -> Instant?
    {
        try TimeExpression(now: now, timeOfDay: .start).momentOrNone(text)
    }

    /// A moment at which something was done.
    ///
    /// - Throws: wrong usage for what means no moment, or one that is still to come.
    package static func pastInstant(_ text: String, now: Instant) throws(RedoError) -> Instant {
        let past = TimeExpression(now: now, direction: .past)
        let moment = try past.moment(text)
        if moment <= now { return moment }
        // A day stands for its end, which today is still to come.
        guard try moment == past.moment("today") else {
            throw .usage("--at \(text) is in the future")
        }
        return now
    }
}
