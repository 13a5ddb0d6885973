import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoJSON
import RedoModel
import RedoSystem

/// Rules of recurrence of other programs, each of which is tried once.
struct ForeignRules {
    private let now: Instant
    private let process = CalendarProcess()
    /// Why each rule that was tried is of no use; nil for one that is.
    private var faults: [String: String?] = [:]

    init(now: Instant) { self.now = now }

    /// The fields of a task's recurrence. A rule that is of no use is kept in another field.
    mutating func fields(of task: inout ForeignTask) -> [JSONMember] {
        guard let recurrence = task.recurrence else {
            return task.frequencyDays.map { [JSONMember("frequencyDays", .number(Double($0)))] }
                ?? []
        }
        let first =
            recurrence.subject == .scheduled
            ? task.given?.scheduled ?? task.scheduled : task.given?.due ?? task.due
        guard let rule = usable(recurrence, from: first, &task) else { return [] }
        var fields = [
            JSONMember(Recurrence.Field.rule, .text(rule.text)),
            JSONMember(Recurrence.Field.zone, .text(recurrence.zone)),
        ]
        if recurrence.origin != .deadline {
            fields.append(JSONMember(Recurrence.Field.origin, .text(recurrence.origin.rawValue)))
        }
        if recurrence.subject != .deadline {
            fields.append(JSONMember(Recurrence.Field.subject, .text(recurrence.subject.rawValue)))
        }
        if !recurrence.exceptions.isEmpty {
            let days = recurrence.exceptions.map { JSONValue.text($0) }
            fields.append(JSONMember(Recurrence.Field.exceptions, .array(days)))
        }
        return fields
    }

    private mutating func usable(
        _ recurrence: Recurrence, from first: Instant?, _ task: inout ForeignTask
    ) -> RecurrenceRule? {
        let key = "\(recurrence.zone) \(recurrence.rule)"
        if faults[key] == nil { faults[key] = .some(fault(of: recurrence, from: first)) }
        if case let fault?? = faults[key] {
            task.recurrence = nil
            task.setField("rrule", .text(recurrence.rule))
            task.remarks.append(
                "the rule '\(recurrence.rule.prefix(100))' is kept as the field 'rrule': \(fault)")
            return nil
        }
        guard var rule = try? RecurrenceRule(recurrence.rule),
            let zone = NamedTimeZone(recurrence.zone)
        else { return nil }
        if recurrence.origin == .deadline, first != nil { rule.fillTime(zone.rules, first) }
        return rule
    }

    private func fault(of recurrence: Recurrence, from first: Instant?) -> String? {
        let rule: RecurrenceRule
        do throws(RecurrenceRule.ParseError) {
            rule = try RecurrenceRule(recurrence.rule)
        } catch {
            return error.reason
        }
        guard NamedTimeZone(recurrence.zone) != nil else {
            return "there is no time zone '\(recurrence.zone.prefix(64))'"
        }
        guard rule.interval <= RecurrenceRule.maximumInterval else {
            return "an interval is at most \(RecurrenceRule.maximumInterval)"
        }
        let start = first ?? now
        do throws(RedoError) {
            let next = try process.next(
                after: CompletedOccurrence(
                    of: Recurrence(rule: rule.pattern, origin: .deadline, zone: recurrence.zone),
                    given: start, moved: nil, completed: start, count: 0))
            if case .none(let reason) = next { return reason }
            return nil
        } catch {
            return error.message
        }
    }
}
