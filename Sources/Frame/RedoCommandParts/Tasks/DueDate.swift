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
    /// - Throws: wrong usage for what means no moment.
    package static func pastInstant(_ text: String, now: Instant) throws(RedoError) -> Instant {
        try TimeExpression(now: now, direction: .past).moment(text)
    }
}
