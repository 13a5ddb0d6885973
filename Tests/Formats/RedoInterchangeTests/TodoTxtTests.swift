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
        #expect(task.recurrence?.rule == "FREQ=MONTHLY" && task.recurrence?.origin == .deadline)
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

    @Test(arguments: [
        ("Pay due:soon", "due is not a date: 'soon'"), ("due:2025-01-01", "the title is empty"),
        ("Pay rec:often", "rec is not a frequency: 'often'"),
        ("Pay due:2025-01-01 at:25:00", "due is not a date"), ("Pay pri:AA", "pri is not a letter"),
        ("\u{0}x due:2025-02-30", "due is not a date: '2025-02-30'"),
    ])
    func aBadLineIsNamedAmongGoodOnes(_ line: String, _ reason: String) throws {
        let found = try InterchangeFormat.todotxt.read(
            Array("Good\r\n\n\(line)\nAlso\n".utf8), settings)
        #expect(found.tasks.map(\.title) == ["Good", "Also"])
        #expect(found.mistakes.count == 1 && found.mistakes[0].line == 3)
        #expect(found.mistakes[0].reason.hasPrefix(reason), "\(found.mistakes)")
    }

    @Test func invalidUTF8IsNamed() throws {
        let found = try InterchangeFormat.todotxt.read([0x61, 0xFF, 0x0A, 0x62], settings)
        #expect(found.mistakes.map(\.line) == [1] && found.tasks.map(\.title) == ["b"])
    }

    @Test func aLetterBelowEIsKept() throws {
        let task = try task("(Z) Someday")
        #expect(task.priority == 1 && task.fields == [JSONMember("todotxtPriority", "Z")])
    }
}
