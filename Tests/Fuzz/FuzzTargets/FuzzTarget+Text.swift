import RedoCalendar
import RedoCommandLine
import RedoInsight
import RedoModel
import RedoSystem

@testable import RedoCommandParts

extension FuzzTarget {
    private static let now = Instant(milliseconds: 1_763_294_400_000)
    /// Clocks that go forward and back twice a year.
    private static let zone = TimeZoneRules { second in
        (second / 15_778_463).isMultiple(of: 2) ? 3600 : 7200
    }

    /// Queries, which print as what is read as the same query, and what they mean.
    static let query = FuzzTarget(
        "query", upTo: 512,
        seeds: {
            Seeds.texts([
                "milk", "a b or not (c d)", "tag:x due:..eow", "due:none", "priority:4..",
                "due:\"next week\"..\"24 dec\"", "created:>2026-01-01", "points:<=2",
                "is:open -is:late",
                "\"a \\\"b\\\" \\\\\"", "tag:\"a..b\"", "status:done and project:home.kitchen",
            ])
        },
        run: { bytes in
            let text = bytes.text
            let query: Query
            do throws(QueryError) {
                query = try Query(parsing: text)
            } catch {
                _ = error.usage(in: text)
                return
            }
            let printed = query.description
            if printed.utf8.count <= Query.maximumLength {
                let again = try demand("'\(printed)' is refused") { try Query(parsing: printed) }
                try require(again == query, "'\(printed)' is another query")
            }
            let environment = QueryEnvironment(
                now: now, fields: TaskFieldCatalog(), sharing: .unasked
            ) { text, isPast throws(QueryEnvironment.DateError) in
                let expression = TimeExpression(
                    now: now, zone: zone, direction: isPast ? .past : .future)
                do throws(RedoError) {
                    let moment = try expression.moment(text)
                    return moment...moment
                } catch {
                    throw QueryEnvironment.DateError(error.message, hint: error.hints.first)
                }
            }
            _ = try? CompiledQuery(query, environment)
        })

    /// Dates and months as people write them.
    static let date = FuzzTarget(
        "date", upTo: 80,
        seeds: {
            Seeds.texts([
                "tomorrow 9am", "fri", "24 dec", "2026-12-24T18:30Z", "in 3 weeks", "+2d", "none",
                "eow", "next month", "last mon 23:59", "2025-11-16 12:00", "3h ago", "noon",
                "12/24", "dec 2026", "now", "end of month", "1st", "2026-W05",
            ])
        },
        run: { bytes in
            let text = bytes.text
            for direction in [TimeExpression.Direction.future, .past] {
                for timeOfDay in [TimeExpression.TimeOfDay.start, .end, .last] {
                    let expression = TimeExpression(
                        now: now, zone: zone, direction: direction, timeOfDay: timeOfDay)
                    guard let moment = try? expression.moment(of: text) else { continue }
                    try require(
                        (Instant.earliest...Instant.latest).contains(moment), "outside of all years"
                    )
                    let again = try demand("'\(moment.wallText)' is refused") {
                        try expression.moment(of: moment.wallText)
                    }
                    try require(again == moment, "'\(moment.wallText)' is another moment")
                }
            }
            let today = LocalCalendar(zone).day(of: now)
            if let month = try? CalendarMonth(written: text, today: today) {
                try require((1...12).contains(month.month), "no month")
                _ = month.title
                try require(!month.days.isEmpty, "a month without days")
            }
        })

    /// Rules of recurrence, and the questions about them.
    static let rule = FuzzTarget(
        "rule", upTo: 512,
        seeds: {
            Seeds.texts([
                "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,FR;INTERVAL=2",
                "FREQ=MONTHLY;BYDAY=-1FR;COUNT=5", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
                "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO;WKST=SU",
                "FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU",
                "FREQ=DAILY;UNTIL=20261231T235959Z", "FREQ=DAILY;UNTIL=20261231",
                "FREQ=YEARLY;BYYEARDAY=-1;BYHOUR=9;BYMINUTE=30;BYSECOND=0",
                "FREQ=DAILY\tdeadline\tEurope/Berlin\t2025-11-16T12:00:00.000Z\t-\t2025-11-16T12:00:00.000Z\t3",
                "-\tit ends", "error\tit is too much", "2025-11-16T12:00:00.000Z",
            ])
        },
        run: { bytes in
            let text = bytes.text
            if let rule = try? RecurrenceRule(text) {
                let again = try demand("'\(rule.text)' is refused") {
                    try RecurrenceRule(rule.text)
                }
                try require(
                    again == rule && again.text == rule.text, "'\(rule.text)' is another rule")
                _ = rule.words
                let recurrence = Recurrence(rule: text, origin: .deadline, zone: "Europe/Berlin")
                _ = recurrence.zonedWords
            }
            if let question = CompletedOccurrence(line: text) {
                let again = try demand(
                    "a question is refused", CompletedOccurrence(line: question.line))
                try require(again.line == question.line, "a question is another one")
            }
            if let question = FollowingOccurrences(line: text) {
                let again = try demand(
                    "a question is refused", FollowingOccurrences(line: question.line))
                try require(again == question, "a question is another one")
            }
            if let answer = CompletedOccurrence.Next(line: text) {
                let again = try demand(
                    "an answer is refused", CompletedOccurrence.Next(line: answer.line))
                try require(again.line == answer.line, "an answer is another one")
            }
        })

    /// Forms that were filled in an editor.
    static let form = FuzzTarget(
        "form", upTo: 2048,
        seeds: {
            Seeds.texts([
                "Title: Buy milk\nDue: 2025-12-24 18:30\nPriority: 3\nEvery: 0\nPoints: 1\nPrivate: no\n"
                    + "Tags: home, \"a, b\"\nProject: home.kitchen\n\nWhat it is about, as it is.\n",
                "# a comment\n\ntitle: \"a \\u001b text\"\r\nDescription: \"two\\nlines\"\n\n",
                "Title: x\nFrom: completion\nTime zone: Europe/Berlin\nNotes: n\n\n vim: set x:\n",
            ])
        },
        run: { bytes in
            let extra = TaskFieldCatalog().formFields
            guard let form = try? TaskForm(parsing: bytes.text, extra) else { return }
            let fields = TaskForm.Field.fixed + extra
            let printed = form.text(fields, explanation: ["explained"])
            let again = try demand("a printed form is refused") {
                try TaskForm(parsing: printed, extra)
            }
            for field in fields {
                try require(
                    again[field].unicodeScalars.elementsEqual(form[field].unicodeScalars),
                    "'\(field.label)' changes")
            }
        })

    /// What an alias stands for, and words of a shell.
    static let aliases = FuzzTarget(
        "aliases", upTo: 512,
        seeds: {
            Seeds.texts([
                "list --columns due,title", "search \"a b\" 'c d'", "add a\\ b", "!git log \"$@\"",
                "\"a'b\\\"c\"", "it's",
            ])
        },
        run: { bytes in
            let text = bytes.text
            let quoted = shellWord(text)
            try require(
                shellWords(quoted).map { $0.count == 1 && isSame($0[0], text) } == true,
                "a quoted text is not one word, or another")
            guard let words = shellWords(text) else { return }
            let again = try demand(
                "quoted words are refused", shellWords(words.map(shellWord).joined(separator: " ")))
            try require(
                again.count == words.count && zip(again, words).allSatisfy(isSame), "words change")
        })

    /// Whether texts have the same bytes: texts that are equal to people can differ.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }
}
