import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel

/// The figures as a page in one file: no scripts, no fonts, no pictures from elsewhere.
struct StatisticsPage {
    private let statistics: Statistics
    private let organised: OrganisedStatistics
    private let work: WorkStatistics

    /// The maximum number of rows of a table.
    private static let rowCount = 200

    init(_ statistics: Statistics, _ organised: OrganisedStatistics, _ work: WorkStatistics) {
        self.statistics = statistics
        self.organised = organised
        self.work = work
    }

    /// A whole HTML file, which is well-formed XML too.
    var html: Markup {
        [
            Self.head, StatisticsPicture(statistics).svg, pending, blocked, projects, time, tasks,
            "</body>\n</html>\n",
        ]
    }

    private static let head: Markup = """
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
        </style>
        </head>
        <body>

        """

    private var pending: Markup {
        table(
            "Pending, by deadline", head: [("Due", ""), ("Priority", "n"), ("Rank", "n"), task],
            statistics.pending
        ) { item, rank in
            let due = item.todo?.due
            let isLate = due.map { $0 < statistics.now } ?? false
            return [
                cell(due.map { localText($0) } ?? "–", isLate ? "d late" : "d"),
                cell("\(item.task.priority)", "n"), cell(oneDecimal(rank), "n"),
                cell(item.task.title.description),
            ]
        }
    }

    private var tasks: Markup {
        let sorted = statistics.byTask.sorted {
            ($0.rate.total, $1.task.id) > ($1.rate.total, $0.task.id)
        }
        return table(
            "Completion by task", head: [task, ("Completed", "n"), ("Rate", "n")], sorted
        ) { task, rate in
            [
                cell(task.title.description), cell("\(rate.completed) of \(rate.total)", "n"),
                cell(percent(rate.value), "n"),
            ]
        }
    }

    private var blocked: Markup {
        table("Blocked", head: [task, ("Waits for", "")], organised.blocked) { entry in
            let goals = entry.waitsFor.map(Markup.init(text:))
            return [
                cell(entry.task.title.description),
                Markup("td", content: goals.joined(separator: "<br/>")),
            ]
        }
    }

    private var projects: Markup {
        table(
            "Projects",
            head: [
                ("Project", "w"), ("Done", "n"), ("Open", "n"), ("Overdue", "n"),
                ("Points open", "n"),
            ], organised.projects
        ) { project in
            [
                cell(project.name ?? "no project"), cell("\(project.done)", "n"),
                cell("\(project.open)", "n"),
                cell("\(project.overdue)", project.overdue > 0 ? "n late" : "n"),
                cell(pointText(project.points), "n"),
            ]
        }
    }

    private var time: Markup {
        let total = work.total
        guard total.count > 0 else { return "" }
        return [
            times(by: .project, "Time by project: \(total.duration)", column: ("Project", "w")),
            times(by: .task, "Time by task: \(total.duration)", column: task),
        ]
    }

    private func times(
        by grouping: WorkStatistics.Grouping, _ title: String, column: Heading
    ) -> Markup {
        table(title, head: [column, ("Time", "n")], work.rows(by: grouping)) { row in
            let name = row.title ?? "no \(grouping.rawValue)"
            return [
                cell(name + (row.time.runningCount > 0 ? " (running)" : "")),
                cell("\(row.time.duration)", "n"),
            ]
        }
    }

    // MARK: Tables

    /// The head of a column, and its class.
    private typealias Heading = (title: String, kind: String)

    private var task: Heading { ("Task", "w") }

    private func cell(_ text: String, _ kind: String = "") -> Markup {
        Markup("td", kind, content: Markup(text: text))
    }

    /// A table of the first rows, and how many more there are; nothing without rows.
    private func table<Row>(
        _ title: String, head: [Heading], _ rows: [Row], cells: (Row) -> Markup
    ) -> Markup {
        guard !rows.isEmpty else { return "" }
        let heads = head.map { Markup("th", $0.kind, content: Markup(text: $0.title)) }
        let lines = rows.prefix(Self.rowCount).map { row -> Markup in
            [Markup("tr", content: cells(row)), "\n"]
        }
        let more = rows.count - Self.rowCount
        return [
            Markup("h2", content: Markup(text: title)), "\n<table>\n<thead>",
            Markup("tr", content: heads.joined()), "</thead>\n<tbody>\n", lines.joined(),
            "</tbody>\n</table>\n",
            more > 0 ? [Markup("p", content: Markup(text: "and \(more) more")), "\n"] : "",
        ]
    }
}
