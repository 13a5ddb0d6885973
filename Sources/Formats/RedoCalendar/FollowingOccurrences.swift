import RedoModel

/// The request for the occurrences that would follow a to-do, if each were completed on time.
package struct FollowingOccurrences: Equatable, Sendable {
    /// The to-do, as if it were completed.
    package let first: CompletedOccurrence
    package let end: Instant

    /// The maximum number of deadlines that are computed.
    package static let maximumCount = 400

    package init(after first: CompletedOccurrence, until end: Instant) {
        self.first = first
        self.end = end
    }

    /// The deadlines, ascending; none is after the end.
    package enum Answer: Equatable, Sendable {
        case due([Instant])
        /// The rule exceeds a limit.
        case excessive(reason: String)
    }

    /// Returns the deadlines up to the end, at most ``maximumCount``.
    ///
    /// The time has no bound, since libical computes the instances.
    package func deadlines() -> Answer {
        var deadlines: [Instant] = []
        var last = first
        while deadlines.count < Self.maximumCount {
            let next: (due: Instant, start: Instant?, span: Int?)
            switch last.next() {
            case .none, .begins(_, due: nil, _): return .due(deadlines)
            case .excessive(let reason): return .excessive(reason: reason)
            case .due(let due): next = (due, nil, nil)
            case .begins(let start, let due?, let span): next = (due, start, span)
            }
            guard next.due <= end else { return .due(deadlines) }
            deadlines.append(next.due)
            last = CompletedOccurrence(
                of: last.recurrence, given: next.due, moved: nil, completed: next.due,
                count: last.count + 1, start: next.start, span: next.span)
        }
        return .due(deadlines)
    }
}

/// The questions and answers of `redo-calendar`, a line each.
extension FollowingOccurrences {
    /// The question: that for the next occurrence, then a tab and the end.
    package var line: String { "\(first.line)\t\(end.wallText)" }

    /// Reads a question; nil if the line is invalid.
    package init?(line: String) {
        guard let tab = line.lastIndex(of: "\t"),
            let first = CompletedOccurrence(line: String(line[..<tab])),
            let end = Instant(iso8601: Array(line[tab...].utf8.dropFirst()).span)
        else { return nil }
        self.init(after: first, until: end)
    }
}

extension FollowingOccurrences.Answer {
    /// The answer: times separated by spaces, `-` for no time, or `error`, a tab and the reason.
    package var line: String {
        switch self {
        case .due(let deadlines):
            deadlines.isEmpty ? "-" : deadlines.map(\.wallText).joined(separator: " ")
        case .excessive(let reason): "error\t\(reason)"
        }
    }

    /// Reads an answer; nil if the line is invalid.
    package init?(line: String) {
        if line == "-" {
            self = .due([])
        } else if line.hasPrefix("error\t") {
            self = .excessive(reason: String(line.dropFirst(6)))
        } else {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let deadlines = words.compactMap { Instant(iso8601: Array($0.utf8).span) }
            guard deadlines.count == words.count,
                deadlines.count <= FollowingOccurrences.maximumCount
            else { return nil }
            self = .due(deadlines)
        }
    }
}
