import RedoInsight
import RedoModel
import TestSupport
import Testing

/// What is announced when a clock goes on, stands still, or is set.
@Suite struct ReminderScheduleTests {
    private static let start = Instant(milliseconds: 1_763_294_400_000)
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    private static let day = 24 * hour

    private static func moment(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: start.milliseconds + milliseconds)
    }

    private static func reminder(
        _ number: UInt64, at milliseconds: Int64, _ kind: Reminder.Kind = .due
    ) -> Reminder {
        let task = TaskID(UUIDValue(high: 1, low: number))
        return Reminder(kind, of: task, date: moment(milliseconds), at: moment(milliseconds))
    }

    /// What a process does that lives through it: announces, and notes that.
    private struct Run {
        var record = ReminderRecord(beginningAt: start)
        var announced: [Reminder] = []
        var missedCount = 0
        var upcoming: [Reminder] = []

        mutating func look(_ reminders: [Reminder], at milliseconds: Int64) {
            let now = moment(milliseconds)
            let schedule = ReminderSchedule(reminders, after: record, at: now)
            announced += schedule.passed
            missedCount += schedule.missedCount
            upcoming = schedule.upcoming
            record.note(schedule.settled, at: now)
            // It goes through its text, as in a file.
            #expect(ReminderRecord(record.text[...]) == record)
        }
    }

    @Test func eachIsAnnouncedOnceAtItsMoment() {
        let reminders = (1...5).map { Self.reminder($0, at: Int64($0) * Self.minute) }
        var run = Run()
        run.look(reminders, at: 0)
        #expect(run.announced.isEmpty && run.upcoming == reminders)
        for (place, reminder) in reminders.enumerated() {
            let moment = Int64(place + 1) * Self.minute
            run.look(reminders, at: moment - 1)
            #expect(run.announced.count == place)
            for _ in 0..<2 { run.look(reminders, at: moment) }
            #expect(run.announced.count == place + 1 && run.announced.last == reminder)
        }
        #expect(run.upcoming.isEmpty && run.missedCount == 0)
    }

    /// A machine that sleeps, or a process that does not run: what passed in between is announced, the oldest first.
    @Test func whatPassedInBetweenIsAnnouncedOnce() {
        let reminders = (1...5).map { Self.reminder($0, at: Int64($0) * Self.hour) }
        var run = Run()
        run.look(reminders, at: 0)
        for _ in 0..<3 { run.look(reminders, at: 20 * Self.hour) }
        #expect(run.announced == reminders && run.missedCount == 0)
    }

    @Test func whatIsOlderThanADayIsCounted() {
        let old = (1...100).map { Self.reminder($0, at: Int64($0) * Self.minute) }
        let new = [Self.reminder(200, at: 29 * Self.hour)]
        var run = Run()
        run.look(old + new, at: 0)
        for _ in 0..<3 { run.look(old + new, at: 30 * Self.hour) }
        #expect(run.announced == new && run.missedCount == 100)
    }

    /// Who begins to be reminded does not hear of what is long past, and never will.
    @Test func theFirstTimeOnlyTheLastMinutesCount() {
        let reminders = [
            Self.reminder(1, at: -Self.day * 100), Self.reminder(2, at: -Self.hour),
            Self.reminder(3, at: -Self.minute * 9), Self.reminder(4, at: 0),
        ]
        var run = Run()
        for time in [0, 1, Self.hour, 2 * Self.day] { run.look(reminders, at: time) }
        #expect(run.announced == Array(reminders[2...]) && run.missedCount == 0)
    }

    @Test func atMost64AreScheduledTheNearest() {
        let reminders = (1...100).map { Self.reminder($0, at: Int64($0) * Self.minute) }
        var run = Run()
        run.look(reminders.reversed(), at: 0)
        #expect(run.upcoming == Array(reminders[..<64]))
        // A nearer one takes a place, and none is lost.
        let nearer = Self.reminder(500, at: 30_000)
        run.look(reminders + [nearer], at: 1)
        #expect(run.upcoming == [nearer] + reminders[..<63])
        for time in stride(from: 0, through: 100 * Self.minute, by: 30_000) {
            run.look(reminders + [nearer], at: time)
        }
        #expect(run.announced == [nearer] + reminders)
    }

    /// Of more than 64 that passed a further one replaces the oldest; those that were replaced are counted.
    @Test func atMost64AreAnnouncedAtOnce() {
        let reminders = (1...100).map { Self.reminder($0, at: Int64($0) * Self.minute) }
        var run = Run()
        run.look(reminders, at: 0)
        for _ in 0..<2 { run.look(reminders, at: 10 * Self.hour) }
        #expect(run.announced == Array(reminders[36...]) && run.missedCount == 36)
    }

    /// Where several moments of one deadline have passed, the last one says it all.
    @Test func ofADeadlineTheLastMomentIsAnnounced() {
        let task = TaskID(UUIDValue(high: 1, low: 1))
        let date = Self.moment(10 * Self.hour)
        let reminders = [
            Reminder(.due, of: task, date: date, at: Self.moment(8 * Self.hour)),
            Reminder(.due, of: task, date: date, at: date),
            Reminder(.overdue, of: task, date: date, at: Self.moment(12 * Self.hour)),
            Reminder(.waitOver, of: task, date: date, at: Self.moment(9 * Self.hour)),
        ]
        var run = Run()
        run.look(reminders, at: 0)
        for _ in 0..<2 { run.look(reminders, at: 13 * Self.hour) }
        #expect(run.announced.map(\.kind) == [.waitOver, .overdue] && run.missedCount == 0)
        var other = Run()
        for time in 0...13 { other.look(reminders, at: Int64(time) * Self.hour) }
        #expect(other.announced.map(\.kind) == [.due, .waitOver, .due, .overdue])
    }

    // MARK: Clocks that are set

    @Test func aClockThatIsPutBackRepeatsNothing() {
        let reminders = (1...5).map { Self.reminder($0, at: Int64($0) * Self.hour) }
        var run = Run()
        run.look(reminders, at: 0)
        run.look(reminders, at: 3 * Self.hour)
        #expect(run.announced.count == 3)
        for time in 0...6 { run.look(reminders, at: Int64(time) * Self.hour) }
        #expect(run.announced == reminders && run.missedCount == 0)
    }

    /// A clock that was a year ahead for a while takes no reminder away that was only counted then.
    @Test func aClockThatWasAheadTakesNothingAway() {
        let reminders = (1...5).map { Self.reminder($0, at: Int64($0) * Self.day) }
        var run = Run()
        run.look(reminders, at: 0)
        run.look(reminders, at: 365 * Self.day)
        #expect(run.announced.isEmpty && run.missedCount == 5)
        for time in 0...6 { run.look(reminders, at: Int64(time) * Self.day) }
        #expect(run.announced == reminders)
        // A record that began in the future begins anew.
        var other = Run(record: ReminderRecord(beginningAt: Self.moment(365 * Self.day)))
        for time in 0...6 { other.look(reminders, at: Int64(time) * Self.day) }
        #expect(other.announced == reminders)
    }

    /// Whatever the clock does, nothing is announced twice or before its moment; and if it goes on by less than a
    /// day at a time, each is announced.
    @Test func randomClocks() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<200 {
            let reminders = (1...30).map {
                Self.reminder($0, at: Int64.random(in: 0...(3 * Self.day), using: &generator))
            }
            var run = Run()
            var time: Int64 = 0
            while time < 4 * Self.day {
                let before = run.announced.count
                run.look(reminders, at: time)
                for reminder in run.announced[before...] {
                    #expect(reminder.moment <= Self.moment(time), seed.replay)
                }
                let isBack = Int.random(in: 0..<5, using: &generator) == 0
                time += Int64.random(
                    in: isBack ? -10 * Self.hour...0 : 0...(20 * Self.hour), using: &generator)
                time = max(0, time)
            }
            #expect(Set(run.announced) == Set(reminders), seed.replay)
            #expect(run.announced.count == reminders.count, seed.replay)
        }
    }

    // MARK: The record

    @Test(arguments: [
        "", "began", "began x\nthrough x\n", "began 2025-11-16T12:00:00.000Z\n",
        "began 2025-11-16T12:00:00.000Z\nthrough 2025-11-16T12:00:00.000Z",
        "began 2025-11-16T12:00:00.000Z\nthrough 2025-11-16T12:00:00.000Z\nx\n",
    ])
    func anythingElseIsNoRecord(_ text: String) { #expect(ReminderRecord(text[...]) == nil) }

    @Test func itIsBounded() {
        var record = ReminderRecord(beginningAt: Self.start)
        for round in 0..<10 {
            let reminders = (0..<1000).map {
                Self.reminder(UInt64(round * 1000 + $0), at: Int64(round * 1000 + $0))
            }
            record.note(reminders, at: Self.moment(Self.hour))
        }
        #expect(record.announced.count == 4096)
        record.note([], at: Self.moment(4 * Self.day))
        #expect(record.announced.isEmpty)
    }
}
