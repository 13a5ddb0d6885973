import RedoJSON
import RedoModel

/// Titles with what is said of tasks beside their columns.
extension TaskTable {
    /// What a title is followed by.
    package struct TitleParts: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let tags = TitleParts(rawValue: 1)
        /// Where the task stands, in brackets: `(waiting)`, `(blocked)`.
        package static let status = TitleParts(rawValue: 2)
        /// That it is due within a day, in the same brackets.
        package static let soon = TitleParts(rawValue: 4)
        package static let all: TitleParts = [.tags, .status, .soon]
    }

    /// Appends a title, cut to a number of columns, with the tags that fit.
    ///
    /// - Parameter due: the deadline of the current to-do, which ``TitleParts/soon`` needs.
    /// - Returns: how many columns it takes.
    package func append(
        titleOf task: TaskState, due: Instant?, with parts: TitleParts, atMost limit: Int = .max,
        to text: inout [UInt8]
    ) -> Int {
        var mark = mark(task, due, parts)
        if limit != .max, parts.contains(.soon), mark.utf8.count + Self.narrowestTitle > limit,
            mark.utf8.count + displayWidth(task.title.printable) > limit
        {
            // A title says more than that, which the deadline says as well.
            mark = self.mark(task, due, parts.subtracting(.soon))
        }
        if mark.utf8.count >= limit { mark = "" }
        var used = mark.utf8.count
        let room = limit == .max ? .max : max(1, limit - used)
        used += text.append(printable: task.title, atMost: room)
        text += mark.utf8
        guard parts.contains(.tags) else { return used }
        for tag in task.tags {
            let shown = " #\(tag.printable)"
            let wide = displayWidth(shown)
            guard limit == .max || used + wide <= limit else { break }
            text += shown.utf8
            used += wide
        }
        return used
    }

    private func mark(_ task: TaskState, _ due: Instant?, _ parts: TitleParts) -> String {
        let isSoon = parts.contains(.soon) && isSoon(task, due: due)
        let word = parts.contains(.status) ? markedStatus(of: task) : nil
        return switch (word, isSoon) {
        case (nil, false): ""
        case (nil, true): " (soon)"
        case (let word?, false): " (\(word))"
        case (let word?, true): " (\(word), soon)"
        }
    }

    /// Where a task stands, in a word; nil for one that can be done now.
    private func markedStatus(of task: TaskState) -> String? {
        let marks = facts.marks(of: task)
        let status = status(of: task, marks)
        if status != "open" { return status }
        return marks.contains(.blocked) ? "blocked" : nil
    }

    /// Whether a task that is to be done is due within a day.
    func isSoon(_ task: TaskState, due: Instant?) -> Bool {
        due.map(words.isSoon) ?? false && task.isOpen
    }
}
