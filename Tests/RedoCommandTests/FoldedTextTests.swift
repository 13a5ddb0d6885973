import Foundation
import TestSupport
import Testing

@testable import RedoCommand

/// Texts as they are compared when people search.
@Suite struct FoldedTextTests {
    static func folded(_ text: String) -> String {
        String(decoding: FoldedText(text).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("Milk", "milk"), ("É", "e"), ("e\u{301}", "e"), ("STRASSE", "strasse"),
        ("Straße", "strasse"), ("ﬁn", "fin"), ("Ａ１", "a1"), ("Łódź", "lodz"), ("Ærø", "aero"),
        ("İstanbul", "istanbul"), ("ılık", "ilik"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("σίσυφος", "σισυφοσ"),
        ("Ёлка", "елка"), ("й", "и"), ("㎏", "kg"), ("a \t\n b", "a b"), ("a\u{A0}b", "a b"),
        ("a\u{200B}\u{202E}b", "ab"), ("שָׁלוֹם", "שלום"), ("😀", "😀"), ("Việt", "viet"),
        // Voiced kana and vowel signs are letters of their own.
        ("が", "か\u{3099}"), ("की", "की"), ("각", "\u{1100}\u{1161}\u{11A8}"),
        ("가", "\u{1100}\u{1161}"),
    ])
    func aTextIsFolded(_ text: String, _ folded: String) {
        #expect(Array(Self.folded(text).utf8) == Array(folded.utf8))
    }

    /// Spellings of one text fold alike, and folding again changes nothing.
    @Test func equivalentTextsFoldAlike() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<5000 {
            let scalars = (0..<6).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0x20..<0x3000, using: &random))
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            let once = Self.folded(text)
            #expect(Array(Self.folded(once).utf8) == Array(once.utf8), seed.replay)
            let decomposed = Self.folded(text.decomposedStringWithCanonicalMapping)
            let composed = Self.folded(text.precomposedStringWithCanonicalMapping)
            // Marks that stay may stand in another order.
            #expect(
                decomposed.unicodeScalars.sorted() == composed.unicodeScalars.sorted(), seed.replay)
        }
    }

    @Test func matchesLeadBackToTheText() throws {
        let text = FoldedText(Array("Ein Cafe\u{301}, eine Straße".utf8), notingOrigins: true)
        let match = try #require(text.firstMatch(of: FoldedText("CAFÉ")))
        #expect(match.isWord)
        #expect(text.origins[match.range.lowerBound] == 4)
        // Behind the accent.
        #expect(text.origins[match.range.upperBound] == 10)
        let part = try #require(text.firstMatch(of: FoldedText("strass")))
        #expect(!part.isWord)
        #expect(text.firstMatch(of: FoldedText("tea")) == nil)
        #expect(text.matches(of: FoldedText("ein")).count == 2)
    }

    @Test func aWholeWordIsFoundBehindAPart() throws {
        let match = try #require(FoldedText("milkshake, milk").firstMatch(of: FoldedText("milk")))
        #expect(match.isWord && match.range == 11..<15)
    }
}
