import RedoCalendar
import RedoModel

/// The readers of dates and recurrences in words, as in `tomorrow 9am` and `every other friday` (docs/dates.md).
///
/// The command line defines the grammar and passes it to readers of formats that have such texts.
package struct DateWords: Sendable {
    /// The frequency of a task.
    package enum Frequency: Sendable {
        /// Days after each completion.
        case days(Int)
        case rule(RecurrenceRule)
        /// A rule that counts from each completion.
        case afterCompletion(RecurrenceRule)
    }

    /// The environment in which words are read.
    package struct Clock: Sendable {
        package let now: Instant
        package let zone: TimeZoneRules
        package let zoneName: String
    }

    /// The moment that a text means; nil for a text that means none. `endsDay` as in
    /// ``InterchangeSettings/day(_:endsDay:)``.
    package let moment: @Sendable (_ text: String, _ endsDay: Bool, Clock) -> Instant?
    /// The frequency that a text means; nil for a text that means none.
    package let frequency: @Sendable (_ text: String) -> Frequency?
    /// The first deadline by a rule; nil if it has none.
    package let first: @Sendable (_ rule: RecurrenceRule, Clock) -> Instant?

    package init(
        moment: @escaping @Sendable (_ text: String, _ endsDay: Bool, Clock) -> Instant?,
        frequency: @escaping @Sendable (_ text: String) -> Frequency?,
        first: @escaping @Sendable (_ rule: RecurrenceRule, Clock) -> Instant?
    ) {
        self.moment = moment
        self.frequency = frequency
        self.first = first
    }

    /// Words without any meaning.
    package static let none = DateWords { _, _, _ in
        nil
    } frequency: { _ in
        nil
    } first: { _, _ in
        nil
    }
}

extension InterchangeSettings {
    /// The clocks by which words are read.
    var clock: DateWords.Clock { DateWords.Clock(now: now, zone: zone, zoneName: zoneName) }
}
