import TestSupport
import Testing

@testable import RedoSystem

/// Which characters people are shown on a terminal.
@Suite struct TerminalCharacterTests {
    private static let gone = "\u{FFFD}"

    /// Texts that look like another one, or change how others look.
    @Test(arguments: [
        ("a\u{1B}[2Jb", "a\(gone)[2Jb"), ("a\u{9B}2Jb", "a\(gone)2Jb"), ("a\r\nb\tc", "a  b c"),
        ("a\u{202E}b", "a\(gone)b"), ("a\u{2066}b\u{2069}", "a\(gone)b\(gone)"),
        ("a\u{061C}b", "a\(gone)b"), ("a\u{206A}b", "a\(gone)b"),
        ("Ali\u{200B}ce", "Ali\(gone)ce"), ("Ali\u{200D}ce", "Ali\(gone)ce"),
        ("Ali\u{200C}ce", "Ali\(gone)ce"), ("Ali\u{2060}ce", "Ali\(gone)ce"),
        ("Ali\u{FEFF}ce", "Ali\(gone)ce"), ("Ali\u{AD}ce", "Ali\(gone)ce"),
        ("Ali\u{FE0F}ce", "Ali\(gone)ce"), ("Ali\u{E0100}ce", "Ali\(gone)ce"),
        ("Ali\u{3164}ce", "Ali\(gone)ce"), ("Ali\u{180E}ce", "Ali\(gone)ce"),
        ("Ali\u{E0001}\u{E0041}\u{E007F}ce", "Ali\(gone)ce"),
        ("\u{200B}\u{2060}\u{200D}", gone), ("😀\u{200D}a", "😀\(gone)a"),
        ("😀\u{FE0F}\u{FE01}\u{FE02}", "😀\u{FE0F}\(gone)"),
    ])
    func whatIsHarmfulOrInvisibleIsReplaced(_ text: String, _ shown: String) {
        #expect(TerminalText.printable(text) == shown)
    }

    /// Words of all scripts, and emoji.
    @Test(arguments: [
        "Buy milk", "Grüße", "e\u{301}", "日本語", "葛\u{E0100}城", "한국어", "ภาษาไทย", "שלום",
        "می\u{200C}خواهم", "ه\u{200D}", "क्\u{200D}ष", "👩\u{200D}👩\u{200D}👧", "🏳\u{FE0F}\u{200D}🌈",
        "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "🇩🇪", "👍🏽", "🧑🏽\u{200D}🌾",
    ])
    func wordsAndEmojiStay(_ text: String) { #expect(TerminalText.printable(text) == text) }

    @Test func noneOfThoseThatAreHarmfulIsEverShown() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let category = scalar.properties.generalCategory
            let isShown = TerminalText.printable("a\(scalar)b").unicodeScalars.contains(scalar)
            if category == .control || category == .lineSeparator || category == .paragraphSeparator
            {
                #expect(!isShown, "\(value)")
            }
            if scalar.properties.isDefaultIgnorableCodePoint { #expect(!isShown, "\(value)") }
        }
    }

    @Test func whatIsShownIsShownAsItIs() {
        let seed = Seed()
        var random = seed.generator
        let pieces: [Unicode.Scalar] = [
            "a", "é", "日", "ی", "क", "😀", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{200B}",
            "\u{E0041}",
            "\u{202E}", "\n", "\u{301}", "\u{1F3FD}",
        ]
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                text.append(pieces.randomElement(using: &random) ?? "x")
            }
            let shown = TerminalText.printable(String(text))
            #expect(TerminalText.printable(shown) == shown, seed.replay)
        }
    }
}
