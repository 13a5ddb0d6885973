import RedoJSON
import RedoModel
import RedoSystem

/// A reader of issues as JSON: of `gh issue list --json …`, or of the REST APIs of GitHub and GitLab.
///
/// ```
/// [{"number":7,"title":"Fix the gate","state":"CLOSED","closedAt":"2025-11-16T10:00:00Z","labels":[{"name":"bug"}],
///   "url":"https://github.com/ana/garden/issues/7","comments":[{"author":{"login":"bo"},"body":"Done."}]}]
/// ```
struct IssueReader {
    private let service: IssueService
    private let settings: InterchangeSettings
    private var result = ForeignTasks()
    /// What is left out, with the number of issues.
    private var left: [String: Int] = [:]
    private var missingCommentCount = 0

    private init(of service: IssueService, _ settings: InterchangeSettings) {
        self.service = service
        self.settings = settings
    }

    /// - Throws: ``ForeignMistake`` for a text without a single issue.
    static func read(
        _ bytes: [UInt8], of service: IssueService, _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> ForeignTasks {
        var reader = IssueReader(of: service, settings)
        return try reader.read(bytes)
    }

    private mutating func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        let entries = try JSONEntries.read(bytes)
        for entry in entries { read(entry) }
        if let mistake = result.mistakes.first, result.mistakes.count == entries.count {
            throw mistake
        }
        for (name, count) in left.sorted(by: { $0.key < $1.key }) {
            result.remarks.append("\(name) left out (\(count))")
        }
        if missingCommentCount > 0 {
            result.remarks.append("\(counted(missingCommentCount, "comment")) not in the file")
        }
        return result
    }

    private mutating func read(_ entry: JSONEntries.Entry) {
        var read = IssueReading(service, settings)
        result.add(line: entry.line) { () throws(ForeignMistake) in
            try read.task(try JSONText.object(entry.text))
        }
        for name in read.left { left[name, default: 0] += 1 }
        missingCommentCount += read.missingCommentCount
    }
}
