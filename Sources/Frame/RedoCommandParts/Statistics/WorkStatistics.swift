import RedoCommandLine
import RedoInsight
import RedoInterchange
import RedoJSON
import RedoModel

/// The time that was tracked: intervals of work, of which one that has not ended lasts until now.
package struct WorkStatistics {
    /// The groups of the sums.
    package enum Grouping: String, CaseIterable {
        case task, project, category, tag, day
    }

    /// The time of a group.
    package struct Row {
        /// For people; nil for the time without a project, category or tag.
        package let title: String?
        /// Its name for programs.
        package let name: [JSONMember]
        package let time: TrackedTime
    }

    /// An interval within the span that is requested.
    private struct Interval {
        let task: TaskState
        let start: Instant
        let end: Instant
        let isRunning: Bool
    }

    package let now: Instant
    private let facts: StateFacts
    private let calendar: LocalCalendar
    private let intervals: [Interval]
    /// The local days of `--by day`, the last of which is today.
    private let dayCount: Int

    /// - Parameters:
    ///   - work: of all tasks.
    ///   - tasks: those that count.
    ///   - days: how many local days count, today among them; nil for all time.
    ///   - shownDays: how many days a division by days has if all time counts.
    package init(
        _ work: [Organisation.WorkInterval], _ tasks: [TaskState], _ facts: StateFacts,
        lastDays days: Int?, shownDays: Int, at now: Instant, _ calendar: LocalCalendar
    ) {
        self.now = now
        self.facts = facts
        self.calendar = calendar
        dayCount = days ?? shownDays
        let first = days.map { calendar.start(of: calendar.day(of: now).advanced(by: 1 - $0)) }
        let byID = Dictionary(tasks.map { ($0.id, $0) }) { first, _ in first }
        intervals = work.compactMap { interval in
            guard let task = byID[interval.task], let begin = interval.start.instant else {
                return nil
            }
            let end = min(interval.end.map { $0.instant ?? begin } ?? now, now)
            let start = first.map { max($0, begin) } ?? begin
            // Of a time that a clock ahead of this one has written nothing has passed.
            guard start < end || (interval.end == nil && start == end) else { return nil }
            return Interval(
                task: task, start: start, end: end, isRunning: interval.end == nil)
        }
    }

    package var total: TrackedTime { sum(intervals) }

    private func sum(_ intervals: [Interval]) -> TrackedTime {
        intervals.reduce(into: TrackedTime()) { $0.add(from: $1.start, to: $1.end, $1.isRunning) }
    }

    /// The time of each group, the longest first; days in their order.
    package func rows(by grouping: Grouping) -> [Row] {
        switch grouping {
        case .task:
            rows(by: \.task.id) { task in
                (
                    task.title.printable,
                    [
                        JSONMember("task", .string(JSONString(task.id.description))),
                        JSONMember("title", .string(task.title)),
                    ]
                )
            }
        case .tag: tagRows
        case .project:
            rows(by: \.task.project) { task in
                (
                    task.project?.printable,
                    [JSONMember("project", task.project.map { .string($0) } ?? .null)]
                )
            }
        case .category:
            rows(by: { facts.facts(of: $0.task).categoryPath }) { task in
                let path = facts.facts(of: task).categoryPath
                return (
                    path.isEmpty ? nil : path.map(\.printable).joined(separator: "/"),
                    [
                        JSONMember(
                            "category", path.isEmpty ? .null : .array(path.map { .string($0) }))
                    ]
                )
            }
        case .day: days
        }
    }

    /// The time of each tag. That of a task with several tags is in each of their rows.
    private var tagRows: [Row] {
        var groups: [JSONString?: [Interval]] = [:]
        for interval in intervals {
            let tags = Set(interval.task.tags)
            for tag in tags { groups[tag, default: []].append(interval) }
            if tags.isEmpty { groups[nil, default: []].append(interval) }
        }
        return groups.map { tag, group in
            Row(
                title: tag?.printable, name: [JSONMember("tag", tag.map { .string($0) } ?? .null)],
                time: sum(group))
        }.sorted {
            $0.time != $1.time ? $1.time < $0.time : ($0.title ?? "") < ($1.title ?? "")
        }
    }

    private func rows<Key: Hashable>(
        by key: (Interval) -> Key,
        _ name: (TaskState) -> (title: String?, name: [JSONMember])
    ) -> [Row] {
        Dictionary(grouping: intervals, by: key).values.compactMap { group in
            guard let first = group.first else { return nil }
            let (title, members) = name(first.task)
            return (first.task.id, Row(title: title, name: members, time: sum(group)))
        }.sorted { (left: (id: TaskID, row: Row), right: (id: TaskID, row: Row)) in
            if left.row.time != right.row.time { return right.row.time < left.row.time }
            return (left.row.title ?? "", left.id) < (right.row.title ?? "", right.id)
        }.map(\.1)
    }

    private var days: [Row] {
        let today = calendar.day(of: now)
        let first = today.advanced(by: 1 - dayCount)
        let starts = (0...dayCount).map { calendar.start(of: first.advanced(by: $0)) }
        var times = Array(repeating: TrackedTime(), count: dayCount)
        for interval in intervals where interval.end >= starts[0] {
            var index = max(0, calendar.day(of: interval.start).number - first.number)
            while index < dayCount, starts[index] <= interval.end {
                let (start, end) = (
                    max(interval.start, starts[index]), min(interval.end, starts[index + 1])
                )
                let isLast = interval.end < starts[index + 1]
                if start < end || isLast {
                    times[index].add(from: start, to: end, interval.isRunning && isLast)
                }
                index += 1
            }
        }
        return times.enumerated().compactMap { index, time in
            guard time.count > 0 else { return nil }
            let day = first.advanced(by: index)
            return Row(
                title: day.heading(today: today),
                name: [JSONMember("day", .string(JSONString(day.description)))], time: time)
        }
    }
}

/// A sum of intervals.
package struct TrackedTime: Comparable {
    package private(set) var milliseconds: Int64 = 0
    /// The number of intervals.
    package private(set) var count = 0
    /// The number of intervals that have not ended.
    package private(set) var runningCount = 0

    fileprivate mutating func add(from start: Instant, to end: Instant, _ isRunning: Bool) {
        let (sum, overflow) = milliseconds.addingReportingOverflow(
            max(0, end.milliseconds - start.milliseconds))
        // A hostile log can have more than fits.
        milliseconds = overflow ? .max : sum
        count += 1
        if isRunning { runningCount += 1 }
    }

    /// In whole minutes, rounded down.
    package var duration: Duration { Duration(minutes: Int(milliseconds / 60_000)) }

    package static func < (left: TrackedTime, right: TrackedTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func == (left: TrackedTime, right: TrackedTime) -> Bool {
        left.milliseconds == right.milliseconds
    }

    /// The time for programs.
    package var members: [JSONMember] {
        [
            JSONMember("intervals", .number(Double(count))),
            JSONMember("minutes", .number(Double(duration.minutes))),
            JSONMember("running", .number(Double(runningCount))),
        ]
    }
}

extension WorkStatistics {
    /// The figures under stable names (docs/analytics.md).
    package func json(by grouping: Grouping) -> JSONValue {
        .object(
            [
                JSONMember("by", .string(JSONString(grouping.rawValue))),
                JSONMember("now", .string(JSONString(now.wallText))),
                JSONMember(
                    "rows", .array(rows(by: grouping).map { .object($0.name + $0.time.members) })),
            ] + total.members)
    }

    /// The rows as a table: a header, and a record for each row.
    package func csv(by grouping: Grouping) -> [UInt8] {
        let rows = rows(by: grouping)
        let names = grouping == .task ? ["task", "title"] : [grouping.rawValue]
        let header = names + TrackedTime().members.map(\.name.description)
        let records = rows.map { row in
            (row.name + row.time.members).map { Self.cell($0.value) }
        }
        return CSVTable.bytes([header] + records)
    }

    /// A value in a cell; the names of a path have slashes between them.
    private static func cell(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text.description
        case .array(let names): names.compactMap(\.string?.description).joined(separator: "/")
        default: CanonicalJSON.bytes(value).text
        }
    }

    /// The figures for people.
    ///
    /// - Parameter width: of the terminal; nil if nothing is cut.
    package func text(by grouping: Grouping, width: Int?, _ context: borrowing CommandContext)
        -> String
    {
        let total = total
        guard total.count > 0 else {
            return "no time tracked\nhint: 'redo start <task>' begins, 'redo stop' ends\n"
        }
        var text = context.styled("\(total.duration) tracked", .bold)
        if total.runningCount > 0 { text += ", \(total.runningCount) running" }
        text += "\n"
        let rows = rows(by: grouping)
        let spans = rows.map { String(describing: $0.time.duration) }
        let longest = spans.map(\.utf8.count).max() ?? 0
        for (row, span) in zip(rows, spans) {
            let title = row.title ?? "no \(grouping.rawValue)"
            let whole = width.map { max(8, $0 - longest - 4) }
            var mark = row.time.runningCount > 0 ? " (running)" : ""
            // The title says more.
            if let whole, displayWidth(title) + mark.utf8.count > whole { mark = "" }
            let room = whole.map { $0 - mark.utf8.count }
            text += "  " + String(repeating: " ", count: longest - span.utf8.count) + span + "  "
            text += (room.map { cut(title, toColumns: $0) } ?? title) + mark + "\n"
        }
        return text
    }
}
