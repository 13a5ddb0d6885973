import RedoModel

extension CompletedOccurrence {
    /// The question: seven texts separated by tabs, `-` for a missing one; then the parts of a rule with starts or
    /// exceptions, each with its name: `start=…`, `span=374400`, `except=2024-01-15,2024-01-22`.
    package var line: String {
        func text(_ instant: Instant?) -> String { instant?.wallText ?? "-" }
        var cells = [
            recurrence.rule, recurrence.origin.rawValue, recurrence.zone, text(given), text(moved),
            text(completed), "\(count)",
        ]
        if recurrence.subject == .scheduled { cells.append("start=\(text(start))") }
        if let span { cells.append("span=\(span)") }
        let exceptions = neededExceptions
        if !exceptions.isEmpty { cells.append("except=\(exceptions.joined(separator: ","))") }
        return cells.joined(separator: "\t")
    }

    /// The maximum span, 1,000 years of seconds.
    private static let maximumSpan = 31_557_600_000

    /// Reads a question; nil if the line is invalid.
    package init?(line: String) {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count >= 7, let origin = Recurrence.Origin(rawValue: cells[1]),
            let given = Self.instant(cells[3]), let moved = Self.instant(cells[4]),
            let completed = Self.instant(cells[5]), let completed, let count = Int(cells[6]),
            count >= 0
        else { return nil }
        var start: Instant?
        var span: Int?
        var subject = Recurrence.Subject.deadline
        var exceptions: [String] = []
        for cell in cells[7...] {
            let parts = cell.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "start":
                guard let instant = Self.instant(parts[1]) else { return nil }
                (start, subject) = (instant, .scheduled)
            case "span":
                guard let number = Int(parts[1]), abs(number) <= Self.maximumSpan else {
                    return nil
                }
                span = number
            case "except":
                exceptions = parts[1].split(separator: ",").map(String.init)
                guard exceptions.allSatisfy(Recurrence.isDay) else { return nil }
            default: return nil
            }
        }
        self.init(
            of: Recurrence(
                rule: cells[0], origin: origin, zone: cells[2], of: subject, except: exceptions),
            given: given, moved: moved, completed: completed, count: count, start: start,
            span: span)
    }

    /// Reads a time, or `-` as a missing one; nil if the text is invalid.
    private static func instant(_ text: String) -> Instant?? {
        if text == "-" { return .some(nil) }
        guard let instant = Instant(iso8601: Array(text.utf8).span) else { return nil }
        return instant
    }
}

extension CompletedOccurrence.Next {
    /// The answer: a deadline; a start, a deadline or `-` and a span or `-`, each after a tab; or `-` or `error`, a tab
    /// and the reason.
    package var line: String {
        switch self {
        case .due(let due): due.wallText
        case .begins(let start, let due, let span):
            "\(start.wallText)\t\(due?.wallText ?? "-")\t\(span.map(String.init) ?? "-")"
        case .none(let reason): "-\t\(reason)"
        case .excessive(let reason): "error\t\(reason)"
        }
    }

    /// Reads an answer; nil if the line is invalid.
    package init?(line: String) {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        func instant(_ text: String) -> Instant? { Instant(iso8601: Array(text.utf8).span) }
        switch (cells[0], cells.count) {
        case ("-", 2...): self = .none(reason: cells[1...].joined(separator: "\t"))
        case ("error", 2...): self = .excessive(reason: cells[1...].joined(separator: "\t"))
        case (_, 1):
            guard let due = instant(line) else { return nil }
            self = .due(due)
        case (_, 3):
            guard let start = instant(cells[0]), cells[1] == "-" || instant(cells[1]) != nil,
                cells[2] == "-" || Int(cells[2]) != nil
            else { return nil }
            self = .begins(start, due: instant(cells[1]), span: Int(cells[2]))
        default: return nil
        }
    }
}
