import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoSystem

/// The figures as a picture in one file.
struct StatisticsPicture {
    private let statistics: Statistics

    init(_ statistics: Statistics) { self.statistics = statistics }

    private static let width = 960
    private static let height = 684
    private static let margin = 16
    private static let gap = 12
    private static let chart = (width: 458, height: 240)

    /// A whole SVG file.
    var svg: Markup {
        [
            .pictureStart(
                Self.width, Self.height, label: "Statistics of tasks", style: Self.style),
            title, tiles, charts, .pictureEnd,
        ]
    }

    /// Colours for light and dark surroundings; paper is always light.
    private static let style: Markup = """
        svg text{font:13px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;fill:#1f2328}
        svg .paper{fill:#f6f8fa}
        svg .card{fill:#ffffff;stroke:#d1d9e0}
        svg .large{font-size:26px;font-weight:600}
        svg .title{font-size:20px;font-weight:600}
        svg .heading{font-size:14px;font-weight:600}
        svg .small{font-size:11px;fill:#59636e}
        svg .bar{fill:#2f7fd6}
        svg .best{fill:#d9822b}
        svg .track{fill:#e6eaef}
        svg .line{fill:none;stroke:#2f7fd6;stroke-width:2;stroke-linejoin:round}
        svg .area{fill:#2f7fd6;fill-opacity:.16}
        svg .axis{stroke:#d1d9e0}
        svg .mean{stroke:#59636e;stroke-dasharray:4 4}
        svg .late{fill:#c62f2f}
        svg .halo{paint-order:stroke;stroke:#ffffff;stroke-width:4px}
        @media screen and (prefers-color-scheme:dark){
        svg text{fill:#e6edf3}
        svg .paper{fill:#010409}
        svg .card{fill:#0d1117;stroke:#30363d}
        svg .small{fill:#9198a1}
        svg .bar{fill:#58a6ff}
        svg .best{fill:#f0a04b}
        svg .track{fill:#21262d}
        svg .line{stroke:#58a6ff}
        svg .area{fill:#58a6ff}
        svg .axis{stroke:#30363d}
        svg .mean{stroke:#9198a1}
        svg .late{fill:#ff7b72}
        svg .halo{stroke:#0d1117}
        }
        """

    private var title: Markup {
        [
            .text("Statistics", "title", x: Self.margin, y: 40),
            .text(
                localText(statistics.now), "small", x: Self.width - Self.margin, y: 40,
                anchor: "end"),
        ]
    }

    private var tiles: Markup {
        let rate = statistics.rate
        let days = statistics.daysToCompletion
        let tiles: [(label: String, value: String, note: String, isLate: Bool)] = [
            (
                "Completed", percent(rate.value), "\(rate.completed) of \(rate.total) occurrences",
                false
            ),
            (
                "Streak", counted(statistics.streak.current, "day"),
                "longest \(counted(statistics.streak.longest, "day"))", false
            ),
            (
                "Time to completion", days.map { "\(oneDecimal($0.mean)) d" } ?? "–",
                days.map { "median \(oneDecimal($0.median)) days" } ?? "nothing completed yet",
                false
            ),
            (
                "Last \(counted(statistics.recentDays, "day"))",
                "\(statistics.recent.completions)",
                "completed, \(countedPoints(statistics.recent.points))", false
            ),
            (
                "Open", "\(statistics.open.open)",
                "\(statistics.open.overdue) overdue, \(statistics.open.dueToday) due today",
                statistics.open.overdue > 0
            ),
        ]
        let width = (Self.width - 2 * Self.margin - 4 * Self.gap) / 5
        return tiles.enumerated().map { index, tile -> Markup in
            let x = Self.margin + index * (width + Self.gap)
            return [
                card(x: x, y: 60, width: width, height: 96),
                .text(tile.label, "small", x: x + 14, y: 84),
                .text(tile.value, "large", x: x + 14, y: 116),
                .text(tile.note, tile.isLate ? "small late" : "small", x: x + 14, y: 140),
            ]
        }.joined()
    }

    private var charts: Markup {
        let right = Self.margin + Self.chart.width + Self.gap
        let lower = 168 + Self.chart.height + Self.gap
        return [
            chart("Story points by week", x: Self.margin, y: 168, weeks),
            chart("Story points still open", x: right, y: 168, burndown),
            chart("Completed by hour", x: Self.margin, y: lower, hours),
            chart("Completed by priority", x: right, y: lower, priorities),
        ]
    }

    private func chart(_ title: String, x: Int, y: Int, _ content: Markup) -> Markup {
        let (width, height) = Self.chart
        return [
            Markup(
                "g", "", [:], ["transform": "translate(\(x) \(y))"],
                content: [
                    card(x: 0, y: 0, width: width, height: height),
                    .text(title, "heading", x: 16, y: 28), content,
                ]), "\n",
        ]
    }

    // MARK: Charts

    /// The positions of a chart's bars.
    private static let base = 208
    private static let top = 64
    private static let left = 16
    private static let inner = 426

    private var weeks: Markup {
        let points = statistics.weeks.map(\.work.points)
        let most = max(points.max() ?? 0, statistics.averageVelocity)
        guard most > 0 else { return nothing }
        let step = Self.inner / points.count
        var content = axis
        var labels: Markup = ""
        for (index, week) in statistics.weeks.enumerated() {
            let x = Self.left + index * step + step / 2
            let height = Self.height(week.work.points, of: most)
            content += bar(
                x: x - 11, y: Self.base - height, width: 22, height: height, "bar")
            if week.work.points > 0 {
                labels += .text(
                    pointText(week.work.points), "small halo", x: x, y: Self.base - height - 5,
                    anchor: "middle")
            }
            if (points.count - 1 - index).isMultiple(of: 2) {
                let label = String(week.monday.description.dropFirst(5))
                content += .text(label, "small", x: x, y: Self.base + 18, anchor: "middle")
            }
        }
        let mean = Self.base - Self.height(statistics.averageVelocity, of: most)
        content += .path("mean", "M\(Self.left) \(mean)h\(Self.inner)")
        return [content, labels, note("mean \(oneDecimal(statistics.averageVelocity))")]
    }

    private var hours: Markup {
        let most = statistics.byHour.max() ?? 0
        guard most > 0 else { return nothing }
        let step = Self.inner / 24
        let left = Self.left + (Self.inner - 24 * step) / 2
        var content = axis
        for (hour, count) in statistics.byHour.enumerated() {
            let x = left + hour * step
            let height = Self.height(Double(count), of: Double(most))
            let kind = hour == statistics.bestHour ? "best" : "bar"
            content += bar(x: x + 2, y: Self.base - height, width: step - 4, height: height, kind)
            if hour.isMultiple(of: 3) {
                content += .text(
                    "\(hour)", "small", x: x + step / 2, y: Self.base + 18, anchor: "middle")
            }
        }
        guard let best = statistics.bestHour else { return content }
        return [content, note("most from \(hourText(best))")]
    }

    private var priorities: Markup {
        statistics.byPriority.enumerated().reversed().map { index, rate -> Markup in
            let y = 50 + (4 - index) * 35
            let length = 268
            let filled = Int(((rate.value ?? 0) * Double(length)).rounded())
            let figure =
                rate.total == 0
                ? "–" : "\(percent(rate.value)), \(rate.completed) of \(rate.total)"
            return [
                .text("\(index + 1)", "heading", x: Self.left + 4, y: y + 15),
                bar(x: 44, y: y, width: length, height: 20, "track"),
                bar(x: 44, y: y, width: filled, height: 20, "bar"),
                .text(figure, "small", x: 44 + length + 12, y: y + 15),
            ]
        }.joined()
    }

    private var burndown: Markup {
        let remaining = statistics.remaining
        let most = remaining.map(\.points).max() ?? 0
        guard most > 0, let first = remaining.first, let last = remaining.last else {
            return nothing
        }
        let indices = remaining.enumerated().map { index, day in
            let x = Self.left + index * Self.inner / max(1, remaining.count - 1)
            return "\(x) \(Self.base - Self.height(day.points, of: most))"
        }
        let line = indices.joined(separator: "L")
        let end = Self.left + Self.inner
        let burndown = statistics.burndown
        return [
            axis, .path("area", "M\(Self.left) \(Self.base)L\(line)L\(end) \(Self.base)Z"),
            .path("line", "M\(line)"),
            .text(first.day.description, "small", x: Self.left, y: Self.base + 18),
            .text("today", "small", x: end, y: Self.base + 18, anchor: "end"),
            .text("at most \(pointText(most))", "small", x: Self.left, y: 52),
            note(
                "\(pointText(last.points)) of \(pointText(burndown.total)) open, "
                    + "\(percent(burndown.value)) done"),
        ]
    }

    // MARK: Shapes

    /// Pixels of a bar; at least one for what is not nothing.
    private static func height(_ value: Double, of most: Double) -> Int {
        value <= 0 ? 0 : max(1, Int((value / most * Double(base - top)).rounded()))
    }

    private var axis: Markup {
        .path("axis", "M\(Self.left) \(Self.base)h\(Self.inner)")
    }

    /// The text beside the title of a chart.
    private func note(_ text: String) -> Markup {
        .text(text, "small", x: Self.left + Self.inner, y: 28, anchor: "end")
    }

    private var nothing: Markup {
        .text("nothing yet", "small", x: Self.chart.width / 2, y: 130, anchor: "middle")
    }

    private func card(x: Int, y: Int, width: Int, height: Int) -> Markup {
        Markup("rect", "card", ["x": x, "y": y, "width": width, "height": height, "rx": 8])
    }

    private func bar(x: Int, y: Int, width: Int, height: Int, _ kind: String) -> Markup {
        guard width > 0, height > 0 else { return "" }
        return Markup("rect", kind, ["x": x, "y": y, "width": width, "height": height, "rx": 2])
    }
}
