import RedoCommandLine
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// When a task is announced, in place of the configured times: the field `reminders`.
package struct ReminderOption: Sendable {
    package static let option = OptionSpecification.value(
        "remind", takes: .when, isRepeatable: true, words: ["remind"],
        "announce it this long before it is due (30min, 2h, 1d), or at a time; never, or none for the configured times"
    )

    private let texts: [String]

    /// - Returns: nil if none is given.
    package init?(_ arguments: Arguments) {
        texts = arguments.values(Self.option)
        if texts.isEmpty { return nil }
    }

    /// The field of a task.
    ///
    /// - Throws: wrong usage for what is neither a span nor a time, for too many, and in the payload dialect.
    package func field(_ dialect: Dialect, now: Instant) throws(RedoError) -> JSONMember {
        guard dialect == .fields else {
            throw .usage("with redo.dialect = payload there are no reminders")
        }
        if let word = texts.last, word == "none" || word == "never" {
            return JSONMember(TaskReminder.field, word == "none" ? .null : .array([]))
        }
        guard texts.count <= TaskReminder.maximumCount else {
            throw .usage("a task has at most \(TaskReminder.maximumCount) reminders")
        }
        var elements: [JSONValue] = []
        for text in texts { elements.append(try Self.reminder(text, now: now).json) }
        return JSONMember(TaskReminder.field, .array(elements))
    }

    private static func reminder(_ text: String, now: Instant) throws(RedoError) -> TaskReminder {
        if let span = SpanOfTime(text) {
            let (days, rest) = (span.milliseconds / 86_400_000, span.milliseconds % 86_400_000)
            return .before(days: Int(days), seconds: Int(rest / 1000))
        }
        return .at(try TimeExpression(now: now, timeOfDay: .start).moment(text))
    }
}

extension TaskReminder {
    /// The reminder for people: `30min before`, `Tue 18 Nov 09:00 (tomorrow)`.
    package func text(now: Instant) -> String {
        switch self {
        case .at(let moment): return UnderstoodDate(now: now).text(moment, endsDay: false)
        case .before(let days, let seconds):
            var parts = days > 0 ? [counted(days, "day")] : []
            if seconds > 0 { parts.append(Minutes.text(Double(seconds) / 60)) }
            return parts.isEmpty ? "when it is due" : parts.joined(separator: " ") + " before"
        }
    }
}
