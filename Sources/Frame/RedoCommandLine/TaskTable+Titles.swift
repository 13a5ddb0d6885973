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
        /// What the task has, in the same brackets: how it recurs, a note, comments.
        package static let contents = TitleParts(rawValue: 64)
        /// With ``contents``: how it recurs.
        package static let recurrence = TitleParts(rawValue: 128)
        /// The number of parts of the task that are done, before the brackets.
        package static let progress = TitleParts(rawValue: 256)
        package static let all: TitleParts = [
            .tags, .status, .soon, .claim, .holder, .contents, .recurrence, .progress,
        ]
    }

    /// Appends a title, cut to a number of columns, with the tags that fit.
    ///
    /// - Parameter due: the deadline of the current to-do, which ``TitleParts/soon`` needs.
    /// - Returns: how many columns it takes.
    package func append(
        titleOf task: TaskState, due: Instant?, with parts: TitleParts, atMost limit: Int = .max,
        to text: inout [UInt8]
    ) -> Int {
        var mark = mark(after: task, due, parts)
        if limit != .max {
            for lesser in Self.lessers
            where !parts.isDisjoint(with: lesser) && isTooWide(mark, task, limit) {
                mark = self.mark(after: task, due, parts.subtracting(lesser))
            }
            if displayWidth(mark) >= limit { mark = "" }
        }
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

    /// The parts that are left out of a narrow line, fewer first: a title says more than what the task has, that it is
    /// soon, which the deadline says as well, and who has it.
    private static let lessers: [TitleParts] = [
        .contents, [.contents, .soon], [.contents, .soon, .holder],
    ]

    /// True if what follows a title leaves too little of it in a number of columns.
    private func isTooWide(_ mark: String, _ task: TaskState, _ limit: Int) -> Bool {
        if limit == .max || mark.isEmpty { return false }
        let width = displayWidth(mark)
        return width + Self.narrowestTitle > limit
            && width + displayWidth(task.title.printable) > limit
    }

    /// What follows a title, but for the tags; empty if there is nothing to say.
    package func mark(after task: TaskState, _ due: Instant?, _ parts: TitleParts) -> String {
        (parts.contains(.progress) ? progressMark(task) : "") + words(task, due, parts)
    }

    private func words(_ task: TaskState, _ due: Instant?, _ parts: TitleParts) -> String {
        // Most tasks have none: nothing is allocated for them.
        var words = ""
        func add(_ word: String?) {
            guard let word else { return }
            words += words.isEmpty ? " (" : ", "
            words += word
        }
        if parts.contains(.status) {
            add(TaskMark.differs.text(task, facts))
            add(TaskMark.active.text(task, facts))
            add(markedStatus(of: task))
        }
        add(claimMark(task, parts))
        if parts.contains(.soon), isSoon(task, due: due) { add("soon") }
        if parts.contains(.contents) {
            if parts.contains(.recurrence) { add(TaskMark.recurring.text(task, facts)) }
            add(TaskMark.note.text(task, facts))
            add(TaskMark.comments.text(task, facts))
        }
        return words.isEmpty ? "" : words + ")"
    }

    /// The state of a task, in a word; nil for one that can be done now.
    private func markedStatus(of task: TaskState) -> String? {
        let marks = facts.marks(of: task)
        let status = status(of: task, marks)
        if status != "open" { return Self.shown(status) }
        return marks.contains(.blocked) ? "blocked" : nil
    }

    /// True if an open task is due within a day.
    func isSoon(_ task: TaskState, due: Instant?) -> Bool {
        due.map(words.isSoon) ?? false && task.isOpen
    }
}
