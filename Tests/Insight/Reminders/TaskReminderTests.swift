import RedoInsight
import RedoJSON
import Testing

@testable import RedoModel

/// The reminders that tasks have themselves.
@Suite struct TaskReminderTests {
    private static let rules = ReminderRules(
        leads: [0, 600_000], dayMinute: 540, zone: TimeZoneRules { _ in 0 })

    /// The announcements of a task that is due on 20 November at 10:00.
    private func announcements(
        _ fields: [String: JSONValue], due: String? = "2025-11-20T10:00:00.000Z"
    ) -> [String] {
        Self.rules.reminders(of: [SampleTask.make(1, "a", fields, due: due)]).sorted().map {
            "\($0.kind.rawValue) \($0.moment.wallText)"
        }
    }

    @Test func theyReplaceTheConfiguredTimes() {
        #expect(announcements([:]).count == 3)
        #expect(
            announcements(["reminders": ["-P1D", "-PT30M", "2025-11-01T08:00:00Z"]]) == [
                "due 2025-11-01T08:00:00.000Z", "due 2025-11-19T10:00:00.000Z",
                "due 2025-11-20T09:30:00.000Z",
            ])
        #expect(announcements(["reminders": []]).isEmpty)
    }

    @Test func withoutADeadlineTheyAreBeforeTheStart() {
        let fields: [String: JSONValue] = [
            "reminders": ["-PT1H"], "scheduled": "2025-11-18T08:00:00Z",
        ]
        #expect(announcements(fields, due: "") == ["scheduled 2025-11-18T07:00:00.000Z"])
        #expect(announcements(["reminders": ["-PT1H"]], due: "").isEmpty)
    }

    /// A start at the first moment of a day stands for the day, also if clocks skip midnight: it is announced in the
    /// morning. Clocks are put forward by an hour at 05:00 UTC, which is midnight.
    @Test(arguments: [
        ("2025-11-17T05:00:00Z", "2025-11-17T13:00:00.000Z"),
        ("2025-11-17T05:30:00Z", "2025-11-17T05:30:00.000Z"),
        ("2025-11-18T04:00:00Z", "2025-11-18T13:00:00.000Z"),
        ("2025-11-16T05:00:00Z", "2025-11-16T14:00:00.000Z"),
    ])
    func aDayIsAnnouncedInItsMorning(_ scheduled: String, _ announced: String) {
        let change: Int64 = 1_763_355_600
        let zone = TimeZoneRules { $0 < change ? -5 * 3600 : -4 * 3600 }
        let rules = ReminderRules(leads: [], dayMinute: 540, zone: zone)
        let fields = ["scheduled": JSONValue.string(JSONString(scheduled))]
        let reminders = rules.reminders(of: [SampleTask.make(1, "a", fields, due: "")])
        #expect(reminders.map(\.moment.wallText) == [announced])
    }

    /// One bad element makes the field absent.
    @Test(arguments: [
        "PT1H", "P1D", "-PT", "-P", "-P1", "-1H", "-P1H", "-PT1D", "-P1W1W", "-PT5M3H", "soon", "",
        "-P9999999999D",
    ])
    func anInvalidElementMakesTheFieldAbsent(_ text: String) {
        #expect(TaskReminder(text) == nil)
        let reminders: JSONValue = .array([.string("-PT1H"), .string(JSONString(text))])
        #expect(announcements(["reminders": reminders]).count == 3)
    }

    @Test func moreThanTwentyAreAbsent() {
        func reminders(_ count: Int) -> JSONValue {
            .array((1...count).map { .string(JSONString("-PT\($0)M")) })
        }
        #expect(announcements(["reminders": reminders(20)]).count == 20)
        #expect(announcements(["reminders": reminders(21)]).count == 3)
    }

    @Test(arguments: [
        ("-P1DT2H3M4S", "-P1DT2H3M4S"), ("-P14D", "-P2W"), ("-P3W", "-P3W"), ("-PT3600S", "-PT1H"),
        ("-P1D", "-P1D"), ("PT0S", "PT0S"), ("-P0D", "PT0S"), ("-pt5m", "-PT5M"),
        ("2025-11-20T10:00:00+01:00", "2025-11-20T09:00:00.000Z"),
    ])
    func aReminderHasOneText(_ text: String, _ expected: String) throws {
        let reminder = try #require(TaskReminder(text))
        #expect(reminder.text == expected && TaskReminder(expected) == reminder)
    }
}
