import RedoCommand
import RedoJSON
import RedoLog
import RedoState

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
        "tag", letter: "t", takes: "tag", isRepeatable: true, "only tasks with this tag")
    private static let recurring = OptionSpecification.flag(
        "recurring", "only tasks that come again")

    static let options = [all, archived, overdue, today, week, priority, tag, recurring]

    private let includesAll: Bool
    private let isArchived: Bool
    private let isRecurring: Bool
    private let tags: [JSONString]
    private let priorities: ClosedRange<Int>?
    /// Tasks are due before or at it; nil where that does not matter.
    private let latest: Instant?
    private let table: TaskTable

    /// - Throws: wrong usage for a range that is none.
    init(_ arguments: Arguments, _ table: TaskTable, now: Instant) throws(CommandError) {
        self.table = table
        includesAll = arguments.has(Self.all)
        isArchived = arguments.has(Self.archived)
        isRecurring = arguments.has(Self.recurring)
        tags = arguments.values(Self.tag).map { JSONString($0) }
        priorities = try arguments.value(Self.priority).map(Self.range)
        var latest: Instant?
        func limit(_ instant: Instant) { latest = min(latest ?? .latest, instant) }
        if arguments.has(Self.overdue) { limit(Instant(milliseconds: now.milliseconds - 1)) }
        if arguments.has(Self.today) { limit(table.words.end(ofDay: 0)) }
        if arguments.has(Self.week) { limit(table.words.end(ofDay: 7)) }
        self.latest = latest
    }

    /// `3`, `3..5`, `3..`, `..2`, with numbers or words.
    private static func range(_ text: String) throws(CommandError) -> ClosedRange<Int> {
        var ends: [String] = [text]
        let bytes = Array(text.utf8)
        let dots = [UInt8](repeating: UInt8(ascii: "."), count: 2)
        if bytes.count >= 2,
            let place = (0...bytes.count - 2).first(where: {
                bytes[$0..<$0 + 2].elementsEqual(dots)
            })
        {
            ends = [bytes[..<place], bytes[(place + 2)...]].map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let low = ends[0].isEmpty ? 1 : try TaskFieldOptions.priorityNumber(ends[0])
        let high =
            ends[ends.count - 1].isEmpty
            ? 5 : try TaskFieldOptions.priorityNumber(ends[ends.count - 1])
        guard low <= high, !text.isEmpty else {
            throw .usage("--priority takes a range such as 3..5, not '\(text)'")
        }
        return low...high
    }

    func includes(_ task: TaskState) -> Bool {
        if isArchived {
            guard task.isArchived else { return false }
        } else if !includesAll {
            guard task.isOpen, !table.isSnoozed(task) else { return false }
        }
        if let priorities, !priorities.contains(task.priority) { return false }
        if isRecurring, task.frequencyDays <= 0 { return false }
        if let latest {
            guard let due = task.due, due <= latest else { return false }
        }
        if tags.isEmpty { return true }
        let own = task.tags
        return tags.allSatisfy(own.contains)
    }
}

extension TaskState {
    /// Whether a task is to be done: it has a current to-do, or is a draft.
    var isOpen: Bool { !isArchived && !isCompleted && (todos.isEmpty || hasCurrentTodo) }
}
