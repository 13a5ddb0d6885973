import RedoCalendar
import RedoJSON
import RedoModel

/// A member of a task between programs, as the neutral form and the formats with named columns write it. This is the
/// one table of them.
package enum ForeignMember: String, CaseIterable, Sendable {
    case uid, title, description, notes, project, tags, priority
    case isPrivate = "private"
    case points, due, scheduled, wait, until, estimate, recurrence, recurrenceFrom, timeZone
    case recurrenceOf, recurrenceExcept, given, reminders
    case frequencyDays, created, modified, status, ended, dependsOn, parent, comments, occurrences,
        work, fields
    case remarks, line

    /// The members that a column of a table can contain: the others are about the reading of a file.
    package static let columns = allCases.filter { $0 != .line && $0 != .remarks }

    /// The form of a value.
    package enum Form: Sendable { case text, time, number, boolean, texts, json }

    package var form: Form {
        switch self {
        case .uid, .title, .description, .notes, .project, .parent, .recurrence, .recurrenceFrom,
            .recurrenceOf, .timeZone, .status:
            .text
        case .due, .scheduled, .wait, .until, .created, .modified, .ended: .time
        case .priority, .points, .estimate, .frequencyDays, .line: .number
        case .isPrivate: .boolean
        case .tags, .dependsOn, .remarks, .recurrenceExcept, .reminders: .texts
        case .comments, .occurrences, .work, .fields, .given: .json
        }
    }

    /// The property of a member that is a moment.
    private var moment: WritableKeyPath<ForeignTask, Instant?>? {
        switch self {
        case .due: \.due
        case .scheduled: \.scheduled
        case .wait: \.wait
        case .until: \.until
        case .created: \.created
        case .modified: \.modified
        case .ended: \.ended
        default: nil
        }
    }

    /// The property of a member that is a text without a form of its own.
    private var plainText: WritableKeyPath<ForeignTask, String?>? {
        switch self {
        case .uid: \.uid
        case .description: \.description
        case .notes: \.notes
        case .project: \.project
        case .parent: \.parent
        default: nil
        }
    }

    /// The property of a member that is a list of texts.
    private var list: WritableKeyPath<ForeignTask, [String]>? {
        switch self {
        case .tags: \.tags
        case .dependsOn: \.dependsOn
        case .remarks: \.remarks
        default: nil
        }
    }
}

// MARK: Writing

extension ForeignMember {
    /// The member of a task; nil if the task does not have it.
    package func value(of task: ForeignTask) -> JSONValue? {
        if let moment { return task[keyPath: moment].map { .text($0.wallText) } }
        if let plainText { return task[keyPath: plainText].map { .text($0) } }
        if let list {
            let texts = task[keyPath: list]
            return texts.isEmpty ? nil : .array(texts.map { .text($0) })
        }
        switch self {
        case .title: return .text(task.title)
        case .priority: return task.priority.map { .number(Double($0)) }
        case .points: return task.points.map { .number($0) }
        case .estimate: return task.estimate.map { .number($0) }
        case .frequencyDays: return task.frequencyDays.map { .number(Double($0)) }
        case .line: return task.line == 0 ? nil : .number(Double(task.line))
        case .isPrivate: return task.isPrivate.map { .bool($0) }
        case .recurrence: return task.recurrence.map { .text($0.rule) }
        case .recurrenceFrom:
            guard let recurrence = task.recurrence, recurrence.origin != .deadline else {
                return nil
            }
            return .text(recurrence.origin.rawValue)
        case .recurrenceOf:
            guard let recurrence = task.recurrence, recurrence.subject != .deadline else {
                return nil
            }
            return .text(recurrence.subject.rawValue)
        case .recurrenceExcept:
            guard let days = task.recurrence?.exceptions, !days.isEmpty else { return nil }
            return .array(days.map { .text($0) })
        case .given:
            guard let given = task.given else { return nil }
            let members = [("due", given.due), ("scheduled", given.scheduled)]
            return .object(
                members.compactMap { name, time in
                    time.map { JSONMember(JSONString(name), .text($0.wallText)) }
                })
        case .reminders: return task.reminders.map { .array($0.map(\.json)) }
        case .timeZone: return task.recurrence.map { .text($0.zone) }
        case .status: return task.status == .open ? nil : .text(task.status.rawValue)
        case .comments:
            return task.comments.isEmpty
                ? nil
                : .array(
                    task.comments.map { comment in
                        let at = comment.at.map { [JSONMember("at", .text($0.wallText))] } ?? []
                        return .object(at + [JSONMember("text", .text(comment.text))])
                    })
        case .occurrences:
            return task.occurrences.isEmpty
                ? nil
                : .array(
                    task.occurrences.map { occurrence in
                        let due = occurrence.due.map { [JSONMember("due", .text($0.wallText))] }
                        return .object(
                            (due ?? []) + [
                                JSONMember("completed", .text(occurrence.completed.wallText))
                            ])
                    })
        case .work:
            return task.work.isEmpty
                ? nil
                : .array(
                    task.work.map { interval in
                        let end = interval.end.map { [JSONMember("end", .text($0.wallText))] } ?? []
                        return .object(
                            [JSONMember("start", .text(interval.start.wallText))] + end)
                    })
        case .fields: return task.fields.isEmpty ? nil : .object(task.fields)
        default: return nil
        }
    }
}

extension JSONValue {
    package static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
}

// MARK: Reading

extension ForeignMember {
    /// Sets the member of a task, or keeps the value as a custom field if the member cannot have it.
    func setOrKeepAside(
        _ task: inout ForeignTask, to value: JSONValue, _ settings: InterchangeSettings
    ) {
        do throws(ForeignMistake) {
            try set(&task, to: value, settings)
        } catch {
            task.keepAside(rawValue, value, error.reason)
        }
    }

    /// Sets the member of a task.
    ///
    /// - Parameter settings: determine how a date without a time is read.
    /// - Throws: ``ForeignMistake`` without a line for an invalid value.
    package func set(
        _ task: inout ForeignTask, to value: JSONValue, _ settings: InterchangeSettings
    ) throws(ForeignMistake) {
        if value == .null { return }
        if let moment {
            let text = try string(value)
            guard let time = settings.moment(text, endsDay: self == .due || self == .until) else {
                throw ForeignMistake("\(rawValue) is not a time: '\(text.prefix(60))'")
            }
            task[keyPath: moment] = time
        } else if let list {
            guard case .array(let elements) = value else { throw mistake("an array of texts") }
            var texts: [String] = []
            var known: Set<String> = []
            for element in elements {
                let text = try string(element)
                if !text.isEmpty, known.insert(text).inserted { texts.append(text) }
            }
            task[keyPath: list] = texts
        } else if self == .project {
            task.setProject(try string(value))
        } else if let plainText {
            task[keyPath: plainText] = try string(value)
        } else {
            try setFurther(&task, to: value, settings)
        }
    }

    private func setFurther(
        _ task: inout ForeignTask, to value: JSONValue, _ settings: InterchangeSettings
    ) throws(ForeignMistake) {
        switch self {
        case .title: task.title = try string(value)
        case .priority:
            guard let number = value.integer, (1...5).contains(number) else {
                throw mistake("an integer from 1 to 5")
            }
            task.priority = number
        case .points: task.points = try number(value)
        case .estimate: task.estimate = try number(value)
        case .frequencyDays:
            guard let number = value.integer, number >= 0 else {
                throw mistake("an integer of 0 or more")
            }
            task.frequencyDays = number
        case .line: task.line = value.integer ?? 0
        case .isPrivate:
            guard case .bool(let isPrivate) = value else { throw mistake("true or false") }
            task.isPrivate = isPrivate
        case .recurrence, .recurrenceFrom, .recurrenceOf, .timeZone:
            try setRecurrence(of: &task, to: try string(value), settings)
        case .recurrenceExcept:
            let days = try texts(value)
            guard days.allSatisfy(Recurrence.isDay) else { throw mistake("days YYYY-MM-DD") }
            task.recurrence = known(of: task, settings).excepting(days)
        case .given:
            task.given = ForeignTask.GivenDates(
                scheduled: time("scheduled", of: value, endsDay: true, settings),
                due: time("due", of: value, endsDay: true, settings))
        case .reminders:
            let elements = try texts(value)
            let reminders = elements.compactMap(TaskReminder.init)
            guard reminders.count == elements.count,
                reminders.count <= TaskReminder.maximumCount
            else {
                throw mistake("at most \(TaskReminder.maximumCount) durations or times")
            }
            task.reminders = reminders
        case .status:
            let name = try string(value)
            guard let status = ForeignTask.Status(rawValue: name) else {
                let names = ForeignTask.Status.allCases.map(\.rawValue).joined(separator: ", ")
                throw mistake("one of \(names)")
            }
            task.status = status
        case .comments: task.comments = try comments(value, settings)
        case .occurrences: task.occurrences = try occurrences(value, settings)
        case .work: task.work = try work(value, settings)
        case .fields:
            guard case .object(let members) = value else { throw mistake("an object") }
            task.setFields(members.map { KeptField($0.name.description, $0.value) })
        default: break
        }
    }

    private func setRecurrence(
        of task: inout ForeignTask, to text: String, _ settings: InterchangeSettings
    ) throws(ForeignMistake) {
        let known = known(of: task, settings)
        var (origin, subject) = (known.origin, known.subject)
        if self == .recurrenceFrom {
            guard let named = Recurrence.Origin(rawValue: text) else {
                throw mistake("deadline or completion")
            }
            origin = named
        } else if self == .recurrenceOf {
            guard let named = Recurrence.Subject(rawValue: text) else {
                throw mistake("deadline or scheduled")
            }
            subject = named
        }
        task.recurrence = Recurrence(
            rule: self == .recurrence ? text : known.rule, origin: origin,
            zone: self == .timeZone ? text : known.zone, of: subject, except: known.exceptions)
    }

    /// The recurrence that another member has begun.
    private func known(
        of task: ForeignTask, _ settings: InterchangeSettings
    ) -> Recurrence {
        task.recurrence ?? Recurrence(rule: "", origin: .deadline, zone: settings.zoneName)
    }

    private func texts(_ value: JSONValue) throws(ForeignMistake) -> [String] {
        guard case .array(let elements) = value else { throw mistake("an array of texts") }
        var texts: [String] = []
        for element in elements { texts.append(try string(element)) }
        return texts
    }

    private func comments(
        _ value: JSONValue, _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> [ForeignTask.Comment] {
        guard case .array(let elements) = value else { throw mistake("an array of objects") }
        var comments: [ForeignTask.Comment] = []
        for element in elements {
            guard let text = element["text"]?.string else { throw mistake("objects with text") }
            let at = time("at", of: element, endsDay: false, settings)
            comments.append(ForeignTask.Comment(at: at, text: text.description))
        }
        return comments
    }

    private func occurrences(
        _ value: JSONValue, _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> [ForeignTask.Occurrence] {
        guard case .array(let elements) = value else { throw mistake("an array of objects") }
        var occurrences: [ForeignTask.Occurrence] = []
        for element in elements {
            guard let completed = time("completed", of: element, endsDay: true, settings) else {
                throw mistake("objects with a time 'completed'")
            }
            let due = time("due", of: element, endsDay: true, settings)
            occurrences.append(ForeignTask.Occurrence(due: due, completed: completed))
        }
        return occurrences
    }

    private func work(
        _ value: JSONValue, _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> [ForeignTask.WorkInterval] {
        guard case .array(let elements) = value else { throw mistake("an array of objects") }
        var intervals: [ForeignTask.WorkInterval] = []
        for element in elements {
            guard let start = time("start", of: element, endsDay: false, settings) else {
                throw mistake("objects with a time 'start'")
            }
            let end = time("end", of: element, endsDay: false, settings)
            guard (end ?? start) >= start, end != nil || element["end"] == nil else {
                throw mistake("objects whose 'end' is a time after 'start'")
            }
            intervals.append(ForeignTask.WorkInterval(from: start, to: end))
        }
        return intervals
    }

    /// The time in a member of an object; nil without one, or if it is invalid.
    private func time(
        _ name: StaticString, of object: JSONValue, endsDay: Bool, _ settings: InterchangeSettings
    ) -> Instant? {
        object[name]?.string.flatMap { settings.moment($0.description, endsDay: endsDay) }
    }

    private func mistake(_ expected: String) -> ForeignMistake {
        ForeignMistake("\(rawValue) must be \(expected)")
    }

    private func string(_ value: JSONValue) throws(ForeignMistake) -> String {
        guard let text = value.string else { throw mistake(list == nil ? "text" : "texts") }
        return text.description
    }

    private func number(_ value: JSONValue) throws(ForeignMistake) -> Double {
        guard let number = value.number, number >= 0 else { throw mistake("a number of 0 or more") }
        return number
    }
}
