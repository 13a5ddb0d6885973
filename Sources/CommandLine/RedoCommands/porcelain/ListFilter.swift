import RedoCalendar
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// Which tasks a list shows.
struct ListFilter {
    static let all = OptionSpecification.flag(
        "all", letter: "a", "also archived, completed, finished and snoozed tasks")
    private static let archived = OptionSpecification.flag("archived", "only archived tasks")
    private static let overdue = OptionSpecification.flag(
        "overdue", "only tasks whose deadline is over")
    private static let today = OptionSpecification.flag(
        "today", "only tasks that are due today or overdue")
    private static let week = OptionSpecification.flag(
        "week", "only tasks that are due within seven days or overdue")
    private static let priority = OptionSpecification.value(
        "priority", letter: "p", takes: "range",
        "only tasks of this priority, or of a range such as 3..5")
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: "tag", isRepeatable: true,
        "only tasks with this tag, or with all of several with commas between them")
    private static let recurring = OptionSpecification.flag(
        "recurring", "only tasks that come again")
    private static let oneTime = OptionSpecification.flag(
        "one-time", "only tasks that are done once")
    private static let points = OptionSpecification.value(
        "points", takes: "range", "only tasks of so many story points, or of a range such as 2..5")
    static let completed = OptionSpecification.flag(
        "completed", "only tasks that are done, the latest change first")

    static let options = [
        all, archived, completed, overdue, today, week, priority, points, tag, recurring, oneTime,
    ]

    static let constraints: [OptionConstraint] = [
        .exclusive([archived, completed]), .exclusive([all, completed]),
        .exclusive([recurring, oneTime]),
    ]

    private let includesAll: Bool
    private let isArchived: Bool
    private let isCompleted: Bool
    /// Nil where that does not matter.
    private let isRecurring: Bool?
    private let tags: [JSONString]
    private let priorities: ClosedRange<Int>?
    private let points: ClosedRange<Double>?
    /// Tasks are due before or at it; nil if that does not matter.
    private let latest: Instant?
    private let table: TaskTable

    /// - Throws: wrong usage for a malformed range.
    init(_ arguments: Arguments, _ table: TaskTable, now: Instant) throws(RedoError) {
        self.table = table
        includesAll = arguments.has(Self.all)
        isArchived = arguments.has(Self.archived)
        isCompleted = arguments.has(Self.completed)
        isRecurring =
            arguments.has(Self.recurring) ? true : arguments.has(Self.oneTime) ? false : nil
        tags = try TagList.tags(Self.tag, of: arguments, areKnown: true).map { JSONString($0) }
        priorities = try arguments.value(Self.priority).map { text throws(RedoError) in
            try Self.range(text, Self.priority, 1...5, TaskFieldOptions.priorityNumber)
        }
        points = try arguments.value(Self.points).map { text throws(RedoError) in
            try Self.range(text, Self.points, 0...Double.greatestFiniteMagnitude) {
                (text) throws(RedoError) in try TaskFieldOptions.pointsNumber(text)
            }
        }
        var latest: Instant?
        func limit(_ instant: Instant) { latest = min(latest ?? .latest, instant) }
        if arguments.has(Self.overdue) { limit(Instant(milliseconds: now.milliseconds - 1)) }
        if arguments.has(Self.today) { limit(table.words.end(ofDay: 0)) }
        if arguments.has(Self.week) { limit(table.words.end(ofDay: 7)) }
        self.latest = latest
    }

    /// `3`, `3..5`, `3..`, `..2`.
    ///
    /// - Parameters:
    ///   - everything: what stands for an end that is left out.
    ///   - value: reads one end.
    private static func range<Value: Comparable>(
        _ text: String, _ option: OptionSpecification, _ everything: ClosedRange<Value>,
        _ value: (String) throws(RedoError) -> Value
    ) throws(RedoError) -> ClosedRange<Value> {
        let (first, last) = ends(text)
        let low = first.isEmpty ? everything.lowerBound : try value(first)
        let high = last.isEmpty ? everything.upperBound : try value(last)
        guard low <= high, !text.isEmpty else {
            throw .usage("--\(option.name) takes a range such as 3..5, not '\(text)'")
        }
        return low...high
    }

    /// What stands before and after two dots; twice the text where there are none.
    private static func ends(_ text: String) -> (String, String) {
        let bytes = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard
            let place = bytes.indices.dropLast().first(where: {
                bytes[$0] == dot && bytes[$0 + 1] == dot
            })
        else { return (text, text) }
        return (
            String(decoding: bytes[..<place], as: UTF8.self),
            String(decoding: bytes[(place + 2)...], as: UTF8.self)
        )
    }

    func includes(_ task: TaskState) -> Bool {
        if isArchived {
            guard task.isArchived else { return false }
        } else if isCompleted {
            guard task.isDone else { return false }
        } else if !includesAll {
            guard task.isOpen, !table.isSnoozed(task) else { return false }
        }
        if let priorities, !priorities.contains(task.priority) { return false }
        if let points, !points.contains(task.storyPoints) { return false }
        if let isRecurring, task.isRecurring != isRecurring { return false }
        if let latest {
            guard let due = task.due, due <= latest else { return false }
        }
        if tags.isEmpty { return true }
        let own = task.tags
        return tags.allSatisfy(own.contains)
    }
}

extension TaskState {
    /// Whether nothing is left to be done: it is completed as a whole, or its last to-do is.
    fileprivate var isDone: Bool { isCompleted || (!isDraft && !hasCurrentTodo) }
}
