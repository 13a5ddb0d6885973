import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// A reminder as it is reported to people and programs.
package struct Announcement {
    /// `due`, or `missed` for several that were not announced.
    package let kind: String
    package let task: TaskID?
    /// In one line that is safe to show: `Due: Buy milk`. It begins with a letter, so that no program takes it for
    /// an option.
    package let heading: String
    /// The details: `today 18:30`.
    package let text: String
    /// A JSON object.
    package let json: [UInt8]

    /// How many characters of a title are shown; the JSON has all of it.
    private static let maximumTitleCount = 500

    /// A reminder.
    ///
    /// - Parameter task: as it is now.
    package init(_ reminder: Reminder, of task: TaskState, at now: Instant) {
        kind = reminder.kind.rawValue
        self.task = task.id
        let title = String(task.title.printable.prefix(Self.maximumTitleCount))
        heading = "\(reminder.kind.heading): \(title)"
        switch reminder.kind {
        case .due, .overdue: text = DueDescription(now: now).text(reminder.date)
        case .scheduled: text = "to be begun from \(localText(reminder.date)) on"
        case .waitOver, .snoozeOver: text = "hidden until \(localText(reminder.date))"
        }
        func wall(_ instant: Instant) -> JSONValue { .string(JSONString(instant.wallText)) }
        let late = max(0, now.milliseconds - reminder.moment.milliseconds) / 1000
        json = CanonicalJSON.bytes([
            "date": wall(reminder.date), "kind": .string(JSONString(kind)),
            "late": .number(Double(late)),
            "link": .string(JSONString(Link.task(task.id).description)),
            "moment": wall(reminder.moment), "project": task.project.map { .string($0) } ?? .null,
            "task": .string(JSONString(task.id.description)), "text": .string(JSONString(text)),
            "title": .string(task.title),
        ])
    }

    /// Several that passed and are not announced one by one.
    package init(missed count: Int) {
        kind = "missed"
        task = nil
        heading = "\(counted(count, "more reminder")) passed"
        text = "redo agenda shows what is overdue"
        json = CanonicalJSON.bytes([
            "count": .number(Double(count)), "kind": "missed", "text": .string(JSONString(text)),
        ])
    }
}

extension Reminder.Kind {
    /// The text before the title.
    fileprivate var heading: String {
        switch self {
        case .due: "Due"
        case .overdue: "Overdue"
        case .scheduled: "Scheduled"
        case .waitOver: "Waiting is over"
        case .snoozeOver: "No longer snoozed"
        }
    }
}
