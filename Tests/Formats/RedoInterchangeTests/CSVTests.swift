import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// Tables.
@Suite struct CSVTests {
    private func read(_ text: String) throws -> ForeignTasks {
        try InterchangeFormat.csv.read(Array(text.utf8), settings)
    }

    @Test func cellsAreThoseOfRFC4180() {
        let records = CSVText.records(
            Array("a,\"b \"\"q\"\",\r\nx\",\r\n\r\nc,d,e".utf8), separator: UInt8(ascii: ","))
        #expect(records.map(\.line) == [1, 4])
        #expect(records[0].cells.map(\.text) == ["a", "b \"q\",\r\nx", ""])
        #expect(records[1].cells.map(\.text) == ["c", "d", "e"])
        #expect(records.allSatisfy { $0.mistake == nil })
    }

    @Test func anyTableWithATitleIsRead() throws {
        let found = try read(
            "Summary;due;Helper;Owner;priority\n\"Buy; milk\";2025-11-20;Ben;Ana;5\nCall;;;;\n"
        )
        #expect(found.mistakes.isEmpty)
        #expect(found.tasks.map(\.title) == ["Buy; milk", "Call"])
        #expect(
            found.tasks[0].due == instant("2025-11-20T22:59:00Z") && found.tasks[0].priority == 5)
        // Queries have a key `owner`, so no field can be called so.
        #expect(
            found.tasks[0].fields == [JSONMember("helper", "Ben"), JSONMember("otherOwner", "Ana")])
    }

    @Test(arguments: [
        (" ,", "the title is empty"), ("a\"b,", "a quote inside of a cell"),
        ("\"a\"b,", "a quote inside of a cell"),
    ])
    func aBadRecordIsNamedAmongGoodOnes(_ record: String, _ reason: String) throws {
        let found = try read("title,due\ngood,\n\(record)\nalso,\n")
        #expect(found.tasks.map(\.title) == ["good", "also"])
        #expect(found.mistakes.count == 1 && found.mistakes[0].line == 3)
        #expect(found.mistakes[0].reason.hasPrefix(reason), "\(found.mistakes)")
    }

    @Test func aRecordWithoutATitleIsNotLost() throws {
        let found = try read("title,due\n,2025-11-20\n")
        #expect(found.tasks.map(\.title) == ["untitled"] && found.mistakes.isEmpty)
        #expect(found.tasks[0].due == instant("2025-11-20T22:59:00Z"))
        #expect(found.tasks[0].remarks == ["without a title; called 'untitled'"])
    }

    @Test(arguments: ["Due date", "deadline", "DUE_DATE"])
    func commonNamesOfMembersAreRead(_ name: String) throws {
        let found = try read("Task,\(name),Start date,Labels\na,2025-11-20,2025-11-18,\"x,y\"\n")
        #expect(found.tasks[0].due == instant("2025-11-20T22:59:00Z"))
        #expect(found.tasks[0].scheduled == instant("2025-11-17T23:00:00Z"))
        #expect(found.tasks[0].tags == ["x", "y"] && found.tasks[0].fields.isEmpty)
    }

    @Test func aMembersOwnNameComesBeforeOthers() throws {
        let found = try read("title,deadline,due\na,soon,2025-11-20\n")
        #expect(found.tasks[0].due == instant("2025-11-20T22:59:00Z"))
        #expect(found.tasks[0].fields.map(\.value) == ["soon"])
    }

    @Test(arguments: [
        "2025-11-20 9:30", "2025-11-20 09:30", "2025-11-20 09:30:00", "2025-11-20T09:30",
    ])
    func timesOfSpreadsheetsAreRead(_ text: String) throws {
        let found = try read("title,due\na,\(text)\n")
        #expect(found.tasks[0].due == instant("2025-11-20T08:30:00Z"), "\(found.tasks)")
    }

    /// Spreadsheets write names with capitals and spaces, and people in their language.
    @Test func aHeaderIsReadInAnyCase() throws {
        let found = try read("TITLE,Due,Time Zone,depends_on,Depends-On2\na,2025-11-20,UTC,x,y\n")
        #expect(found.mistakes.isEmpty && found.tasks[0].title == "a")
        #expect(found.tasks[0].due == instant("2025-11-20T22:59:00Z"))
        #expect(found.tasks[0].dependsOn == ["x"])
        #expect(found.tasks[0].fields == [JSONMember("dependsOn2", "y")])
    }

    @Test func columnsAreMapped() throws {
        var mapped = settings
        mapped.columns = ["aufgabe": .title, "Fällig": .due]
        let text = "Aufgabe,FÄLLIG,Summary\na,2025-11-20,s\n"
        let task = try #require(
            try InterchangeFormat.csv.read(Array(text.utf8), mapped).tasks.first)
        #expect(task.title == "a" && task.due != nil && task.fields == [JSONMember("summary", "s")])
        mapped.columns["nowhere"] = .notes
        #expect(throws: ForeignMistake("no column is called 'nowhere'", line: 1)) {
            try InterchangeFormat.csv.read(Array(text.utf8), mapped)
        }
    }

    @Test(arguments: [
        ("due", "soon", "otherDue"), ("priority", "high", "otherPriority"),
        ("priority", "9", "otherPriority"), ("points", "12345678901234567890", "points"),
        ("status", "waiting for Ana", "status"), ("private", "maybe", "private"),
        ("comments", "[", "comments"), ("estimate", "-1", "otherEstimate"),
    ])
    func aBadCellIsKeptAndNamed(_ column: String, _ cell: String, _ field: String) throws {
        let task = try #require(try read("title,\(column)\na,\(cell)\n").tasks.first)
        #expect(task.title == "a" && task.fields.map(\.value) == [.text(cell)])
        let name = task.fields[0].name.description
        #expect(task.remarks.count == 1 && task.remarks[0].hasSuffix("kept as the field '\(name)'"))
        #expect(name.lowercased().hasSuffix(field.lowercased()), "\(name)")
    }

    @Test func cellsWithoutAColumnAreKeptAndNamed() throws {
        let found = try read("title,,due\na,x,2025-11-20,y\nb\n,,\n")
        #expect(found.mistakes.isEmpty && found.tasks.map(\.title) == ["a", "b"])
        #expect(
            found.tasks[0].fields == [JSONMember("column2", "x"), JSONMember("column4", "y")])
        #expect(found.tasks[0].remarks.count == 2)
    }

    @Test func cellsWhoseColumnsHaveOneNameAreNumbered() throws {
        let task = try #require(try read("title,foo-bar,foo bar,column5,\na,1,2,3,4\n").tasks.first)
        #expect(
            task.fields == [
                JSONMember("fooBar", "1"), JSONMember("fooBar2", "2"), JSONMember("column5", "3"),
                JSONMember("column52", "4"),
            ], "\(task.fields)")
        #expect(task.remarks.count == 3, "\(task.remarks)")
    }

    /// Quadratic work would take minutes.
    @Test func manyColumnsAreReadInTime() throws {
        let header = (0..<20_000).map { ",c\($0)" }.joined()
        let cells = String(repeating: ",x", count: 40_000)
        let task = try #require(try read("title\(header)\na\(cells)\n").tasks.first)
        #expect(task.fields.count == 40_000)
    }

    @Test func tabsSeparateColumns() throws {
        let found = try read("title\tdue\na, b\t2025-11-20\n")
        #expect(found.tasks.map(\.title) == ["a, b"] && found.tasks[0].due != nil)
    }

    /// A column of a spreadsheet with remarks is not what the reader says of a task.
    @Test func columnsOfTheReaderAreFields() throws {
        let task = try #require(try read("title,Remarks,Line\na,urgent,7\n").tasks.first)
        #expect(task.remarks.allSatisfy { $0.contains("is kept as the field") } && task.line == 2)
        #expect(task.fields == [JSONMember("remarks", "urgent"), JSONMember("line", "7")])
    }

    @Test func aQuoteThatIsNotClosedSpoilsTheLastRecordAlone() throws {
        let found = try read("title,due\ngood,\n\"open,\nalso,\n")
        #expect(found.tasks.map(\.title) == ["good"])
        #expect(found.mistakes.map(\.line) == [3])
    }

    @Test(arguments: ["", "a,b\nx,y\n", "title,title\na,b\n", "\"title\n"])
    func aTableWithoutHeaderIsRefusedAsAWhole(_ text: String) {
        #expect(throws: ForeignMistake.self) { try read(text) }
    }
}
