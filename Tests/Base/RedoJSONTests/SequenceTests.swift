import TestSupport
import Testing

@testable import RedoJSON

/// The values of an array or of JSON Lines are found without reading them.
@Suite struct SequenceTests {
    /// The texts of the values, without white space around them.
    static func values(in text: String) throws(JSONError) -> [String] {
        let bytes = Array(text.utf8)
        return try JSONSequence.ranges(in: bytes.span).map { range in
            let value = String(decoding: bytes[range], as: UTF8.self)
            return String(
                value.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        }
    }

    // MARK: Arrays

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let values: [String]
        init(_ text: String, _ values: [String]) { (self.text, self.values) = (text, values) }
        var testDescription: String { text.debugDescription }
    }

    @Test(arguments: [
        Case("[]", []), Case(" \n[ \t\r\n] \n", []), Case("[1]", ["1"]), Case("[1,2]", ["1", "2"]),
        Case("\r\n[ 1 ,\n{\"a\" : [1, 2]} , [] ]\n", ["1", "{\"a\" : [1, 2]}", "[]"]),
        Case(#"["]","[{,","a\"]","\\"]"#, [#""]""#, #""[{,""#, #""a\"]""#, #""\\""#]),
        Case(#"[{"a":"}"},{"b\"":["]"]}]"#, [#"{"a":"}"}"#, #"{"b\"":["]"]}"#]),
        Case("[[[[]]],[[1],[2]]]", ["[[[]]]", "[[1],[2]]"]),
    ])
    func theElementsOfAnArrayAreFound(_ example: Case) throws {
        #expect(try Self.values(in: example.text) == example.values)
    }

    @Test func anArrayOnTheFirstOfManyLinesIsALineAmongThem() throws {
        #expect(try Self.values(in: "[]\n{\"a\":1}\n") == ["[]", "{\"a\":1}"])
        #expect(try Self.values(in: " [1, 2] \r\n\n3") == ["[1, 2]", "3"])
        #expect(try Self.values(in: "[1, 2]\n \n") == ["1", "2"])
        #expect(throws: JSONError.self) { try Self.values(in: "[1,\n2]\n3") }
        #expect(throws: JSONError.self) { try Self.values(in: "[1] 2\n3") }
    }

    @Test func anElementThatIsNoJSONDoesNotHideTheOthers() throws {
        let text = #"[{"a":1}, {a: [x], 'b'} ,{"b":"\q"},nonsense,{"c":3}]"#
        let values = try Self.values(in: text)
        #expect(
            values == [#"{"a":1}"#, "{a: [x], 'b'}", #"{"b":"\q"}"#, "nonsense", #"{"c":3}"#])
        let readable = values.filter { (try? JSONDocument(Array($0.utf8))) != nil }
        #expect(readable == [#"{"a":1}"#, #"{"c":3}"#])
    }

    @Test func eachRangeIsReadLikeTheElement() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<100 {
            let elements = (0..<Int.random(in: 0...5, using: &random.generator)).map { _ in
                random.value(depth: 3)
            }
            let text = random.spelling(of: .array(elements))
            let ranges = try #require(try? JSONSequence.ranges(in: text.span), seed.replay)
            let read = ranges.map { range in
                (try? JSONDocument(Array(text[range])))?.root.value.withSortedMembers
            }
            #expect(read == elements.map(\.withSortedMembers), seed.replay)
        }
    }

    /// Whoever reads a mapped file gives memory back by it.
    @Test(arguments: ["[1, 22]", "[1, 22]\n3\n", "1\n\n22", "[1]\n[22]", "", " "])
    func tellsHowFarItHasRead(_ text: String) throws {
        let bytes = Array(text.utf8)
        var offsets: [Int] = []
        let ranges = try JSONSequence.ranges(in: bytes.span) { offsets.append($0) }
        #expect(offsets.allSatisfy { (0...bytes.count).contains($0) })
        for range in ranges { #expect(offsets.contains { $0 >= range.upperBound }) }
        #expect(try JSONSequence.ranges(in: bytes.span) == ranges)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let error: JSONError
        init(_ text: String, _ reason: JSONError.Reason, _ offset: Int) {
            self.text = text
            error = JSONError(reason, at: offset)
        }
        var testDescription: String { text.debugDescription }
    }

    @Test(arguments: [
        Refusal("[", .unexpectedEnd, 1), Refusal("[1,2", .unexpectedEnd, 4),
        Refusal("[1,", .unexpectedEnd, 3), Refusal(#"["a]"#, .unexpectedEnd, 4),
        Refusal(#"["a\"]"#, .unexpectedEnd, 6), Refusal(#"["a\"#, .unexpectedEnd, 4),
        Refusal("[{]", .unexpectedEnd, 3), Refusal("[1] x", .trailingText, 4),
        Refusal("[] []", .trailingText, 3), Refusal("[1,\n2]\n[2]\n", .trailingText, 7),
        Refusal("[1]]", .trailingText, 3), Refusal("[,1]", .unexpectedByte, 1),
        Refusal("[1,,2]", .unexpectedByte, 3), Refusal("[1, ]", .unexpectedByte, 4),
        Refusal("[}]", .unexpectedByte, 1),
    ])
    func aBrokenArrayIsRefused(_ refusal: Refusal) {
        let error = #expect(throws: JSONError.self) { try Self.values(in: refusal.text) }
        #expect(error == refusal.error)
    }

    // MARK: Lines

    @Test(arguments: [
        Case("", []), Case(" \n\t\r\n\n", []), Case("1", ["1"]), Case("1\n2\n", ["1", "2"]),
        Case("{\"a\":1}\r\n\r\n{\"a\":2}\r\n", ["{\"a\":1}", "{\"a\":2}"]),
        Case("\n\n{\"a\":1}\n  \n[2]", ["{\"a\":1}", "[2]"]),
        Case("{\"a\":\n1}", ["{\"a\":", "1}"]), Case("{}]\n\"\n", ["{}]", "\""]),
    ])
    func theLinesAreFound(_ example: Case) throws {
        #expect(try Self.values(in: example.text) == example.values)
    }

    @Test func aLineWithACarriageReturnIsReadable() throws {
        let text = Array("{\"a\":1}\r\n{\"a\":2}\r\n".utf8)
        let numbers = try JSONSequence.ranges(in: text.span).map {
            try JSONDocument(Array(text[$0])).root["a"]?.integer
        }
        #expect(numbers == [1, 2])
    }
}
