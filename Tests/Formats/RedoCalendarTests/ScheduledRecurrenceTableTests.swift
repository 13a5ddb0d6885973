import RedoModel
import TestSupport
import Testing

@testable import RedoCalendar

/// A line of `Fixtures/recurrence-of.tsv`: a rule that gives starts.
struct ScheduledRecurrenceCase: CustomTestStringConvertible {
    let line: Int
    let text: String
    let occurrence: CompletedOccurrence
    /// The next deadline, start and span; all are nil if there is none.
    let due: Instant?
    let start: Instant?
    let span: Int?

    var testDescription: String { "line \(line): \(text)" }

    static let all: [ScheduledRecurrenceCase] = {
        let lines = (try? Fixtures.lines("recurrence-of.tsv")) ?? []
        return lines.enumerated().dropFirst().map { ScheduledRecurrenceCase($1, line: $0 + 1) }
    }()

    private init(_ bytes: [UInt8], line: Int) {
        let text = String(decoding: bytes, as: UTF8.self)
        let cells = text.split(separator: "\t").map(String.init)
        func instant(_ index: Int) -> Instant? { Instant(iso8601: Array(cells[index].utf8).span) }
        self.line = line
        self.text = text
        let exceptions = cells[8] == "-" ? [] : cells[8].split(separator: ",").map(String.init)
        occurrence = CompletedOccurrence(
            of: Recurrence(
                rule: cells[0], origin: .deadline, zone: cells[1], of: .scheduled,
                except: exceptions),
            given: instant(3), moved: instant(5), completed: instant(6) ?? .latest,
            count: Int(cells[7]) ?? 0, start: instant(2), span: Int(cells[4]))
        (due, start, span) = (instant(9), instant(10), Int(cells[11]))
    }
}

/// The table of recurrences that give starts.
@Suite struct ScheduledRecurrenceTableTests {
    @Test func theTableIsThere() { #expect(ScheduledRecurrenceCase.all.count == 21) }

    @Test(arguments: ScheduledRecurrenceCase.all)
    func aLineOfTheTable(_ test: ScheduledRecurrenceCase) throws {
        let next = test.occurrence.next()
        switch next {
        case .begins(let start, let due, let span):
            #expect(start == test.start)
            #expect(due == test.due)
            #expect(span == test.span)
        case .none(let reason): #expect(test.start == nil, "\(reason)")
        case .due, .excessive: Issue.record("\(next)")
        }
        #expect(CompletedOccurrence.Next(line: next.line) == next)
        #expect(CompletedOccurrence(line: test.occurrence.line) == test.occurrence)
    }

    @Test func exceptionsAreSkippedInEveryMode() throws {
        func instant(_ text: String) throws -> Instant {
            let instant = Instant(iso8601: Array(text.utf8).span)
            return try #require(instant)
        }
        let given = try instant("2024-03-01T09:00:00Z")
        for origin in Recurrence.Origin.allCases {
            let recurrence = Recurrence(
                rule: "FREQ=DAILY;COUNT=2", origin: origin, zone: "UTC",
                except: ["2024-03-03", "2024-03-02"])
            let next = CompletedOccurrence(
                of: recurrence, given: given, moved: nil, completed: given, count: 1
            ).next()
            #expect(next == .due(try instant("2024-03-04T09:00:00Z")), "\(origin)")
        }
    }

    @Test(arguments: ["start", "start=", "start=now", "span=x", "except=2024-02-30", "other=1", ""])
    func aPartOfAnotherFormIsRefused(_ part: String) {
        let line = "FREQ=DAILY\tdeadline\tUTC\t-\t-\t2024-03-01T09:00:00.000Z\t1"
        #expect(CompletedOccurrence(line: line) != nil)
        #expect(CompletedOccurrence(line: "\(line)\t\(part)") == nil)
    }
}
