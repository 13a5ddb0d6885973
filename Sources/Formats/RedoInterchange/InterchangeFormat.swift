import RedoModel

/// A format of files of other programs. This is the one table of them.
///
/// ```swift
/// let found = try InterchangeFormat.todotxt.read(bytes, settings)
/// let output = InterchangeFormat.csv.write(found.tasks, settings)
/// ```
package enum InterchangeFormat: String, CaseIterable, Sendable {
    case taskwarrior, todotxt, icalendar, csv, markdown, json

    /// A description of the format.
    package var summary: String {
        switch self {
        case .taskwarrior: "the JSON of Taskwarrior's export"
        case .todotxt: "todo.txt"
        case .icalendar: "VTODOs of iCalendar"
        case .csv: "a table of comma-separated values"
        case .markdown: "lists of Markdown"
        case .json: "the neutral form, JSON Lines"
        }
    }

    /// The usual extensions of file names, without a dot.
    package var extensions: [String] {
        switch self {
        case .taskwarrior, .json: ["json"]
        case .todotxt: ["txt"]
        case .icalendar: ["ics"]
        case .csv: ["csv"]
        case .markdown: ["md"]
        }
    }

    /// Whether a file is read by a separate process, with ``CalendarText`` and libical.
    package var needsProcess: Bool { self == .icalendar }

    /// Whether its entries have ids.
    package var hasIDs: Bool { self == .taskwarrior || self == .icalendar }

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
        }
    }

    /// Writes a file. An invalid recurrence is left out, with a remark on its task.
    package func write(
        _ tasks: [ForeignTask], _ settings: InterchangeSettings
    ) -> InterchangeOutput {
        var tasks = tasks
        var count = 0
        for index in tasks.indices where tasks[index].leaveOutUnreadableRule() { count += 1 }
        let output = written(tasks, settings)
        return count == 0 ? output : output.adding(count, of: "recurrence that is not a rule")
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
        var counts = Dictionary(left.map { ($0.name, $0.count) }) { $0 + $1 }
        counts[name, default: 0] += count
        return InterchangeOutput(bytes, left: counts)
    }
}
