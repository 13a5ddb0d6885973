import TestSupport
import Testing

@testable import RedoJSON

/// JSON on several lines, for people to read.
@Suite struct IndentedTests {
    static func indented(_ value: JSONValue, level: Int = 0) -> String {
        var output: [UInt8] = []
        CanonicalJSON.appendIndented(value, to: &output, level: level)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func anArrayHasALineForEachElement() {
        let value: JSONValue = [1, "two", true]
        let expected = """
            [
              1,
              "two",
              true
            ]
            """
        #expect(Self.indented(value) == expected)
    }

    @Test func anObjectHasALineForEachMemberInTheOrderOfTheNames() {
        let value: JSONValue = ["b": 1, "a": "two", "c": true]
        let expected = """
            {
              "a": "two",
              "b": 1,
              "c": true
            }
            """
        #expect(Self.indented(value) == expected)
    }

    @Test func eachLevelIsIndentedByTwoSpacesMore() {
        let value: JSONValue = ["b": [1, [2, 3]], "a": ["c": ["d": 4]]]
        let expected = """
            {
              "a": {
                "c": {
                  "d": 4
                }
              },
              "b": [
                1,
                [
                  2,
                  3
                ]
              ]
            }
            """
        #expect(Self.indented(value) == expected)
    }

    @Test func theFirstLevelCanBeAnother() {
        let value: JSONValue = [1]
        #expect(Self.indented(value, level: 2) == "[\n      1\n    ]")
    }

    static let flat: [JSONValue] = [
        .array([]), .object([]), .null, .bool(false), .number(1.5), .string("two\nlines"),
    ]

    @Test(arguments: flat)
    func whatHasNothingInItStaysOnItsLine(_ value: JSONValue) {
        let canonical = String(decoding: CanonicalJSON.bytes(value), as: UTF8.self)
        #expect(Self.indented(value) == canonical)
    }

    @Test func aRandomValueIsReadBack() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<200 {
            let value = random.value(depth: 4)
            let text = Array(Self.indented(value).utf8)
            let document = try #require(try? JSONDocument(text), seed.replay)
            #expect(document.root.value == value.withSortedMembers, seed.replay)
        }
    }
}
