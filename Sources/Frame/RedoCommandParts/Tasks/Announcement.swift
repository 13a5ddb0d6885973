import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// A reminder, or several of a kind, as it is reported to people and programs.
package struct Announcement {
    /// `due`, or `missed` for several that were not announced.
    package let kind: String
    /// The only task that it is about; nil if there are several, or none.
    package let task: TaskID?
    /// In one line that is safe to show: `Due: Buy milk`. It begins with a letter, so that no program takes it for
    /// an option.
    package let heading: String
    /// The details: `today 18:30`.
    package let text: String
    /// The room that it is about; nil for tasks.
    package let room: NodeID?
    /// A JSON object.
    package var json: [UInt8] { CanonicalJSON.bytes(value) }
    private let value: JSONValue

    /// The maximum number of characters of a title that are shown; the JSON has all of it.
    private static let maximumTitleCount = 500
    /// The minimum number of reminders of one kind that are announced together.
    private static let minimumJoinedCount = 3
    /// The maximum number of titles that an announcement of several reminders names.
    private static let maximumNamedCount = 5

    /// Creates the announcement of a reminder.
    ///
    /// - Parameter task: as it is now.
    package init(_ reminder: Reminder, of task: TaskState, at now: Instant) {
        kind = reminder.kind.rawValue
        (self.task, room) = (task.id, nil)
        let title = String(task.title.printable.prefix(Self.maximumTitleCount))
        heading = "\(reminder.kind.heading): \(title)"
        switch reminder.kind {
        case .due, .overdue: text = DueDescription(now: now).text(reminder.date)
        case .scheduled: text = "to be begun from \(localText(reminder.date)) on"
        case .waitOver, .snoozeOver: text = "hidden until \(localText(reminder.date))"
        }
        func wall(_ instant: Instant) -> JSONValue { .string(JSONString(instant.wallText)) }
        let late = max(0, now.milliseconds - reminder.moment.milliseconds) / 1000
        value = [
            "date": wall(reminder.date), "kind": .string(JSONString(kind)),
            "late": .number(Double(late)),
            "link": .string(JSONString(Link.task(task.id).description)),
            "moment": wall(reminder.moment), "project": task.project.map { .string($0) } ?? .null,
            "task": .string(JSONString(task.id.description)), "text": .string(JSONString(text)),
            "title": .string(task.title),
        ]
    }

    /// Joins several reminders of one kind in one announcement: `3 tasks are due`.
    ///
    /// - Parameter reminders: with their tasks as they are now.
    /// - Returns: nil if they are fewer than are joined.
    package init?(joining reminders: [(reminder: Reminder, task: TaskState)], at now: Instant) {
        guard reminders.count >= Self.minimumJoinedCount, let kind = reminders.first?.reminder.kind
        else { return nil }
        self.kind = kind.rawValue
        (task, room) = (nil, nil)
        heading = "\(counted(reminders.count, "task")) \(kind.pluralHeading)"
        let titles = reminders.map {
            String($0.task.title.printable.prefix(Self.maximumTitleCount))
        }
        text = listed(titles, atMost: Self.maximumNamedCount)
        value = [
            "count": .number(Double(reminders.count)), "kind": .string(JSONString(kind.rawValue)),
            "reminders": .array(
                reminders.map { Announcement($0.reminder, of: $0.task, at: now).value }),
            "text": .string(JSONString(text)),
        ]
    }

    /// Creates the announcement of a room that needs an act of the user.
    package init(_ need: RoomNeed, at now: Instant) {
        let reminder = need.reminder
        kind = need.kind.rawValue
        (task, room) = (nil, reminder.room)
        heading = need.heading
        text = "\(need.title), since \(localText(reminder.moment))"
        value = [
            "kind": .string(JSONString(kind)),
            "late": .number(
                Double(max(0, now.milliseconds - reminder.moment.milliseconds) / 1000)),
            "link": .string(JSONString(Link.room(reminder.room).description)),
            "moment": .string(JSONString(reminder.moment.wallText)),
            "room": .string(JSONString(reminder.room.description)),
            "text": .string(JSONString(text)), "title": .string(JSONString(need.title)),
        ]
    }

    /// Creates one announcement of several past reminders that are not announced one by one.
    package init(missed count: Int) {
        kind = "missed"
        (task, room) = (nil, nil)
        heading = "\(counted(count, "more reminder")) passed"
        text = "redo agenda shows what is overdue"
        value = [
            "count": .number(Double(count)), "kind": "missed", "text": .string(JSONString(text)),
        ]
    }
}

extension RoomNeed {
    /// What is announced. It begins with a letter of ours: a nickname could look like an option.
    fileprivate var heading: String {
        switch kind {
        case .turn: "It is your turn"
        case .accept: "A room waits for you to accept"
        case .pay: "A room waits for you to pay"
        case .silent: "No answer from \(machine ?? "the machine")"
        }
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

    /// The text after the number of several tasks.
    fileprivate var pluralHeading: String {
        switch self {
        case .due: "are due"
        case .overdue: "are overdue"
        case .scheduled: "are scheduled"
        case .waitOver: "no longer wait"
        case .snoozeOver: "are no longer snoozed"
        }
    }
}
