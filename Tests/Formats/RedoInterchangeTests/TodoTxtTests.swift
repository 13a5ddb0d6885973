import RedoCalendar
import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// todo.txt.
@Suite struct TodoTxtTests {
    private func task(_ line: String) throws -> ForeignTask {
        let found = try InterchangeFormat.todotxt.read(Array(line.utf8), settings)
        return try #require(found.tasks.first, "\(found.mistakes)")
    }

    @Test func theMarksOfALineAreMembers() throws {
        let task = try task(
            "(A) 2025-11-01 Call the plumber +House @phone due:2025-11-20 t:2025-11-10 rec:+1m")
        #expect(task.title == "Call the plumber" && task.project == "House")
        #expect(task.tags == ["phone"] && task.priority == 5)
        // Berlin, the end and the beginning of the day.
        #expect(task.due == instant("2025-11-20T22:59:00Z"))
        #expect(task.wait == instant("2025-11-09T23:00:00Z"))
        #expect(task.created == instant("2025-10-31T23:00:00Z"))
        #expect(
            task.recurrence?.rule.hasPrefix("FREQ=MONTHLY") == true
                && task.recurrence?.origin == .deadline)
    }

    @Test func aCompletedLineHasTwoDates() throws {
        let task = try task("x 2025-11-16 2025-11-01 Pay pri:B rec:2w")
        #expect(task.status == .completed && task.ended == instant("2025-11-15T23:00:00Z"))
        #expect(task.created == instant("2025-10-31T23:00:00Z") && task.priority == 4)
        #expect(task.recurrence?.origin == .completion)
        #expect(try self.task("x 2025-11-16 Pay").created == nil)
        #expect(try self.task("x Pay").ended == nil)
        #expect(try self.task("xylophone lesson").status == .open)
    }

    /// Each word that is a frequency is written as it was read.
    @Test(arguments: ["3d", "1b", "+1b", "2w", "+2w", "1m", "+1m", "3y", "+3y", "+4d"])
    func aFrequencyIsWrittenAsItWasRead(_ word: String) throws {
        let line = "Water rec:\(word)"
        let written = InterchangeFormat.todotxt.write([try task(line)], settings)
        #expect(written.bytes == Array("\(line)\n".utf8))
        #expect(written.left.isEmpty)
    }

    @Test func namesBetweenWordsStayInTheTitle() throws {
        let task = try task("Review +Garage flyer with @Ana at 12:30 https://x.org +Second")
        #expect(task.title == "Review +Garage flyer with @Ana at 12:30 https://x.org")
        #expect(task.project == "Garage" && task.tags == ["Ana", "+Second"])
    }

    @Test(arguments: [
        "+x", "x y", "(A) b", "2025-01-01 z", "due:2025-01-01 q", "\\+x", " lead", "trail ",
        "a +b c", "@", "a  b", "\\", "x", "uid:1",
    ])
    func anyTitleComesBack(_ title: String) throws {
        var task = ForeignTask()
        task.title = title
        let bytes = InterchangeFormat.todotxt.write([task], settings).bytes
        let read = try self.task(bytes.text)
        #expect(read.title == title, "\(bytes.text)")
        #expect(read.project == nil && read.tags.isEmpty && read.due == nil && read.uid == nil)
    }

    @Test func aLineThatSaysNothingIsNamedAmongGoodOnes() throws {
        let found = try InterchangeFormat.todotxt.read(
            Array("Good\r\n\nx 2025-01-01\nAlso\n".utf8), settings)
        #expect(found.tasks.map(\.title) == ["Good", "Also"])
        #expect(found.mistakes == [ForeignMistake("the title is empty", line: 3)])
    }

    @Test func aLineWithoutATitleComesBackAsItWas() throws {
        let line = "(A) +home @phone due:2025-01-01\n"
        let found = try InterchangeFormat.todotxt.read(Array(line.utf8), settings)
        #expect(found.tasks.map(\.title) == ["untitled"] && found.mistakes.isEmpty)
        #expect(found.tasks[0].remarks == ["without a title; called 'untitled'"])
        #expect(InterchangeFormat.todotxt.write(found.tasks, settings).bytes.text == line)
    }

    /// Chunks of a long file are read on several processors.
    @Test func manyLinesKeepTheirOrderAndNumbers() throws {
        let text = (1...1000).map { $0 % 100 == 0 ? "\n" : "Task \($0)\n" }.joined()
        let found = try InterchangeFormat.todotxt.read(Array(text.utf8), settings)
        #expect(found.tasks.count == 990)
        #expect(found.tasks.allSatisfy { $0.title == "Task \($0.line)" })
    }

    /// No line is lost for one bad word.
    @Test(arguments: [
        "Pay due:soon", "Pay rec:often", "Pay at:25:00", "Pay pri:AA", "Pay due:2025-02-30",
        "Pay due:soon today",
    ])
    func aWordWithABadValueIsText(_ line: String) throws {
        let task = try task(line)
        #expect(task.title == line && task.due == nil && task.priority == nil)
        #expect(task.remarks.count == 1 && task.remarks[0].hasSuffix("the value is not valid"))
    }

    @Test func theFirstOfTwoValuesCounts() throws {
        let task = try task("Pay due:2025-01-01 due:2025-01-02")
        #expect(task.due == instant("2025-01-01T22:59:00Z") && task.title == "Pay")
        #expect(task.remarks == ["'due:2025-01-02' is left out: the first 'due:' counts"])
    }

    @Test func invalidUTF8IsNamed() throws {
        let found = try InterchangeFormat.todotxt.read([0x61, 0xFF, 0x0A, 0x62], settings)
        #expect(found.mistakes.map(\.line) == [1] && found.tasks.map(\.title) == ["b"])
    }

    // MARK: Lines that come back

    private static let lines = [
        "inform A of +reorg progress @work now", "(Z) zed", "(C) usual",
        "(A) 2025-11-01 Call +a +b @c @c",
        "x 2025-11-16 2025-11-01 Pay pri:Q rec:2w", "x Pay", "a  b\tc ", " lead",
        "Read h:1 est:30m due:soon",
        "+first @c then text", "due:2025-11-20 Call", "Pay due:2025-01-01 due:2025-01-02 rec:+1m",
        "Crlf +x\r",
        "t:2025-11-01 Wait t-at:9:00", "literal \\u{41} and \\+x",
    ]

    @Test(arguments: lines) func aLineComesBackByteForByte(_ line: String) throws {
        let written = InterchangeFormat.todotxt.write([try task(line)], settings)
        #expect(written.bytes == Array("\(line)\n".utf8), "\(written.bytes.text)")
        #expect(written.left.isEmpty)
    }

    /// Another line says what the task does now.
    @Test(arguments: lines) func aChangeIsWritten(_ line: String) throws {
        var changed = try task(line)
        changed.tags.append("new")
        changed.until = instant("2030-01-01T22:59:00Z")
        let written = InterchangeFormat.todotxt.write([changed], settings)
        let read = try task(String(written.bytes.text.dropLast()))
        #expect(read.tags == changed.tags && read.until == changed.until, "\(written.bytes.text)")
        #expect(read.title == changed.title && read.project == changed.project)
        #expect(read.due == changed.due && read.priority == changed.priority)
    }

    @Test(arguments: [
        ("(Z) Call +a now @b", "(Z) Call +a now @b @new"), ("(C) Call", "(C) Call @new"),
        ("Call +a", "Call +a @new"), ("Call x:1 +a", "Call x:1 +a @new"),
    ])
    func whatDidNotChangeStaysWhereItIs(_ line: String, _ other: String) throws {
        var changed = try task(line)
        changed.tags.append("new")
        let written = InterchangeFormat.todotxt.write([changed], settings)
        #expect(written.bytes == Array("\(other)\n".utf8), "\(written.bytes.text)")
    }

    /// The letter of another priority does not stay.
    @Test func aLetterFollowsThePriority() throws {
        var changed = try task("(Z) Call")
        changed.priority = 5
        let written = InterchangeFormat.todotxt.write([changed], settings)
        #expect(written.bytes.text == "(A) Call\n")
    }

    /// What an export writes of the task anyway is not kept, unless the id or a time is that of the import.
    @Test(arguments: [
        ("(A) 2025-11-01 Call +a @b due:2025-11-20 uid:1", false),
        ("x 2025-11-16 2025-11-01 Pay uid:1", false), ("2025-11-01 Call @b +a uid:1", true),
        ("2025-11-01 Call", true), ("Call uid:1", true), ("x 2025-11-16 Pay uid:1", true),
        ("x Pay uid:1", true), ("(C) 2025-11-01 Call uid:1", true),
    ])
    func aLineThatIsWrittenAnywayIsNotKept(_ line: String, _ isKept: Bool) throws {
        let task = try task(line)
        #expect(task.fields.contains { $0.name == ImportedField.todotxt } == isKept)
        let written = InterchangeFormat.todotxt.write([task], settings)
        #expect(written.bytes.text == "\(line)\n")
    }

    /// Anyone can write the field.
    @Test(arguments: ["two\nlines", "other", ""]) func aForgedLineIsNotWritten(_ line: String) {
        var task = ForeignTask()
        task.title = "Call"
        task.fields = [JSONMember(ImportedField.todotxt, .text(line))]
        let written = InterchangeFormat.todotxt.write([task], settings)
        #expect(written.bytes.text == "Call\n")
    }
}
