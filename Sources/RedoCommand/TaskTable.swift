import RedoLog
import RedoState
import RedoStore
import RedoSystem

/// Tasks as a table for people: the most urgent first.
package struct TaskTable: Sendable {
    package static let rankOption = OptionSpecification.value(
        "rank", takes: "how", oneOf: ["classic", "sigmoid"],
        "order by classic or sigmoid rank, instead of redo.rank")

    private let rank: Rank
    private let now: Rank.Now

    /// - Throws: wrong usage for a rank that does not exist.
    package init(_ context: borrowing CommandContext, _ store: Store) throws(CommandError) {
        let name =
            context.arguments.value(Self.rankOption) ?? store.configuration.value("redo.rank")
        guard let rank = Rank(rawValue: name ?? Rank.classic.rawValue) else {
            throw .usage("there is no rank '\(name ?? "")'; there are classic and sigmoid")
        }
        self.rank = rank
        let instant = try context.now()
        now = Rank.Now(
            instant: instant,
            secondsFromUTC: Clock.secondsFromUTC(atSecond: instant.milliseconds / 1000))
    }

    package typealias Row = (task: TaskState, rank: Double)

    package func ranked(_ state: State) -> [Row] { state.ranked(by: rank, at: now) }

    /// Whether a task is hidden from lists until later.
    package func isSnoozed(_ task: TaskState) -> Bool {
        task.snoozedUntil.flatMap { Instant(iso8601: $0.utf8.span) }.map { $0 > now.instant }
            ?? false
    }

    /// One line a task: rank, shortest unique id, priority, deadline, title.
    package func text(of rows: [Row], context: borrowing CommandContext) -> String {
        let ids = shortestPrefixes(rows.map(\.task.id))
        var lines = [Line(["RANK", "ID", "PRI", "DUE", "TITLE"])]
        lines.reserveCapacity(rows.count + 1)
        for (row, id) in zip(rows, ids) {
            lines.append(
                Line([
                    oneDecimal(row.rank), id, String(row.task.priority), due(row.task),
                    row.task.title.printable + mark(row.task),
                ]))
        }
        let widths = (0..<4).map { column in lines.map { $0.widths[column] }.max() ?? 0 }
        var text = ""
        for (index, line) in lines.enumerated() {
            let row = line.text(widths)
            let isOverdue = index > 0 && isOverdue(rows[index - 1].task)
            text +=
                index == 0
                ? context.styled(row, .bold) : isOverdue ? context.styled(row, .red) : row
            text += "\n"
        }
        return text
    }

    /// A line of cells, all but the last of which have columns.
    private struct Line {
        private let cells: [String]
        let widths: [Int]

        init(_ cells: [String]) {
            self.cells = cells
            widths = cells.dropLast().map(displayWidth)
        }

        /// The cells side by side: the first at the right of its column, the others at the left.
        func text(_ columns: [Int]) -> String {
            var text = ""
            for (place, width) in widths.enumerated() {
                let space = String(repeating: " ", count: columns[place] - width)
                text += place == 0 ? space : cells[place]
                text += place == 0 ? cells[place] : space
                text += "  "
            }
            return text + (cells.last ?? "")
        }
    }

    private func isOverdue(_ task: TaskState) -> Bool {
        !task.isArchived && !task.isCompleted
            && (task.currentTodo?.due).map { $0 < now.instant } ?? false
    }

    /// The deadline of the current to-do in local time, to the minute.
    private func due(_ task: TaskState) -> String {
        guard let due = task.currentTodo?.due else { return "-" }
        return localText(due)
    }

    private func mark(_ task: TaskState) -> String {
        let status = status(of: task)
        return status == "open" ? "" : " (\(status))"
    }

    /// What a task is at, in a word.
    package func status(of task: TaskState) -> String {
        if task.isCompleted { return "completed" }
        if task.isArchived { return "archived" }
        if isSnoozed(task) { return "snoozed" }
        if task.currentTodo != nil { return "open" }
        return task.todos.isEmpty ? "draft" : "done"
    }

    /// The rank with one decimal.
    package func rankText(of task: TaskState) -> String {
        oneDecimal(rank.value(of: task, at: now))
    }
}

/// A moment as `YYYY-MM-DD HH:MM` in local time.
package func localText(_ instant: Instant) -> String {
    let offset = Clock.secondsFromUTC(atSecond: instant.milliseconds / 1000)
    let local = Instant(milliseconds: instant.milliseconds + Int64(offset) * 1000).wallText
    return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
}

/// For each id the shortest prefix, of at least four characters, that no other one has. O(n log n).
package func shortestPrefixes(_ ids: [TaskID]) -> [String] {
    let sorted = ids.indices.sorted { ids[$0] < ids[$1] }
    var prefixes = Array(repeating: "", count: ids.count)
    for (place, index) in sorted.enumerated() {
        let neighbours = [place - 1, place + 1].filter { sorted.indices.contains($0) }
        prefixes[index] = prefix(of: ids[index], besides: neighbours.map { ids[sorted[$0]] })
    }
    return prefixes
}

/// The shortest prefix of an id, of at least four characters, that none of some others has. O(n).
package func shortestPrefix(of id: TaskID, among others: [TaskID]) -> String {
    prefix(of: id, besides: others)
}

private func prefix(of id: TaskID, besides others: [TaskID]) -> String {
    var common = 0
    for other in others where other != id {
        common = max(common, other.value.commonDigitCount(with: id.value))
    }
    let digits = max(4, common + 1)
    // The hyphens that stand before the last of these digits.
    let hyphens = [8, 12, 16, 20].count { $0 < digits }
    return String(id.description.prefix(digits + hyphens))
}

/// A number with one decimal; one of 10^15 and above, which hostile story points can make, as Swift
/// prints it.
package func oneDecimal(_ number: Double) -> String {
    guard number.magnitude < 1e15 else { return number.description }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

/// How many columns a text takes on a terminal: two for wide characters and emoji.
package func displayWidth(_ text: String) -> Int {
    // Most text is plain, and taking characters apart is slow.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + displayWidth($1) }
}

private func displayWidth(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let isEmoji = first.properties.isEmojiPresentation
    let isVariant = character.unicodeScalars.contains { $0.value == 0xFE0F }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
        return 2
    default: return isEmoji || isVariant ? 2 : 1
    }
}
