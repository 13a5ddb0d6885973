import RedoCommandLine
import RedoInsight
import RedoModel

/// The figures as a page that needs nothing else: no scripts, no fonts, no pictures from elsewhere.
struct StatisticsPage {
    private let statistics: Statistics
    private let organised: OrganisedStatistics
    private let work: WorkStatistics

    /// How many rows a table has at most.
    private static let rowCount = 200

    init(_ statistics: Statistics, _ organised: OrganisedStatistics, _ work: WorkStatistics) {
        self.statistics = statistics
        self.organised = organised
        self.work = work
    }

    /// A whole HTML file, which is well-formed XML too.
    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
        <head>
        <meta charset="utf-8"/>
        <meta http-equiv="Content-Security-Policy" \
        content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <title>Statistics of tasks</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        \(StatisticsPicture(statistics).svg)\(pending)\(blocked)\(projects)\(time)\(tasks)</body>
        </html>

        """
    }

    private static let style = """
        body{margin:0 auto;padding:16px;max-width:960px;background:#f6f8fa;color:#1f2328;\
        font:14px/1.5 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
        body>svg{width:100%;height:auto;display:block}
        h2{font-size:16px;margin:24px 16px 8px}
        table{border-collapse:collapse;margin:0 16px;width:calc(100% - 32px);background:#ffffff;\
        border:1px solid #d1d9e0}
        th,td{padding:6px 12px;text-align:left;border-bottom:1px solid #d1d9e0;\
        overflow-wrap:anywhere}
        th{color:#59636e;font-weight:600;white-space:nowrap}
        td.n,th.n{text-align:right;white-space:nowrap}
        td.d{white-space:nowrap}
        th.w{width:100%}
        td.late{color:#c62f2f}
        p{margin:8px 16px;color:#59636e}
        @media screen and (prefers-color-scheme:dark){
        body{background:#010409;color:#e6edf3}
        table{background:#0d1117;border-color:#30363d}
        th,td{border-color:#30363d}
        th,p{color:#9198a1}
        td.late{color:#ff7b72}
        }
        @media print{
        body{background:#ffffff;padding:0;max-width:none}
        tr{break-inside:avoid}
        }
        """

    private var pending: String {
        guard !statistics.pending.isEmpty else { return "" }
        let rows = statistics.pending.prefix(Self.rowCount).map { item, rank in
            let due = item.todo?.due
            let isLate = due.map { $0 < statistics.now } ?? false
            return "<tr><td class=\"d\(isLate ? " late" : "")\">"
                + "\(due.map { localText($0) } ?? "–")</td>"
                + "<td class=\"n\">\(item.task.priority)</td>"
                + "<td class=\"n\">\(oneDecimal(rank))</td>"
                + "<td>\(item.task.title.description.xmlText)</td></tr>\n"
        }
        return table(
            "Pending, by deadline",
            "<th>Due</th><th class=\"n\">Priority</th><th class=\"n\">Rank</th><th class=\"w\">Task</th>",
            rows.joined(), count: statistics.pending.count)
    }

    private var tasks: String {
        guard !statistics.byTask.isEmpty else { return "" }
        let sorted = statistics.byTask.sorted {
            ($0.rate.total, $1.task.id) > ($1.rate.total, $0.task.id)
        }
        let rows = sorted.prefix(Self.rowCount).map { task, rate in
            "<tr><td>\(task.title.description.xmlText)</td>"
                + "<td class=\"n\">\(rate.completed) of \(rate.total)</td>"
                + "<td class=\"n\">\(percent(rate.value))</td></tr>\n"
        }
        return table(
            "Completion by task",
            "<th class=\"w\">Task</th><th class=\"n\">Completed</th><th class=\"n\">Rate</th>",
            rows.joined(),
            count: sorted.count)
    }

    private var blocked: String {
        guard !organised.blocked.isEmpty else { return "" }
        let rows = organised.blocked.prefix(Self.rowCount).map { entry in
            "<tr><td>\(entry.task.title.description.xmlText)</td>"
                + "<td>\(entry.waitsFor.map(\.xmlText).joined(separator: "<br/>"))</td></tr>\n"
        }
        return table(
            "Blocked", "<th class=\"w\">Task</th><th>Waits for</th>", rows.joined(),
            count: organised.blocked.count)
    }

    private var projects: String {
        guard !organised.projects.isEmpty else { return "" }
        let rows = organised.projects.prefix(Self.rowCount).map { project in
            "<tr><td>\((project.name ?? "no project").xmlText)</td>"
                + "<td class=\"n\">\(project.done)</td><td class=\"n\">\(project.open)</td>"
                + "<td class=\"n\(project.overdue > 0 ? " late" : "")\">\(project.overdue)</td>"
                + "<td class=\"n\">\(pointText(project.points))</td></tr>\n"
        }
        return table(
            "Projects",
            "<th class=\"w\">Project</th><th class=\"n\">Done</th><th class=\"n\">Open</th>"
                + "<th class=\"n\">Overdue</th><th class=\"n\">Points open</th>",
            rows.joined(), count: organised.projects.count)
    }

    private var time: String {
        let total = work.total
        guard total.count > 0 else { return "" }
        return [(WorkStatistics.Grouping.project, "Time by project"), (.task, "Time by task")]
            .map { grouping, title in
                let rows = work.rows(by: grouping)
                let lines = rows.prefix(Self.rowCount).map { row in
                    "<tr><td>\((row.title ?? "no \(grouping.rawValue)").xmlText)"
                        + "\(row.time.runningCount > 0 ? " (running)" : "")</td>"
                        + "<td class=\"n\">\(row.time.duration)</td></tr>\n"
                }
                return table(
                    "\(title): \(total.duration)",
                    "<th class=\"w\">\(grouping == .task ? "Task" : "Project")</th>"
                        + "<th class=\"n\">Time</th>",
                    lines.joined(), count: rows.count)
            }.joined()
    }

    private func table(_ title: String, _ head: String, _ rows: String, count: Int) -> String {
        let more = count - Self.rowCount
        return "<h2>\(title)</h2>\n<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows)"
            + "</tbody>\n</table>\n" + (more > 0 ? "<p>and \(more) more</p>\n" : "")
    }
}
