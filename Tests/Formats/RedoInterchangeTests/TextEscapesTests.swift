import Testing

@testable import RedoInterchange

/// Control characters in formats without escapes.
@Suite struct TextEscapesTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\nb", #"a\u{a}b"#), ("C:\\new", "C:\\new"),
        ("\u{1B}[31m", #"\u{1b}[31m"#), (#"\u{a}"#, #"\u{5c}u{a}"#), ("\r\n", #"\u{d}\u{a}"#),
        ("ä\u{202E}b", #"ä\u{202e}b"#), ("\\", "\\"),
    ])
    func controlCharactersAreSpelledOutAndComeBack(_ text: String, _ escaped: String) {
        #expect(TextEscapes.escaped(text) == escaped)
        #expect(TextEscapes.unescaped(escaped) == text)
    }

    @Test func whatIsNoEscapeStays() {
        for text in [#"\u{}"#, #"\u{110000}"#, #"\u{d800}"#, #"\u{12"#, #"\n"#, #"\u{zz}"#] {
            #expect(TextEscapes.unescaped(text) == text)
        }
    }
}
