import RedoCalendar
import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// Todoist's CSV.
@Suite struct TodoistTests {
    private static let header =
        "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,"
        + "DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG"

    /// Words with the meaning that the command line gives them; the rest has none.
    private static let words = DateWords { text, endsDay, clock in
        ["tomorrow at 5pm": instant("2025-11-17T16:00:00Z")][text]
    } frequency: { text in
        switch text {
        case "mon 9:00":
            .rule(
                (try? RecurrenceRule("FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"))
                    ?? RecurrenceRule(.weekly))
        case "3 days": .days(3)
        case "workday": .rule(RecurrenceRule(.weekly))
        default: nil
        }
    } first: { _, _ in
        instant("2025-11-17T08:00:00Z")
    }

    private func read(_ rows: String, from fileName: String? = nil) throws -> ForeignTasks {
        var settings = settings
        (settings.words, settings.fileName) = (Self.words, fileName)
        return try InterchangeFormat.todoist.read(
            Array("\(Self.header)\r\n\(rows)".utf8), settings)
    }

    private func task(_ row: String) throws -> ForeignTask {
        let found = try read(row)
        return try #require(found.tasks.first, "\(found.mistakes)")
    }

    @Test func rowsAreTasksWithinSections() throws {
        let found = try read(
            """
            task,Buy milk @shop,"Two, please",1,1,Ana (1),Bo (2),2025-11-20,en,Europe/Berlin,30,minute,,
            note,Oat if they have it,,,,Ana (1),,,,,,,,
            ,,,,,,,,,,,,,
            section,Kitchen,,,,,,,,,,,,
            task,Paint,,4,1,,,,,,,,,
            task,Walls,,4,2,,,,,,,,,
            task,Sockets,,4,3,,,,,,,,,
            task,Door,,4,2,,,,,,,,,
            task,Tiles,,4,1,,,,,,,,,
            """, from: "Home [2203306141].csv")
        #expect(found.mistakes.isEmpty, "\(found.mistakes)")
        let milk = try #require(found.tasks.first)
        #expect(milk.title == "Buy milk" && milk.tags == ["shop"] && milk.priority == 5)
        #expect(milk.description == "Two, please" && milk.estimate == 30 && milk.line == 2)
        #expect(milk.due == instant("2025-11-20T22:59:00Z") && milk.project == "Home")
        #expect(milk.comments == [ForeignTask.Comment(at: nil, text: "Oat if they have it")])
        #expect(milk.fields == [JSONMember("responsible", "Bo (2)")])
        #expect(found.tasks.dropFirst().allSatisfy { $0.project == "Home.Kitchen" })
        #expect(found.tasks.dropFirst().map(\.parent) == [nil, "line 6", "line 7", "line 6", nil])
        #expect(found.remarks == ["AUTHOR is left out (2)"])
    }

    @Test(arguments: [("1", 5), ("2", 4), ("3", 3), ("4", nil), ("", nil)] as [(String, Int?)])
    func oneIsTheHighestPriority(_ text: String, _ priority: Int?) throws {
        let task = try task("task,a,,\(text),1,,,,,,,,,")
        #expect(task.priority == priority)
        #expect(task.fields == (text == "3" ? [JSONMember("todoistPriority", 3)] : []))
    }

    @Test func aLabelBetweenWordsStaysInTheTitle() throws {
        let task = try task("task,* Mail @ana about a@b.org @ noon @work @urgent,,4,1,,,,,,,,,")
        #expect(task.title == "Mail @ana about a@b.org @ noon")
        #expect(task.tags == ["ana", "work", "urgent"])
        #expect(try self.task("task,@home,,4,1,,,,,,,,,").title == "@home")
    }

    @Test func wordsAreDates() throws {
        #expect(
            try task("task,a,,4,1,,,tomorrow at 5pm,en,,,,,").due == instant("2025-11-17T16:00:00Z")
        )
        // In its zone, and with its own offset.
        #expect(
            try task("task,a,,4,1,,,2025-11-20,en,America/New_York,,,,").due
                == instant("2025-11-21T04:59:00Z"))
        #expect(
            try task("task,a,,4,1,,,2025-11-20T18:30:00-05:00,en,,,,,").due
                == instant("2025-11-20T23:30:00Z"))
    }

    @Test func everyRecursFromTheDeadlineAndEveryBangFromTheCompletion() throws {
        let monday = try task("task,a,,4,1,,,Every mon 9:00,en,,,,,")
        #expect(
            monday.recurrence
                == Recurrence(
                    rule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", origin: .deadline,
                    zone: "Europe/Berlin"))
        #expect(monday.due == instant("2025-11-17T08:00:00Z"))
        let counted = try task("task,a,,4,1,,,every 3 days,en,,,,,")
        #expect(counted.recurrence?.rule == "FREQ=DAILY;INTERVAL=3" && counted.frequencyDays == nil)
        let bang = try task("task,a,,4,1,,,every! 3 days,en,,,,,")
        #expect(bang.frequencyDays == 3 && bang.recurrence == nil)
        let workdays = try task("task,a,,4,1,,,ev! workday,en,,,,,")
        #expect(workdays.recurrence?.origin == .completion)
        let bounded = try task(
            "task,a,,4,1,,,every mon 9:00 starting tomorrow at 5pm until tomorrow at 5pm,en,,,,,")
        #expect(bounded.recurrence == nil && bounded.fields.count == 1)
    }

    @Test func aDeadlineMakesTheDateAStart() throws {
        let task = try task("task,a,,4,1,,,2025-11-18,en,,,,2025-11-20,en")
        #expect(task.scheduled == instant("2025-11-17T23:00:00Z"))
        #expect(task.due == instant("2025-11-20T22:59:00Z"))
        let recurring = try self.task("task,a,,4,1,,,every 3 days,en,,,,2025-11-20,en")
        #expect(recurring.recurrence?.subject == .scheduled)
    }

    @Test(arguments: [
        ("task,a,,4,1,,,jeden Tag,de,,,,,", "todoistDate", "jeden Tag"),
        ("task,a,,4,1,,,tomorrow at 5pm,de,,,,,", "todoistDate", "tomorrow at 5pm"),
        ("task,a,,4,1,,,every blue moon,en,,,,,", "todoistDate", "every blue moon"),
        ("task,a,,4,1,,,,,,,,soon,en", "todoistDeadline", "soon"),
        ("task,a,,9,1,,,,,,,,,", "todoistPriority", "9"),
        ("task,a,,4,1,,,,,,two,weeks,,", "todoistDuration", "two weeks"),
        ("task,a,,4,1,,,,,Nowhere/Land,,,,", "todoistZone", "Nowhere/Land"),
    ])
    func whatIsNotUnderstoodIsKeptAndNamed(_ row: String, _ field: String, _ text: String) throws {
        let task = try task(row)
        #expect(task.fields == [JSONMember(JSONString(field), .text(text))])
        #expect(
            task.remarks.count == 1 && task.remarks[0].hasSuffix("kept as the field '\(field)'"))
    }

    @Test func rowsThatAreNoTasksAreNamed() throws {
        let found = try read(
            """
            meta,view_style=list,,,,,,,,,,,,
            note,About the project,,,,,,,,,,,,
            section,Later,Some day,,,,,,,,,,,
            task,,,4,1,,,,,,,,,
            note,On nothing,,,,,,,,,,,,
            label,x,,,,,,,,,,,,
            task,"open,,4,1
            """)
        #expect(found.tasks.isEmpty)
        #expect(
            found.mistakes.map(\.reason) == [
                "the title is empty", "TYPE must be task, section or note, not 'label'",
                "a quote is not closed",
            ])
        #expect(found.mistakes.map(\.line) == [5, 7, 8])
        #expect(found.remarks.count == 4, "\(found.remarks)")
        #expect(found.remarks[1].contains("Some day"))
    }

    @Test func aFurtherHeaderBeginsAProjectWithoutAName() throws {
        let found = try read(
            """
            section,Kitchen,,,,,,,,,,,,
            task,a,,4,1,,,,,,,,,
            \u{FEFF}TYPE,CONTENT,INDENT
            task,b,2
            note,c,
            """, from: "Home.csv")
        #expect(found.tasks.map(\.project) == ["Home.Kitchen", nil])
        #expect(found.tasks.map(\.parent) == [nil, nil] && found.tasks[1].comments.count == 1)
        #expect(found.remarks == ["a project without its name begins on line 4"])
    }

    @Test func otherColumnsAreCustomFields() throws {
        let text = "TYPE,CONTENT,KANBAN_COLUMN\ntask,a,Doing\n"
        let found = try InterchangeFormat.todoist.read(Array(text.utf8), settings)
        #expect(found.tasks.first?.fields == [JSONMember("kanbanColumn", "Doing")])
    }

    @Test(
        arguments: [
            ("Home [2203306141].csv", "Home"), ("Home (1).csv", "Home"), ("Home.CSV", "Home"),
            ("Plan (draft) x.csv", "Plan (draft) x"), (".csv", nil), ("[1].csv", nil),
            ("v1.2.csv", "v1.2"),
        ] as [(String, String?)])
    func theFileNamesTheProject(_ file: String, _ project: String?) {
        #expect(TodoistReader.projectName(file) == project)
    }

    @Test(arguments: ["", "title\na\n", "CONTENT,TYPE\na,task\n", "[]"])
    func anotherTableIsRefused(_ text: String) {
        #expect(throws: ForeignMistake.self) {
            try InterchangeFormat.todoist.read(Array(text.utf8), settings)
        }
    }
}
