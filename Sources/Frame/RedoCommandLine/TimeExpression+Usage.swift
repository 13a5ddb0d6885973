import RedoModel
import RedoSystem

extension TimeExpression {
    /// The moment that an option's value means, or nil for `none`.
    ///
    /// - Throws: wrong usage for what means no moment, with examples.
    package func momentOrNone(_ text: String) throws(RedoError) -> Instant? {
        do throws(ParseError) {
            return try moment(of: text)
        } catch {
            // Of a text that is one word nothing is left to be said.
            let reason = error == .notUnderstood(text.lowercased()) ? "" : ", \(error.reason)"
            throw .usage(
                "not a valid date: '\(text)'\(reason)", hints: [error.hint ?? examples])
        }
    }

    /// The moment that an option's value means.
    ///
    /// - Throws: wrong usage for what means no moment, with examples.
    package func moment(_ text: String) throws(RedoError) -> Instant {
        guard let moment = try momentOrNone(text) else {
            throw .usage(
                "not a valid date: '\(text)', one is needed here", hints: [examples])
        }
        return moment
    }

    private var examples: String {
        switch direction {
        case .future:
            "for example: today, tomorrow 9am, fri, next week, +3d, in 2 weeks, 24 dec, eom or "
                + "2026-12-24 18:30"
        case .past:
            "for example: today, yesterday 18:30, last fri, 3 days ago, 24 dec, 2026-12-24 or "
                + "2026-12-24T09:00:00Z"
        }
    }
}

extension CommandContext {
    /// The past moment that a text names, whose day is meant to its end; nil without a text.
    ///
    /// - Throws: wrong usage for what means no moment, with examples.
    package func pastMoment(_ text: String?) throws(RedoError) -> Instant? {
        guard let text else { return nil }
        return try TimeExpression(now: try now(), direction: .past, timeOfDay: .last).moment(text)
    }
}
