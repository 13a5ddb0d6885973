import RedoModel
import Testing

@testable import RedoModel

/// When the next occurrence of a task is due (protocol, section 3).
@Suite struct NextDeadlineTests {
    /// Clocks go forward on 2026-03-29 at 02:00 and back on 2026-10-25 at 03:00, as in Berlin.
    private static let zone = TimeZoneRules { second in
        (1_774_746_000..<1_792_890_000).contains(second) ? 7200 : 3600
    }

    private static func instant(_ text: String) throws -> Instant {
        let instant = Instant(iso8601: Array(text.utf8).span)
        return try #require(instant)
    }

    @Test(arguments: [
        // Done early, late, and on another local day than in UTC.
        ("2026-01-10T09:00:00+01:00", "2026-01-09T12:00:00+01:00", 7, "2026-01-16T09:00:00+01:00"),
        ("2026-01-10T09:00:00+01:00", "2026-01-20T23:30:00+01:00", 1, "2026-01-21T09:00:00+01:00"),
        ("2026-01-10T09:00:00+01:00", "2026-01-20T00:30:00+01:00", 1, "2026-01-21T09:00:00+01:00"),
        // Across both changes of the clocks, and into the hour that is skipped.
        ("2026-03-28T09:00:00+01:00", "2026-03-28T12:00:00+01:00", 7, "2026-04-04T09:00:00+02:00"),
        ("2026-10-24T09:00:00+02:00", "2026-10-24T12:00:00+02:00", 7, "2026-10-31T09:00:00+01:00"),
        ("2026-03-28T02:30:00+01:00", "2026-03-28T12:00:00+01:00", 1, "2026-03-29T03:30:00+02:00"),
        // What is finer than a minute is kept.
        (
            "2026-01-10T23:59:59.5+01:00", "2026-01-10T12:00:00+01:00", 2,
            "2026-01-12T23:59:59.5+01:00"
        ),
    ])
    func theTimeOfDayIsKept(_ due: String, _ completed: String, _ days: Int, _ next: String) throws
    {
        let deadline = Self.zone.nextDeadline(
            after: try Self.instant(due), completed: try Self.instant(completed), everyDays: days)
        #expect(try deadline == Self.instant(next), "\(deadline.wallText)")
    }

    @Test func withoutADeadlineDaysHave24Hours() throws {
        let deadline = Self.zone.nextDeadline(
            after: nil, completed: try Self.instant("2026-03-28T12:00:00+01:00"), everyDays: 2)
        #expect(try deadline == Self.instant("2026-03-30T13:00:00+02:00"))
    }

    @Test(arguments: [1_000_000_000, Int.max]) func theYearsEndWith9999(_ days: Int) throws {
        let due = try Self.instant("2026-01-10T09:00:00Z")
        for deadline in [due, nil] {
            #expect(
                Self.zone.nextDeadline(after: deadline, completed: due, everyDays: days) == .latest)
        }
    }
}
