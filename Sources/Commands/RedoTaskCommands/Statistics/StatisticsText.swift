import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoSystem

/// The figures as text, with bars that fit the terminal.
struct StatisticsText {
    let text: String

    private static let blocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let shownTaskCount = 5

    /// - Parameter columns: of the terminal.
    init(_ statistics: Statistics, columns: Int, _ context: borrowing CommandContext) {
        let width = min(max(columns, 40), 100)
        var lines = Self.summary(statistics)
        func heading(_ text: String) { lines += ["", context.styled(text, .bold)] }
        heading("Completed by priority")
        for (index, rate) in statistics.byPriority.enumerated().reversed() {
            lines.append(
                "  \(index + 1)  "
                    + Self.row(
                        rate.value ?? 0, of: 1,
                        rate.total == 0
                            ? "–" : "\(percent(rate.value))  \(rate.completed) of \(rate.total)",
                        width: width - 5))
        }
        heading("Story points by week")
        let most = statistics.weeks.map(\.work.points).max() ?? 0
        for (monday, work) in statistics.weeks {
            let points = work.completions == 0 ? "–" : pointText(work.points)
            lines.append(
                "  \(monday)  " + Self.row(work.points, of: most, points, width: width - 14))
        }
        heading("Completed by hour")
        lines += Self.hours(statistics.byHour, wide: width >= 76)
        heading("Story points still open")
        lines += Self.burndown(statistics, wide: width >= 60)
        if !statistics.pending.isEmpty {
            heading("Due next")
            for (item, _) in statistics.pending.prefix(Self.shownTaskCount) {
                let due = item.todo?.due.map { localText($0) } ?? "no deadline"
                let title = cut(item.task.title.printable, toColumns: width - 20)
                lines.append("  " + due.padded(toColumns: 16) + "  " + title)
            }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func summary(_ statistics: Statistics) -> [String] {
        let rate = statistics.rate
        let days = statistics.daysToCompletion
        let recent = statistics.recent
        var lines: [(String, String)] = [
            (
                "Completed",
                rate.total == 0
                    ? "nothing yet"
                    : "\(rate.completed) of \(counted(rate.total, "occurrence")) (\(percent(rate.value)))"
            ),
            (
                "Open",
                "\(statistics.open.open): \(statistics.open.overdue) overdue, "
                    + "\(statistics.open.dueToday) due today, "
                    + "\(statistics.open.dueThisWeek) within a week"
                    + (statistics.open.hidden > 0
                        ? "; \(statistics.open.hidden) hidden until later" : "")
            ),
            (
                "Streak",
                "\(counted(statistics.streak.current, "day")), "
                    + "the longest \(counted(statistics.streak.longest, "day"))"
            ),
            (
                "Time",
                days.map {
                    "\(oneDecimal($0.mean)) days to completion on average, median "
                        + oneDecimal($0.median)
                } ?? "nothing completed yet"
            ),
            (
                "Recently",
                "\(recent.completions) completed in \(counted(statistics.recentDays, "day")), "
                    + countedPoints(recent.points)
            ),
            (
                "Velocity",
                "\(oneDecimal(statistics.averageVelocity)) story points a week on average"
            ),
        ]
        if let hour = statistics.bestHour { lines.append(("Best hour", hourText(hour))) }
        return lines.map { $0.padded(toColumns: 11) + $1 }
    }

    /// A bar on a fixed length, and a figure at its right.
    private static func row(
        _ value: Double, of most: Double, _ figure: String, width: Int
    ) -> String {
        let length = max(8, width - 18)
        return bar(most > 0 ? value / most : 0, length: length).padded(toColumns: length) + "  "
            + figure
    }

    /// A bar of eighths of a column; what is not nothing can be seen.
    static func bar(_ share: Double, length: Int) -> String {
        let eighths = share <= 0 ? 0 : max(1, Int((min(share, 1) * Double(length * 8)).rounded()))
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8)
            + (rest == 0 ? "" : String(blocks[rest - 1]))
    }

    /// A character whose height is a share of the line's; a dot for nothing.
    static func level(_ value: Double, of most: Double) -> Character {
        guard value > 0, most > 0 else { return "·" }
        return levels[min(7, Int(value / most * 8))]
    }

    private static func hours(_ counts: [Int], wide isWide: Bool) -> [String] {
        let most = Double(counts.max() ?? 0)
        let width = isWide ? 3 : 1
        let bars = counts.map {
            let glyph = String(level(Double($0), of: most))
            return isWide ? String(repeating: glyph, count: 2) + " " : glyph
        }
        let labels = stride(from: 0, to: 24, by: 6).map { String($0).padded(toColumns: 6 * width) }
        return [
            "  " + bars.joined().withoutTrailingSpaces,
            "  " + labels.joined().withoutTrailingSpaces,
        ]
    }

    private static func burndown(_ statistics: Statistics, wide isWide: Bool) -> [String] {
        let points = statistics.remaining.map(\.points)
        let most = points.max() ?? 0
        let glyphs = points.map { String(level($0, of: most)) }
        let bars = glyphs.joined(separator: isWide ? " " : "")
        let first = statistics.remaining.first?.day.description ?? ""
        let length = points.count * (isWide ? 2 : 1) - (isWide ? 1 : 0)
        let axis = first + String(repeating: " ", count: max(1, length - first.count - 5)) + "today"
        let burndown = statistics.burndown
        return [
            "  " + bars, "  " + axis,
            "  \(pointText(burndown.remaining)) of \(pointText(burndown.total)) open, "
                + "\(percent(burndown.value)) done",
        ]
    }
}
