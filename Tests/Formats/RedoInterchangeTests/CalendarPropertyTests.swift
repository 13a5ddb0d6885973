import Testing

@testable import RedoInterchange

/// Content lines of iCalendar.
@Suite struct CalendarPropertyTests {
    private func property(_ line: String) -> CalendarProperty? {
        CalendarText.lines(Array(line.utf8)).first.flatMap(CalendarProperty.init)
    }

    @Test(arguments: [
        (#"SUMMARY:a\, b\; c\n d\N e\\ f"#, "a, b; c\n d\n e\\ f"),
        // No character needs these escapes, and none is lost.
        (#"SUMMARY:https\://ex.org/a"#, #"https\://ex.org/a"#),
        (#"SUMMARY:C:\Users\x"#, #"C:\Users\x"#),
        (#"SUMMARY:12\:30 room\"#, #"12\:30 room\"#), ("SUMMARY:", ""),
        ("SUMMARY:a:b;c=d", "a:b;c=d"),
        (#"SUMMARY;X="a:b;c":d"#, "d"), (#"SUMMARY;X="open:d"#, "d"),
        ("SUMMARY:fold\r\n  ed\n\t!", "fold ed!"),
    ])
    func aTextIsReadAsItIs(_ line: String, _ text: String) throws {
        let found = try #require(property(line))
        #expect(found.name == "SUMMARY" && found.text == text)
    }

    @Test func listsAndParametersAreRead() throws {
        let list = try #require(property(#"Categories;language=en:a\,b,c\;d,,\\"#))
        #expect(list.name == "CATEGORIES" && list.texts == ["a,b", "c;d", "", "\\"])
        #expect(list.parameters == ["LANGUAGE": "en"])
        let due = try #require(
            property(#"DUE;TZID="Europe/Berlin";X=a^nb^'c^^d^e;X=2:20251120T100000"#))
        #expect(due.parameters == ["TZID": "Europe/Berlin", "X": "a\nb\"c^d^e"])
        #expect(due.value == "20251120T100000")
    }

    @Test(arguments: ["no colon", ":value", ";A=b:c"])
    func aLineWithoutNameOrColonIsNoProperty(_ line: String) {
        #expect(property(line) == nil)
    }

    @Test func bytesThatAreNotUTF8AreReplacedAndMarked() throws {
        let lines = CalendarText.lines(Array("SUMMARY:caf".utf8) + [0xE9])
        let property = try #require(CalendarProperty(lines[0]))
        #expect(property.text == "caf\u{FFFD}" && !property.isUTF8)
    }

    @Test func componentsAreWithinEachOther() throws {
        let text = """
            BEGIN:VTODO
            UID:1
            junk
            BEGIN:VALARM
            UID:2
            END:VALARM
            X:3
            END:VTODO
            """
        let todo = try #require(CalendarObject(CalendarText.lines(Array(text.utf8))))
        #expect(todo.name == "VTODO" && todo.properties.map(\.value) == ["1", "3"])
        #expect(
            todo.components.map(\.name) == ["VALARM"] && todo.components[0].properties.count == 1)
        #expect(todo.otherLines.map(\.number) == [3])
    }

    @Test func depthIsLimited() throws {
        let begins = Array(repeating: "BEGIN:X", count: 100_000)
        let lines = CalendarText.lines(Array(begins.joined(separator: "\n").utf8))
        let object = try #require(CalendarObject(lines))
        var depth = 0
        var inner: CalendarObject? = object
        while let next = inner?.components.first { (inner, depth) = (next, depth + 1) }
        #expect(depth == 15)
    }
}
