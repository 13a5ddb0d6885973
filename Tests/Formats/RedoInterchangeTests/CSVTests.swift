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
            "\u{FEFF}Summary;due;Helper;Owner;priority\n\"Buy; milk\";2025-11-20;Ben;Ana;5\nCall;;;;\n"
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
        ("a,b,c", "3 cells, but the first line has 2"), ("a,soon", "due is not a time: 'soon'"),
        (",2025-01-01", "the title is empty"), ("a\"b,", "a quote inside of a cell"),
        ("\"a\"b,", "a quote inside of a cell"),
    ])
    func aBadRecordIsNamedAmongGoodOnes(_ record: String, _ reason: String) throws {
        let found = try read("title,due\ngood,\n\(record)\nalso,\n")
        #expect(found.tasks.map(\.title) == ["good", "also"])
        #expect(found.mistakes.count == 1 && found.mistakes[0].line == 3)
        #expect(found.mistakes[0].reason.hasPrefix(reason), "\(found.mistakes)")
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
