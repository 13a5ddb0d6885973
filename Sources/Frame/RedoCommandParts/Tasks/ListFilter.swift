import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// The options of a list that say which tasks it shows: other spellings of queries.
package struct ListFilter: Sendable {
    package static let queryOption = OptionSpecification.value(
        "query", takes: .query, "only tasks that the query includes; see redo-query(7)")
    package static let all = OptionSpecification.flag(
        "all", letter: "a", "also archived, completed, finished and snoozed tasks")
    private static let archived = OptionSpecification.flag("archived", "only archived tasks")
    private static let overdue = OptionSpecification.flag(
        "overdue", "only overdue tasks")
    private static let today = OptionSpecification.flag(
        "today", "only tasks that are due today or overdue")
    private static let week = OptionSpecification.flag(
        "week", "only tasks that are due within seven days or overdue")
    private static let priority = OptionSpecification.value(
        "priority", letter: "p", takes: "range",
        "only tasks of this priority, or of a range such as 3..5")
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: .tag, isRepeatable: true,
        "only tasks with this tag, or with all of several with commas between them")
    private static let project = OptionSpecification.value(
        "project", takes: .project,
        "only tasks of this project or one under it; none for tasks without one")
    private static let category = OptionSpecification.value(
        "category", takes: .category,
        "only tasks of this category or one in it; none for tasks without one")
    private static let recurring = OptionSpecification.flag(
        "recurring", isExpert: true, "only tasks that recur")
    private static let oneTime = OptionSpecification.flag(
        "one-time", isExpert: true, "only tasks that are done once")
    private static let points = OptionSpecification.value(
        "points", takes: "range", isExpert: true,
        "only tasks of this many story points, or of a range such as 2..5"
    )
    private static let active = OptionSpecification.flag(
        "active", "only tasks that someone works on")
    package static let completed = OptionSpecification.flag(
        "completed", "only tasks that are done, the latest change first")

    private static let mine = OptionSpecification.flag("mine", "only tasks of your own")
    private static let sharedWith = OptionSpecification.value(
        "shared-with", takes: .person, "only tasks that this person has a permission for")

    package static let options = [
        all, archived, completed, overdue, today, week, priority, points, tag, project, category,
        recurring, oneTime,
        active, mine, sharedWith,
    ]

    package static let constraints: [OptionConstraint] = [
        .exclusive([archived, completed]), .exclusive([all, completed]),
        .exclusive([recurring, oneTime]),
    ]

    /// Which tasks are not hidden.
    private enum Visibility {
        case archived, completed, all, usual
    }

    private let visibility: Visibility
    /// The options as they were given, but for `--all`.
    package let words: [String]
    private let tags: [String]
    private let project: String?
    private let category: String?
    private let priorities: ClosedRange<Int>?
    private let points: ClosedRange<Double>?
    /// Nil for tasks that recur and those that are done once.
    private let isRecurring: Bool?
    private let isMine: Bool
    private let sharedWith: String?
    private let isActive: Bool
    private let isOverdue: Bool
    private let isDueToday: Bool
    private let isDueThisWeek: Bool

    /// - Throws: wrong usage for a malformed range or tag.
    package init(_ arguments: Arguments) throws(RedoError) {
        visibility =
            if arguments.has(Self.archived) {
                .archived
            } else if arguments.has(Self.completed) {
                .completed
            } else {
                arguments.has(Self.all) ? .all : .usual
            }
        words = arguments.spelled(Self.options.filter { $0.name != Self.all.name })
        project = arguments.value(Self.project)
        category = arguments.value(Self.category)
        tags = try TagList.tags(Self.tag, of: arguments, areKnown: true)
        priorities = try arguments.value(Self.priority).map { text throws(RedoError) in
            try Self.range(text, Self.priority, 1...5, TaskFieldOptions.priorityNumber)
        }
        points = try arguments.value(Self.points).map { text throws(RedoError) in
            try Self.range(
                text, Self.points, 0...Double.greatestFiniteMagnitude, TaskFieldOptions.pointsNumber
            )
        }
        isRecurring =
            arguments.has(Self.recurring) ? true : arguments.has(Self.oneTime) ? false : nil
        isMine = arguments.has(Self.mine)
        sharedWith = arguments.value(Self.sharedWith)
        isActive = arguments.has(Self.active)
        isOverdue = arguments.has(Self.overdue)
        isDueToday = arguments.has(Self.today)
        isDueThisWeek = arguments.has(Self.week)
    }

    /// True if only tasks that are done are shown.
    package var isOfCompleted: Bool { visibility == .completed }

    /// True if the list hides what is done, put away or hidden until later, and no option says so.
    package var hidesByDefault: Bool { visibility == .usual }

    /// The query that the options spell, without what lists hide.
    package func terms(_ words: DueDescription, now: Instant) -> Query {
        var parts: [Query] = []
        for tag in tags { parts.append(.term(.init("tag", .value(tag)))) }
        if let project { parts.append(Self.term(.project, project)) }
        if let category { parts.append(Self.term(.category, category)) }
        if let priorities {
            parts.append(
                Self.term("priority", "\(priorities.lowerBound)", "\(priorities.upperBound)"))
        }
        if let points {
            parts.append(Self.term("points", "\(points.lowerBound)", "\(points.upperBound)"))
        }
        if let isRecurring {
            let term = Query.term(.init("is", .value("recurring")))
            parts.append(isRecurring ? term : .not(term))
        }
        if isMine { parts.append(.term(.init(QueryKey.owner.rawValue, .value(PersonNames.me)))) }
        if let sharedWith {
            parts.append(.term(.init(QueryKey.sharedWith.rawValue, .value(sharedWith))))
        }
        if isActive { parts.append(.term(.init("is", .value("active")))) }
        var limits: [Instant] = []
        if isOverdue { limits.append(Instant(milliseconds: now.milliseconds - 1)) }
        if isDueToday { limits.append(words.end(ofDay: 0)) }
        if isDueThisWeek { limits.append(words.end(ofDay: 7)) }
        if let latest = limits.min() { parts.append(Self.term("due", nil, latest.wallText)) }
        return .joining(parts)
    }

    private static func term(_ field: TaskField, _ name: String) -> Query {
        .term(.init(field.key, name == "none" ? .absent : .value(name)))
    }

    /// The query for the tasks that the list does not hide.
    ///
    /// - Parameter asked: what is requested beside; if it names a status itself, lists hide nothing.
    package func visible(beside asked: Query) -> Query {
        switch visibility {
        case .archived: Self.status(.archived)
        case .completed: Self.status(.done)
        case .all: Self.visible(isAll: true, asked)
        case .usual: Self.visible(isAll: false, asked)
        }
    }

    /// Which tasks are not hidden where nothing but `--all` says so.
    package static func visible(isAll: Bool, _ asked: Query) -> Query {
        if asked.namesStatus { return .everything }
        return isAll ? .not(status(.trash)) : status(.open)
    }

    static func status(_ status: QueryStatus) -> Query {
        .term(.init(QueryKey.status.rawValue, .value(status.rawValue)))
    }

    private static func term(_ key: String, _ low: String?, _ high: String?) -> Query {
        .term(.init(key, .range(low: low, high: high)))
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

    /// The texts before and after two dots; twice the text without dots.
    private static func ends(_ text: String) -> (String, String) {
        let bytes = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard
            let index = bytes.indices.dropLast().first(where: {
                bytes[$0] == dot && bytes[$0 + 1] == dot
            })
        else { return (text, text) }
        return (
            String(decoding: bytes[..<index], as: UTF8.self),
            String(decoding: bytes[(index + 2)...], as: UTF8.self)
        )
    }
}
