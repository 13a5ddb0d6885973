import RedoModel

/// The questions and answers of `redo-calendar`, a line each.
extension CompletedOccurrence {
    /// The question: seven texts separated by tabs, `-` for a missing one.
    package var line: String {
        func text(_ instant: Instant?) -> String { instant?.wallText ?? "-" }
        return [
            recurrence.rule, recurrence.origin.rawValue, recurrence.zone, text(given), text(moved),
            text(completed), "\(count)",
        ].joined(separator: "\t")
    }

    /// Reads a question; nil if the line is invalid.
    package init?(line: String) {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 7, let origin = Recurrence.Origin(rawValue: cells[1]),
            let given = Self.instant(cells[3]), let moved = Self.instant(cells[4]),
            let completed = Self.instant(cells[5]), let completed, let count = Int(cells[6]),
            count >= 0
        else { return nil }
        self.init(
            of: Recurrence(rule: cells[0], origin: origin, zone: cells[2]), given: given,
            moved: moved, completed: completed, count: count)
    }

    /// Reads a time, or `-` as a missing one; nil if the text is invalid.
    private static func instant(_ text: String) -> Instant?? {
        if text == "-" { return .some(nil) }
        guard let instant = Instant(iso8601: Array(text.utf8).span) else { return nil }
        return instant
    }
}

extension CompletedOccurrence.Next {
    /// The answer: a time, `-` or `error`; the last two are followed by a tab and the reason.
    package var line: String {
        switch self {
        case .due(let due): due.wallText
        case .none(let reason): "-\t\(reason)"
        case .excessive(let reason): "error\t\(reason)"
        }
    }

    /// Reads an answer; nil if the line is invalid.
    package init?(line: String) {
        let cells = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        switch (cells[0], cells.count) {
        case ("-", 2): self = .none(reason: String(cells[1]))
        case ("error", 2): self = .excessive(reason: String(cells[1]))
        case (_, 1):
            guard let due = Instant(iso8601: Array(line.utf8).span) else { return nil }
            self = .due(due)
        default: return nil
        }
    }
}
