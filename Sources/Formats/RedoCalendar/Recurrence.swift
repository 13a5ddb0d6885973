import RedoJSON
import RedoModel

/// The recurrence of a task: the fields `recurrence`, `recurrenceFrom` and `timeZone` (docs/dates.md).
package struct Recurrence: Equatable, Sendable {
    /// The moment that the next occurrence is counted from.
    package enum Origin: String, CaseIterable, Sendable {
        case deadline, completion
    }

    /// The names of the fields.
    package enum Field {
        package static let rule: JSONString = "recurrence"
        package static let origin: JSONString = "recurrenceFrom"
        package static let zone: JSONString = "timeZone"
        package static let all = [rule, origin, zone]
    }

    /// A rule as it was written, which may be invalid.
    package let rule: String
    package let origin: Origin
    /// A time zone as it was written, which may be invalid.
    package let zone: String

    package init(rule: String, origin: Origin, zone: String) {
        self.rule = rule
        self.origin = origin
        self.zone = zone
    }
}

extension TaskState {
    /// The recurrence; nil for a task without a rule. A field of another form counts as missing.
    package var recurrence: Recurrence? {
        guard let rule = fields[Recurrence.Field.rule]?.string else { return nil }
        let origin = fields[Recurrence.Field.origin]?.string.flatMap {
            Recurrence.Origin(rawValue: $0.description)
        }
        return Recurrence(
            rule: rule.description, origin: origin ?? .deadline,
            zone: fields[Recurrence.Field.zone]?.string?.description ?? NamedTimeZone.utc.name)
    }
}
