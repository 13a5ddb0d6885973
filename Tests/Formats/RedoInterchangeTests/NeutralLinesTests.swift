import RedoJSON
import Testing

@testable import RedoInterchange

/// The neutral form.
@Suite struct NeutralLinesTests {
    private func read(_ text: String) throws -> ForeignTasks {
        try InterchangeFormat.json.read(Array(text.utf8), settings)
    }

    @Test(arguments: [
        (#""priority":9"#, "otherPriority", "9"), (#""due":"soon""#, "otherDue", #""soon""#),
        (#""tags":"a""#, "otherTags", #""a""#), (#""titel":"b""#, "titel", #""b""#),
        (#""status":"done""#, "otherStatus", #""done""#),
        (#""points":12345678901234567890"#, "points", #""12345678901234567890""#),
    ])
    func oneBadMemberDoesNotCostTheTask(_ member: String, _ name: String, _ value: String) throws {
        let found = try read("{\"title\":\"a\",\(member)}\n")
        let task = try #require(found.tasks.first, "\(found.mistakes)")
        #expect(task.title == "a" && task.remarks.count == 1, "\(task.remarks)")
        let field = try #require(task.fields.first)
        #expect(field.name.description.lowercased().hasSuffix(name.lowercased()), "\(field.name)")
        #expect(CanonicalJSON.bytes(field.value).text == value)
    }

    @Test(arguments: [
        ("12345678901234567890", #""12345678901234567890""#),
        ("9007199254740993", #""9007199254740993""#),
        ("9007199254740992", "9007199254740992"), ("0.1", "0.1"), ("-7", "-7"), ("1e3", "1000"),
        ("3.14159265358979323846", #""3.14159265358979323846""#),
    ])
    func noDigitIsLost(_ number: String, _ written: String) throws {
        let found = try read("{\"title\":\"a\",\"fields\":{\"n\":\(number)}}\n")
        let text = InterchangeFormat.json.write(found.tasks, settings).bytes.text
        #expect(text.contains("\"fields\":{\"n\":\(written)}"), "\(text)")
        let uda =
            "{\"uuid\":\"00000000-0000-4000-8000-000000000018\",\"description\":\"a\","
            + "\"status\":\"pending\",\"n\":\(number)}"
        let task = try InterchangeFormat.taskwarrior.read(Array(uda.utf8), settings).tasks.first
        #expect(task?.fields.first.map { CanonicalJSON.bytes($0.value).text } == written)
    }

    @Test(arguments: [
        #"{"title":"a","foo-bar":1,"foo bar":2,"foo.bar":3}"#,
        #"{"title":"a","fields":{"foo-bar":1,"foo bar":2,"foo.bar":3}}"#,
        #"{"title":"a","foo bar":2,"fields":{"foo-bar":1},"foo.bar":3}"#,
    ])
    func membersWhoseNamesBecomeTheSameAreNumbered(_ line: String) throws {
        let task = try #require(try read(line).tasks.first)
        #expect(
            task.fields == [
                JSONMember("fooBar", 1), JSONMember("fooBar2", 2), JSONMember("fooBar3", 3),
            ], "\(task.fields)")
        #expect(
            task.remarks.map { $0.suffix(9) }.sorted() == [" 'fooBar'", "'fooBar2'", "'fooBar3'"],
            "\(task.remarks)")
    }

    @Test func aTaskDoesNotDependOnItself() throws {
        let found = try read(#"{"title":"a","uid":"u","dependsOn":["u","v"],"parent":"u"}"#)
        #expect(found.tasks[0].dependsOn == ["v"] && found.tasks[0].parent == nil)
        #expect(found.tasks[0].remarks.count == 2)
        let entry = #"{"uuid":"u","description":"a","status":"pending","depends":["u","v"]}"#
        let other = try InterchangeFormat.taskwarrior.read(Array(entry.utf8), settings).tasks[0]
        #expect(other.dependsOn == ["v"] && other.remarks == ["it depends on itself: left out"])
    }
}
