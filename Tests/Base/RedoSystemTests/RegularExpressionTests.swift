import Testing

@testable import RedoSystem

/// Regular expressions of the C library, and their limits.
@Suite struct RegularExpressionTests {
    private func match(_ pattern: String, _ text: String) throws -> String? {
        let bytes = Array(text.utf8)
        return try RegularExpression(pattern).firstMatch(in: bytes).map {
            String(decoding: bytes[$0], as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("b+", "abbc", "bb"), ("É.", "caféx", "éx"), ("[à-ü]+", "xéèy", "éè"), (".", "水x", "水"),
        ("x$", "水水x", "x"), ("a\u{0}?b", "ab", nil), ("MILK", "oat milk", "milk"),
        ("^..$", "ёж", "ёж"), ("[^а-я]", "яя!", "!"),
    ])
    func characterByCharacter(_ pattern: String, _ text: String, _ expected: String?) throws {
        if pattern.utf8.contains(0) {
            #expect(throws: RegularExpression.ParseError.self) { try match(pattern, text) }
        } else {
            #expect(try match(pattern, text) == expected)
        }
    }

    @Test func aZeroByteDoesNotEndAText() throws {
        let text: [UInt8] = [0x61, 0, 0x62]
        #expect(try RegularExpression("b").matches(text))
        #expect(try RegularExpression("b").firstMatch(in: text) == 2..<3)
        #expect(try RegularExpression("x*").firstMatch(in: []) == 0..<0)
    }

    @Test(arguments: [
        "(a)\\1", "((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+", "((a{30}){30})", "a{600}",
        "((((((((((a[(])+)+)+)+)+)+)+)+)+)+[)]", String(repeating: "a", count: 257),
        "((((((((((a[)]+b)+)+)+)+)+)+)+)+)+",
        String(repeating: "(", count: 3) + "a{9}" + String(repeating: "){9}", count: 3),
    ])
    func hostilePatternsAreRefused(_ pattern: String) {
        #expect(throws: RegularExpression.ParseError.self) { try RegularExpression(pattern) }
    }

    @Test(arguments: [
        "[0-9]{3}-[0-9]{4}", "(ab+)+c", "[[:alpha:]]+@[[:alnum:].]+", "[]a]+", "[^]a]", "a|b|",
        "\\(\\)",
        "([0-9]{1,3}\\.){3}[0-9]{1,3}", String(repeating: "a", count: 256),
    ])
    func ordinaryPatternsAreNot(_ pattern: String) throws { _ = try RegularExpression(pattern) }

    /// These would take exponential or quadratic time, or memory without bound, if the limits were missing.
    @Test(arguments: [
        ("(é|.){0,100}x", "é"), (".*é.*é.*é.*é.*x", "é"), ("(a|ab|abc|b|c|bc)*x", "abc"),
        ("(a*)*(a*)*(a*)*(a*)*b", "a"),
    ])
    func hostileTextsEnd(_ pattern: String, _ piece: String) throws {
        let text = String(repeating: piece, count: 20_000)
        #expect(try RegularExpression(pattern).matches(Array(text.utf8)) == false)
    }
}
