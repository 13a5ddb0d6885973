import RedoJSON
import RedoModel

/// The recurrence of a task: the fields `recurrence`, `recurrenceFrom`, `recurrenceOf`, `recurrenceExcept` and
/// `timeZone` (docs/dates.md).
package struct Recurrence: Equatable, Sendable {
    /// The moment that the next occurrence is counted from.
    package enum Origin: String, CaseIterable, Sendable {
        case deadline, completion
    }

    /// What the instances of the rule are; the other one keeps its distance on the wall clock.
    package enum Subject: String, CaseIterable, Sendable {
        case deadline, scheduled
    }

    /// The names of the fields.
    package enum Field {
        package static let rule: JSONString = "recurrence"
        package static let origin: JSONString = "recurrenceFrom"
        package static let subject: JSONString = "recurrenceOf"
        package static let exceptions: JSONString = "recurrenceExcept"
        package static let zone: JSONString = "timeZone"
        /// The fields whose values are texts.
        package static let texts = [rule, origin, subject, zone]
        package static let all = texts + [exceptions]
        /// The fields that the rule in words includes.
        package static let inWords = [rule, origin, zone]
    }

    /// A rule as it was written, which may be invalid.
    package let rule: String
    package let origin: Origin
    /// A time zone as it was written, which may be invalid.
    package let zone: String
    /// Always the deadline in a recurrence that counts from completions.
    package let subject: Subject
    /// The days `YYYY-MM-DD` whose instances are skipped, on the wall clock of ``zone``, ascending, each once.
    package let exceptions: [String]

    package init(
        rule: String, origin: Origin, zone: String, of subject: Subject = .deadline,
        except exceptions: [String] = []
    ) {
        self.rule = rule
        self.origin = origin
        self.zone = zone
        self.subject = origin == .completion ? .deadline : subject
        self.exceptions = Set(exceptions).sorted()
    }

    /// The same recurrence with another rule.
    package func replacing(rule: String) -> Recurrence {
        Recurrence(rule: rule, origin: origin, zone: zone, of: subject, except: exceptions)
    }

    /// The same recurrence without some more days.
    package func excepting(_ days: [String]) -> Recurrence {
        Recurrence(
            rule: rule, origin: origin, zone: zone, of: subject, except: exceptions + days)
    }

    /// Whether a text is a day `YYYY-MM-DD` of the calendar.
    package static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10 && Instant(iso8601: Array("\(text)T00:00:00Z".utf8).span) != nil
    }
}

extension TaskState {
    /// The recurrence; nil for a task without a rule. A field of another form counts as missing.
    package var recurrence: Recurrence? {
        guard let rule = fields[Recurrence.Field.rule]?.string else { return nil }
        let origin = fields[Recurrence.Field.origin]?.string.flatMap {
            Recurrence.Origin(rawValue: $0.description)
        }
        let subject = fields[Recurrence.Field.subject]?.string.flatMap {
            Recurrence.Subject(rawValue: $0.description)
        }
        return Recurrence(
            rule: rule.description, origin: origin ?? .deadline,
            zone: fields[Recurrence.Field.zone]?.string?.description ?? NamedTimeZone.utc.name,
            of: subject ?? .deadline, except: recurrenceExceptions)
    }

    /// The field `recurrenceExcept`; empty if one of its elements is not a day.
    private var recurrenceExceptions: [String] {
        guard case .array(let elements)? = fields[Recurrence.Field.exceptions] else { return [] }
        let days = elements.compactMap { $0.string?.description }.filter(Recurrence.isDay)
        return days.count == elements.count ? days : []
    }
}
