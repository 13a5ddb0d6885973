import RedoJSON
import RedoModel

/// Titles with what is said of tasks beside their columns.
extension TaskTable {
    /// The parts of a line after its title.
    package struct TitleParts: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let tags = TitleParts(rawValue: 1)
        /// The state of the task, in brackets: `(waiting)`, `(blocked)`.
        package static let status = TitleParts(rawValue: 2)
        /// A note that it is due within a day, in the same brackets.
        package static let soon = TitleParts(rawValue: 4)
        /// A note that it is claimed, in the same brackets.
        package static let claim = TitleParts(rawValue: 8)
        /// With ``claim``: by whom, and until when.
        package static let holder = TitleParts(rawValue: 16)
        package static let all: TitleParts = [.tags, .status, .soon, .claim, .holder]
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
        // A title says more than that it is soon, which the deadline says as well, and than who has it.
        for lesser: TitleParts in [.soon, [.soon, .holder]]
        where !parts.isDisjoint(with: lesser) && isTooWide(mark, task, limit) {
            mark = self.mark(task, due, parts.subtracting(lesser))
        }
        if displayWidth(mark) >= limit { mark = "" }
        var used = displayWidth(mark)
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

    /// Whether what follows a title leaves too little of it in a number of columns.
    private func isTooWide(_ mark: String, _ task: TaskState, _ limit: Int) -> Bool {
        if limit == .max || mark.isEmpty { return false }
        let width = displayWidth(mark)
        return width + Self.narrowestTitle > limit
            && width + displayWidth(task.title.printable) > limit
    }

    private func mark(_ task: TaskState, _ due: Instant?, _ parts: TitleParts) -> String {
        let isSoon = parts.contains(.soon) && isSoon(task, due: due)
        let status = parts.contains(.status) ? markedStatus(of: task) : nil
        let claim = claimMark(task, parts)
        if status == nil, claim == nil { return isSoon ? " (soon)" : "" }
        let words = [status, claim, isSoon ? "soon" : nil].compactMap(\.self)
        return " (\(words.joined(separator: ", ")))"
    }

    /// The state of a task, in a word; nil for one that can be done now.
    private func markedStatus(of task: TaskState) -> String? {
        let marks = facts.marks(of: task)
        let status = status(of: task, marks)
        if status != "open" { return status }
        return marks.contains(.blocked) ? "blocked" : nil
    }

    /// Whether an open task is due within a day.
    func isSoon(_ task: TaskState, due: Instant?) -> Bool {
        due.map(words.isSoon) ?? false && task.isOpen
    }
}
