import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// A month on one screen: a column for each day of the week.
struct MonthLayout {
    private let firstWeekday: FirstWeekday
    /// The width of a day, without the column between it and the next.
    private let cellWidth: Int
    /// The maximum number of lines of all weeks together.
    private let lineCount: Int

    /// From this width on days show titles.
    private static let narrowestTitles = 15
    /// From this width on counts are in words.
    private static let narrowestWords = 8
    /// The maximum number of lines of a day, and the number that it has on a terminal of any height.
    private static let heights = 3...8

    /// - Parameters:
    ///   - columns: of the terminal.
    ///   - rows: of the terminal.
    init(columns: Int, rows: Int, weeksBeginOn firstWeekday: FirstWeekday) {
        self.firstWeekday = firstWeekday
        cellWidth = min(max((columns - 6) / 7, 4), 40)
        // Beside the weeks there are the title, the names of the days, the sum, and the prompt after it.
        lineCount = rows - 4
    }

    func text(
        _ month: CalendarMonth, _ viewed: ViewedTasks, _ context: borrowing CommandContext
    ) -> String {
        let days = month.days
        guard let first = days.first, let last = days.last else { return "" }
        let agenda = viewed.agenda(first..<last.advanced(by: 1), gathersOverdue: false)
        var text = context.styled(month.title, .bold) + "\n"
        let names = firstWeekday.weekdayNames.map { $0.padded(toColumns: cellWidth) }
        text += names.joined(separator: " ").withoutTrailingSpaces + "\n"
        let height = height(days, agenda)
        var week: [[Cell]] = []
        for day in days {
            let column = firstWeekday.column(of: day)
            if week.isEmpty {
                week = Array(repeating: [], count: column)
            }
            week.append(cells(day, agenda, viewed.table, height))
            if column == 6 || day == last {
                text += lines(week, context)
                week = []
            }
        }
        return text + sum(days.flatMap { agenda.entries(of: $0) }) + "\n"
    }

    /// The maximum number of lines of a day with which all weeks fit.
    private func height(_ days: [LocalCalendar.Day], _ agenda: Agenda) -> Int {
        var weeks: [Int] = []
        for day in days {
            if weeks.isEmpty || firstWeekday.column(of: day) == 0 { weeks.append(1) }
            weeks[weeks.count - 1] = max(
                weeks[weeks.count - 1], 1 + agenda.entries(of: day).count)
        }
        return Self.heights.reversed().first { height in
            weeks.reduce(0) { $0 + min($1, height) } <= lineCount
        } ?? Self.heights.lowerBound
    }

    /// One line of a day.
    private struct Cell {
        let text: String
        let style: Style?
    }

    private func lines(_ week: [[Cell]], _ context: borrowing CommandContext) -> String {
        var text = ""
        for line in 0..<(week.map(\.count).max() ?? 0) {
            var parts: [String] = []
            let end = week.lastIndex { line < $0.count } ?? 0
            for (column, cells) in week.enumerated() where column <= end {
                guard line < cells.count else {
                    parts.append(String(repeating: " ", count: cellWidth))
                    continue
                }
                let cell = cells[line]
                let rest = column == end ? 0 : cellWidth - displayWidth(cell.text)
                parts.append(
                    context.styled(cell.text, cell.style)
                        + String(repeating: " ", count: max(0, rest)))
            }
            text += parts.joined(separator: " ") + "\n"
        }
        return text
    }

    // MARK: Days

    private func cells(
        _ day: LocalCalendar.Day, _ agenda: Agenda, _ table: TaskTable, _ height: Int
    ) -> [Cell] {
        let number = day.date.day
        let digits = number < 10 ? " \(number)" : "\(number)"
        let isToday = day == agenda.today
        let head = Cell(text: isToday ? "[\(digits)]" : " \(digits)", style: isToday ? .today : nil)
        let entries = agenda.entries(of: day)
        return [head]
            + (cellWidth >= Self.narrowestTitles ? titles(entries, table, height) : counts(entries))
    }

    private func counts(_ entries: [Agenda.Entry]) -> [Cell] {
        let late = entries.count { $0.kind == .overdue }
        let due = entries.count { $0.kind == .due } + late
        let planned = entries.count { $0.kind == .scheduled }
        let expected = entries.count { $0.kind == .expected }
        let done = entries.count { $0.kind == .done }
        let dueMark = late > 0 ? Agenda.Kind.overdue : .due
        let counts = [
            (due, dueMark, "due"), (planned, .scheduled, "plan"), (expected, .expected, "more"),
            (done, .done, "done"),
        ]
        return counts.compactMap { (count: Int, kind: Agenda.Kind, word: String) in
            guard count > 0 else { return nil }
            let text =
                cellWidth >= Self.narrowestWords
                ? "\(kind.mark)\(count) \(word)" : "\(kind.mark)\(count)"
            return Cell(text: cut(text, toColumns: cellWidth), style: kind.style)
        }
    }

    private func titles(
        _ entries: [Agenda.Entry], _ table: TaskTable, _ height: Int
    ) -> [Cell] {
        let room = height - 1
        let shown = entries.count > room ? entries.prefix(room - 1) : entries[...]
        var cells = shown.map { entry in
            var title: [UInt8] = []
            _ = table.append(
                titleOf: entry.task, due: nil, with: [], atMost: cellWidth - 2, to: &title)
            return Cell(
                text: "\(entry.kind.mark) \(String(decoding: title, as: UTF8.self))",
                style: entry.kind.style)
        }
        if shown.count < entries.count {
            cells.append(Cell(text: "+ \(entries.count - shown.count) more", style: nil))
        }
        return cells
    }

    /// The totals of the month.
    private func sum(_ entries: [Agenda.Entry]) -> String {
        let parts = Agenda.Kind.allCases.compactMap { kind -> String? in
            let count = entries.count { $0.kind == kind }
            return count > 0 ? "\(kind.mark) \(count) \(kind.rawValue)" : nil
        }
        return parts.isEmpty ? "nothing in this month" : parts.joined(separator: ", ")
    }
}
