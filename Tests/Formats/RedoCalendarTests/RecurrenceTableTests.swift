import RedoModel
import TestSupport
import Testing

@testable import RedoCalendar

/// A line of `Fixtures/recurrence.tsv`.
struct RecurrenceCase: CustomTestStringConvertible {
    let line: Int
    let text: String
    let occurrence: CompletedOccurrence
    let next: Instant?

    var testDescription: String { "line \(line): \(text)" }

    static let all: [RecurrenceCase] = {
        let lines = (try? Fixtures.lines("recurrence.tsv")) ?? []
        return lines.enumerated().dropFirst().map { RecurrenceCase($1, line: $0 + 1) }
    }()

    private init(_ bytes: [UInt8], line: Int) {
        let text = String(decoding: bytes, as: UTF8.self)
        let cells = text.split(separator: "\t").map(String.init)
        func instant(_ index: Int) -> Instant? { Instant(iso8601: Array(cells[index].utf8).span) }
        self.line = line
        self.text = text
        occurrence = CompletedOccurrence(
            of: Recurrence(
                rule: cells[0], origin: Recurrence.Origin(rawValue: cells[1]) ?? .deadline,
                zone: cells[2]),
            given: instant(3), moved: instant(4), completed: instant(5) ?? .latest,
            count: Int(cells[6]) ?? 0)
        next = instant(7)
    }
}

/// The table of recurrences.
@Suite struct RecurrenceTableTests {
    @Test func theTableIsThere() { #expect(RecurrenceCase.all.count == 94) }

    @Test(arguments: RecurrenceCase.all) func aLineOfTheTable(_ test: RecurrenceCase) {
        switch test.occurrence.next() {
        case .due(let due): #expect(due == test.next)
        case .begins: Issue.record("the rule gives deadlines")
        case .none(let reason): #expect(test.next == nil, "\(reason)")
        case .excessive(let reason): Issue.record("\(reason)")
        }
    }
}
