/// A report that every store has: options of a list under a name, which a user can change.
package struct StandardReport: Sendable {
    package let name: String
    /// The description of the report, for people.
    package let summary: String
    /// The names and values of options of `redo list`.
    package let options: [(name: String, value: String)]

    private init(_ name: String, _ summary: String, _ options: (name: String, value: String)...) {
        self.name = name
        self.summary = summary
        self.options = options
    }

    /// The table of these reports.
    package static let all = [
        StandardReport("next", "what to do next: the list without a name"),
        StandardReport(
            "today", "what is due or scheduled today, or overdue",
            ("query", "status:open (due:..today or scheduled:..today)")),
        StandardReport("overdue", "what is overdue", ("query", "status:open is:overdue")),
        StandardReport(
            "soon", "what is due within seven days, or overdue", ("week", "true"),
            ("sort", "due")),
        StandardReport(
            "waiting", "what is hidden until later", ("query", "status:waiting or status:snoozed"),
            ("columns", "id,priority,hidden,title"), ("sort", "hidden")),
        StandardReport("blocked", "what has to wait for another task", ("query", "status:blocked")),
        StandardReport("active", "what someone works on", ("query", "is:active")),
        StandardReport(
            "recurring", "what recurs", ("query", "status:open is:recurring"),
            ("columns", "id,priority,due,every,title"), ("sort", "due")),
        StandardReport("completed", "what is done, the latest first", ("completed", "true")),
        StandardReport(
            "unplanned", "what has neither a deadline nor a start",
            ("query", "status:open due:none scheduled:none")),
        StandardReport("all", "every task that is not in the trash", ("all", "true")),
    ]
}
