import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// The options of a list that say which tasks it shows: other spellings of queries.
package enum ListFilter {
    package static let queryOption = OptionSpecification.value(
        "query", takes: "query", "only tasks that the query includes; see redo-query(7)")
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
        "tag", letter: "t", takes: "tag", isRepeatable: true,
        "only tasks with this tag, or with all of several with commas between them")
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
        all, archived, completed, overdue, today, week, priority, points, tag, recurring, oneTime,
        active, mine, sharedWith,
    ]

    package static let constraints: [OptionConstraint] = [
        .exclusive([archived, completed]), .exclusive([all, completed]),
        .exclusive([recurring, oneTime]),
    ]

    /// The query that the options spell.
    ///
    /// - Parameter asked: what is asked for beside; if it names a status itself, lists hide nothing.
    /// - Throws: wrong usage for a malformed range.
    package static func query(
        _ arguments: Arguments, beside asked: Query, _ words: DueDescription, now: Instant
    ) throws(RedoError) -> Query {
        var parts = [visible(arguments, asked)]
        for tag in try TagList.tags(tag, of: arguments, areKnown: true) {
            parts.append(.term(.init("tag", .value(tag))))
        }
        if let text = arguments.value(priority) {
            let range = try range(text, priority, 1...5, TaskFieldOptions.priorityNumber)
            parts.append(term("priority", "\(range.lowerBound)", "\(range.upperBound)"))
        }
        if let text = arguments.value(points) {
            let range = try range(text, points, 0...Double.greatestFiniteMagnitude) {
                (text) throws(RedoError) in try TaskFieldOptions.pointsNumber(text)
            }
            parts.append(term("points", "\(range.lowerBound)", "\(range.upperBound)"))
        }
        if arguments.has(recurring) { parts.append(.term(.init("is", .value("recurring")))) }
        if arguments.has(oneTime) { parts.append(.not(.term(.init("is", .value("recurring"))))) }
        if arguments.has(mine) {
            parts.append(.term(.init(QueryKey.owner.rawValue, .value(PersonNames.me))))
        }
        if let name = arguments.value(sharedWith) {
            parts.append(.term(.init(QueryKey.sharedWith.rawValue, .value(name))))
        }
        if arguments.has(active) { parts.append(.term(.init("is", .value("active")))) }
        var limits: [Instant] = []
        if arguments.has(overdue) { limits.append(Instant(milliseconds: now.milliseconds - 1)) }
        if arguments.has(today) { limits.append(words.end(ofDay: 0)) }
        if arguments.has(week) { limits.append(words.end(ofDay: 7)) }
        if let latest = limits.min() { parts.append(term("due", nil, latest.wallText)) }
        return .joining(parts)
    }

    /// Which tasks are not hidden.
    private static func visible(_ arguments: Arguments, _ asked: Query) -> Query {
        if arguments.has(archived) { return status(.archived) }
        if arguments.has(completed) { return status(.done) }
        return visible(isAll: arguments.has(all), asked)
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
}
