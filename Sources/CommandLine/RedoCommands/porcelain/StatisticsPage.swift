import RedoCommandLine
import RedoModel

/// The figures as a page that needs nothing else: no scripts, no fonts, no pictures from elsewhere.
struct StatisticsPage {
    private let statistics: Statistics

    /// So many rows a table has at most.
    private static let rowCount = 200

    init(_ statistics: Statistics) { self.statistics = statistics }

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
        \(StatisticsPicture(statistics).svg)\(pending)\(tasks)</body>
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

    private func table(_ title: String, _ head: String, _ rows: String, count: Int) -> String {
        let more = count - Self.rowCount
        return "<h2>\(title)</h2>\n<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows)"
            + "</tbody>\n</table>\n" + (more > 0 ? "<p>and \(more) more</p>\n" : "")
    }
}
