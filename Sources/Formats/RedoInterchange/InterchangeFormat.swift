import RedoModel

/// A format of files of other programs. This is the one table of them.
///
/// ```swift
/// let found = try InterchangeFormat.todotxt.read(bytes, settings)
/// let output = InterchangeFormat.csv.write(found.tasks, settings)
/// ```
package enum InterchangeFormat: String, CaseIterable, Sendable {
    case taskwarrior, todotxt, icalendar, csv, markdown, json
    case todoist, org, github, gitlab

    /// The formats that are written as well as read.
    package static let written = allCases.filter(\.isWritten)

    /// The names of formats in options: `csv, markdown or json`.
    package static func listed(_ formats: [InterchangeFormat]) -> String {
        let names = formats.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    }

    /// A description of the format.
    package var summary: String {
        switch self {
        case .taskwarrior: "the JSON of Taskwarrior's export"
        case .todotxt: "todo.txt"
        case .icalendar: "VTODOs of iCalendar"
        case .csv: "a table of comma-separated values"
        case .markdown: "lists of Markdown"
        case .json: "the neutral form, JSON Lines"
        case .todoist: "Todoist's CSV, of a project or in a backup"
        case .org: "headings with keywords of Emacs' org"
        case .github: "issues of GitHub as JSON, of gh or the REST API"
        case .gitlab: "issues of GitLab as JSON, of its REST API"
        }
    }

    /// Whether a file is read by a separate process, with ``CalendarText`` and libical.
    package var needsProcess: Bool { self == .icalendar }

    /// The name of the format in sentences: "read 12 tasks as Todoist's CSV".
    package var name: String {
        switch self {
        case .taskwarrior: "Taskwarrior's export"
        case .todotxt: "todo.txt"
        case .icalendar: "iCalendar"
        case .csv: "a table"
        case .markdown: "Markdown"
        case .json: "the neutral form"
        case .todoist: "Todoist's CSV"
        case .org: "org"
        case .github: "issues of GitHub"
        case .gitlab: "issues of GitLab"
        }
    }

    /// Whether tasks can be written in it.
    package var isWritten: Bool {
        switch self {
        case .taskwarrior, .todotxt, .icalendar, .csv, .markdown, .json: true
        case .todoist, .org, .github, .gitlab: false
        }
    }

    /// Whether its entries have ids.
    package var hasIDs: Bool {
        [.taskwarrior, .icalendar, .github, .gitlab].contains(self)
    }

    /// Reads a file; the result is empty for a format that needs a process.
    ///
    /// - Throws: ``ForeignMistake`` for a file that is not of the format at all.
    package func read(
        _ bytes: [UInt8], _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> ForeignTasks {
        switch self {
        case .taskwarrior: try TaskwarriorReader(settings).read(bytes)
        case .todotxt: TodoTxtReader(settings).read(bytes)
        case .icalendar: ForeignTasks()
        case .csv: try CSVReader(settings).read(bytes)
        case .markdown: MarkdownReader(settings).read(bytes)
        case .json: NeutralLines.read(bytes, settings)
        case .todoist: try TodoistReader.read(bytes, settings)
        case .org: try OrgReader.read(bytes, settings)
        case .github: try IssueReader.read(bytes, of: .github, settings)
        case .gitlab: try IssueReader.read(bytes, of: .gitlab, settings)
        }
    }

    /// Writes a file. An invalid recurrence is left out, with a remark on its task. The result is empty for a format that
    /// is not written.
    package func write(
        _ tasks: [ForeignTask], _ settings: InterchangeSettings
    ) -> InterchangeOutput {
        var tasks = tasks
        var count = 0
        for index in tasks.indices where tasks[index].leaveOutUnreadableRule() { count += 1 }
        return written(tasks, settings)
            .adding(count, of: "recurrence that is not a rule")
            .adding(foreignZoneCount(tasks, settings), of: "time zone of recurrence")
            .adding(lostReminderCount(tasks, settings), of: "reminders without a date")
    }

    /// The number of tasks whose rules follow another zone than the user's, in formats without zones.
    private func foreignZoneCount(
        _ tasks: [ForeignTask], _ settings: InterchangeSettings
    ) -> Int {
        guard self == .taskwarrior || self == .todotxt else { return 0 }
        return tasks.count { task in
            task.status == .open
                && task.recurrence.map { $0.zone != settings.zoneName } ?? false
        }
    }

    private func lostReminderCount(
        _ tasks: [ForeignTask], _ settings: InterchangeSettings
    ) -> Int {
        guard self == .icalendar else { return 0 }
        let properties = CalendarProperties(settings)
        return tasks.count { properties.unwritableReminderCount(of: $0) > 0 }
    }

    private func written(
        _ tasks: [ForeignTask], _ settings: InterchangeSettings
    ) -> InterchangeOutput {
        switch self {
        case .taskwarrior: TaskwarriorWriter(settings).write(tasks)
        case .todotxt: TodoTxtWriter(settings).write(tasks)
        case .icalendar: CalendarWriter(settings).write(tasks)
        case .csv: InterchangeOutput(CSVWriter(settings).write(tasks))
        case .markdown: InterchangeOutput(MarkdownWriter(settings).write(tasks))
        case .json: InterchangeOutput(NeutralLines.write(tasks))
        case .todoist, .org, .github, .gitlab: InterchangeOutput([])
        }
    }
}

/// A file that was written, and what the format cannot express.
package struct InterchangeOutput: Sendable {
    package let bytes: [UInt8]
    /// For each member that the format cannot express, its name and the number of tasks that have it.
    package let left: [(name: String, count: Int)]

    init(_ bytes: [UInt8], left: [String: Int] = [:]) {
        self.bytes = bytes
        self.left = left.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The output with more tasks counted for something that the format cannot express.
    fileprivate func adding(_ count: Int, of name: String) -> InterchangeOutput {
        if count == 0 { return self }
        var counts = Dictionary(left.map { ($0.name, $0.count) }) { $0 + $1 }
        counts[name, default: 0] += count
        return InterchangeOutput(bytes, left: counts)
    }
}
