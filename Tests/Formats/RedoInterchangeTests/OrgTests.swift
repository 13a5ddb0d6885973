import RedoCalendar
import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// Files of org.
@Suite struct OrgTests {
    private func read(_ text: String) throws -> ForeignTasks {
        try InterchangeFormat.org.read(Array(text.utf8), settings)
    }

    private func task(_ text: String) throws -> ForeignTask {
        let found = try read(text)
        return try #require(found.tasks.first, "\(found.mistakes)")
    }

    @Test func allPartsOfAHeadingAreMembers() throws {
        let task = try task(
            """
            * TODO [#A] Call the plumber [1/2] :home:phone:
              DEADLINE: <2025-11-20 Thu 9:30> SCHEDULED: <2025-11-18 Tue>
              :PROPERTIES:
              :ID:       abc-1
              :Effort:   1:30
              :CREATED:  [2025-11-01 Sat 10:00]
              :CATEGORY: house
              :LAST_REPEAT: never
              :END:
              He is out on Mondays.
                - ask for a price

            """)
        #expect(task.title == "Call the plumber" && task.priority == 5 && task.uid == "abc-1")
        #expect(task.tags == ["home", "phone"] && task.estimate == 90 && task.project == "house")
        #expect(task.due == instant("2025-11-20T08:30:00Z"))
        #expect(task.scheduled == instant("2025-11-17T23:00:00Z"))
        #expect(task.created == instant("2025-11-01T09:00:00Z"))
        #expect(task.description == "He is out on Mondays.\n  - ask for a price")
        #expect(task.fields == [JSONMember("lastRepeat", "never")])
        #expect(task.remarks == ["'last_repeat' is kept as the field 'lastRepeat'"])
    }

    @Test func headingsAreTheParentsOfThoseBelow() throws {
        let found = try read(
            """
            # a comment
            #+FILETAGS: :all:
            Some words.
            * Move
            Boxes are in the cellar.
            ** TODO Pack
            *** DONE Books
            CLOSED: [2025-11-15 Sat 12:00]
            ** Notes
            *** Phone numbers
            ** COMMENT Later
            *** TODO Never
            * TODO Rest
            """)
        #expect(found.tasks.map(\.title) == ["Move", "Pack", "Books", "Rest"])
        #expect(found.tasks.map(\.parent) == [nil, "line 4", "line 6", nil])
        #expect(found.tasks.allSatisfy { $0.tags == ["all"] })
        #expect(found.tasks[0].description == "Boxes are in the cellar.")
        #expect(found.tasks[2].status == .completed)
        #expect(found.tasks[2].ended == instant("2025-11-15T11:00:00Z"))
        #expect(
            found.remarks == [
                "2 headings without a keyword and without a task below left out",
                "2 headings in comments left out", "1 line before the first heading left out",
            ])
    }

    @Test(arguments: [
        ("DEADLINE: <2025-11-20 Thu +1w>", "FREQ=WEEKLY", "deadline", "deadline", 1),
        ("DEADLINE: <2025-11-20 Thu ++2m>", "FREQ=MONTHLY;INTERVAL=2", "deadline", "deadline", 0),
        ("DEADLINE: <2025-11-20 Thu .+1w>", "FREQ=WEEKLY", "completion", "deadline", 0),
        ("SCHEDULED: <2025-11-20 Thu ++1y>", "FREQ=YEARLY", "deadline", "scheduled", 0),
        (
            "SCHEDULED: <2025-11-20 ++1d> DEADLINE: <2025-11-21 ++1d>", "FREQ=DAILY", "deadline",
            "deadline", 0
        ),
        (
            "SCHEDULED: <2025-11-20 ++1d> DEADLINE: <2025-11-21 ++1w>", "FREQ=WEEKLY", "deadline",
            "deadline", 1
        ),
    ])
    func aRepeaterIsARule(
        _ planning: String, _ rule: String, _ origin: String, _ subject: String, _ remarkCount: Int
    ) throws {
        let task = try task("* TODO a\n\(planning)\n")
        #expect(task.recurrence?.rule == rule && task.recurrence?.zone == "Europe/Berlin")
        #expect(task.recurrence?.origin.rawValue == origin)
        #expect(task.recurrence?.subject.rawValue == subject)
        #expect(task.remarks.count == remarkCount, "\(task.remarks)")
    }

    /// As in the other formats: a rule of RFC 5545 would skip February.
    @Test func repeatersTakeTheLastDayOfShortMonths() throws {
        let clipped = "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"
        let task = try task("* TODO a\nDEADLINE: <2025-01-31 Fri ++1m>\n")
        #expect(task.recurrence?.rule == clipped)
        let start = try self.task("* TODO a\nSCHEDULED: <2025-01-31 Fri ++1m>\n")
        #expect(start.recurrence?.rule == clipped)
        let completion = try self.task("* TODO a\nDEADLINE: <2025-01-31 Fri .+1m>\n")
        #expect(completion.recurrence?.rule == "FREQ=MONTHLY")
    }

    @Test func aHabitIsCountedInDaysFromItsCompletion() throws {
        let task = try task("* TODO Water\nSCHEDULED: <2025-11-20 Thu .+2d/4d>\n")
        #expect(task.frequencyDays == 2 && task.due == instant("2025-11-20T22:59:00Z"))
        #expect(task.scheduled == instant("2025-11-19T23:00:00Z"))
        #expect(task.remarks == ["of SCHEDULED, '/4d' is left out"])
    }

    @Test func clocksAreWork() throws {
        let task = try task(
            """
            * TODO Report
              :LOGBOOK:
              CLOCK: [2025-11-16 Sun 10:00]
              CLOCK: [2025-11-15 Sat 23:30]--[2025-11-16 Sun 00:15] =>  0:45
              CLOCK: [2025-11-15 Sat 12:00]--[2025-11-15 Sat 11:00] => -1:00
              CLOCK: => 2:00
              - Note taken on [2025-11-14 Fri 08:00] \\\\
                Half is done.
              :END:
              CLOCK: [2025-11-13 Thu 08:00]--[2025-11-13 Thu 09:00] =>  1:00
            """)
        #expect(
            task.work == [
                ForeignTask.WorkInterval(from: instant("2025-11-16T09:00:00Z"), to: nil),
                ForeignTask.WorkInterval(
                    from: instant("2025-11-15T22:30:00Z"), to: instant("2025-11-15T23:15:00Z")),
                ForeignTask.WorkInterval(
                    from: instant("2025-11-13T07:00:00Z"), to: instant("2025-11-13T08:00:00Z")),
            ])
        #expect(task.remarks.count == 2 && task.description == nil)
        #expect(
            task.comments == [
                ForeignTask.Comment(at: instant("2025-11-14T07:00:00Z"), text: "Half is done.")
            ])
    }

    @Test func completedOccurrencesAreInTheLog() throws {
        let task = try task(
            """
            * TODO Water
            SCHEDULED: <2025-11-20 Thu .+2d>
            :LOGBOOK:
            - State "DONE"       from "TODO"       [2025-11-16 Sun 10:00]
            - State "DONE"       from "TODO"       [2025-11-14 Fri 10:00]
            - State "WAITING"    from "TODO"       [2025-11-13 Thu 10:00]
            :END:
            """)
        #expect(
            task.occurrences.map(\.completed) == [
                instant("2025-11-14T09:00:00Z"), instant("2025-11-16T09:00:00Z"),
            ])
        #expect(task.comments.count == 1)
    }

    @Test func keywordsAreThoseOfTheFile() throws {
        let found = try read(
            """
            #+TODO: IDEA(i) DOING(d!) | SHIPPED(s@/!) CANCELED
            * IDEA One
            * SHIPPED Two
            * CANCELED Three
            * DOING TODO Four
            """)
        #expect(found.tasks.map(\.title) == ["One", "Two", "Three", "TODO Four"])
        #expect(found.tasks.map(\.status) == [.open, .completed, .deleted, .open])
        #expect(found.tasks[0].fields == [JSONMember("state", "idea")])
        // Without a line of keywords, those of most configurations.
        #expect(try task("* NEXT Call").title == "Call")
        #expect(try read("#+TODO: A\n* NEXT Call\n* A b").tasks.map(\.title) == ["b"])
    }

    @Test(arguments: [
        ("DEADLINE: <%%(diary-float t 4 2)>", "orgDeadline"),
        ("SCHEDULED: <2025-02-30 Sun>", "orgScheduled"),
        (":PROPERTIES:\n:Effort: much\n:END:", "orgEffort"),
        (":PROPERTIES:\n:CREATED: soon\n:END:", "orgCreated"),
    ])
    func whatIsNotUnderstoodIsKeptAndNamed(_ text: String, _ field: String) throws {
        let task = try task("* TODO a\n\(text)\n")
        #expect(task.fields.map(\.name.description) == [field] && task.remarks.count == 1)
        #expect(task.due == nil && task.description == nil)
    }

    @Test func whatHasNoCounterpartIsNamed() throws {
        let task = try task(
            "* TODO [#D] a\nDEADLINE: <2025-11-20 Thu 10:00-11:00 -3d>--<2025-11-21 Fri>\n")
        #expect(task.due == instant("2025-11-20T09:00:00Z"))
        #expect(task.fields == [JSONMember("orgPriority", "D")])
        #expect(task.remarks.last == "of DEADLINE, '11:00 -3d --<2025-11-21 Fri>' is left out")
    }

    @Test(arguments: ["* TODO\n", "* TODO \n"])
    func aHeadingThatSaysNothingIsNamed(_ text: String) throws {
        let found = try read(text)
        #expect(found.tasks.isEmpty && found.mistakes.map(\.line) == [1])
    }

    @Test func aHeadingWithoutATitleIsNotLost() throws {
        let task = try task("* TODO [#A] :x:\n")
        #expect(task.title == "untitled" && task.priority == 5 && task.tags == ["x"])
        #expect(task.remarks == ["without a title; called 'untitled'"])
    }

    @Test func aDrawerWithoutAnEndIsText() throws {
        let task = try task("* TODO a\n:PROPERTIES:\n:ID: x\n")
        #expect(task.uid == nil && task.description == ":PROPERTIES:\n:ID: x")
    }

    @Test(arguments: ["", "hello\n", "- [ ] Milk\n", "*bold*\n", "title,due\na,b\n", "** \n"])
    func aFileWithoutAHeadingIsRefused(_ text: String) throws {
        if text == "** \n" {
            #expect(try read(text).tasks.isEmpty)
        } else {
            #expect(throws: ForeignMistake.self) { try read(text) }
        }
    }

    @Test func propertiesWithOneNameAreNumbered() throws {
        let task = try task(
            "* TODO a\n:PROPERTIES:\n:A-b: 1\n:A_B: 2\n:A b: 3\n:X: 4\n:X+: 5\n:END:\n")
        #expect(
            task.fields == [
                JSONMember("aB", "1"), JSONMember("aB2", "2"), JSONMember("aB3", "3"),
                JSONMember("x", "4 5"),
            ])
    }

    /// Quadratic work would take minutes.
    @Test func deepAndLongFilesAreReadInTime() throws {
        let deep = (1...1000).map { String(repeating: "*", count: $0) + " TODO t\n" }.joined()
        #expect(try read(deep).tasks.count == 1000)
        let long = String(repeating: "* TODO t\n:LOGBOOK:\n", count: 20_000)
        #expect(try read(long).tasks.count == 20_000)
        let drawers = "* TODO t\n" + String(repeating: ":LOGBOOK:\n", count: 40_000)
        #expect(try read(drawers).tasks.count == 1)
        let names = (0..<10_000).map { ":P\($0): v\n" }.joined()
        let wide = "* TODO t\n:PROPERTIES:\n\(names):END:\n"
        #expect(try read(wide).tasks.first?.fields.count == 10_000)
    }
}
