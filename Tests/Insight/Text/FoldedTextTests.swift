import Foundation
import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoModel

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
            // Foundation composes U+1113 and a vowel to what is not a character.
            let canonical = text.precomposedStringWithCanonicalMapping
            guard canonical == text else { continue }
            let once = Self.folded(text)
            #expect(Array(Self.folded(once).utf8) == Array(once.utf8), seed.replay)
            let decomposed = Self.folded(text.decomposedStringWithCanonicalMapping)
            let composed = Self.folded(canonical)
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

    /// What is said to stand nowhere does not, and what is in ASCII is told right away.
    @Test func whatCannotStandDoesNot() {
        let seed = Seed()
        var random = seed.generator
        let characters: [Character] = [
            "a", "B", "b", " ", "\t", "1", "-", "é", "E", "\u{301}", "ß", "s",
        ]
        var counts = (can: 0, cannot: 0)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...20, using: &random)
            // Seldom one of the sought letters, so that runs without one are long.
            let kinds = Bool.random(using: &random) ? characters[...] : characters[3...6]
            let text = String((0..<length).map { _ in kinds.randomElement(using: &random) ?? " " })
            let sought = String(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    characters.randomElement(using: &random) ?? " "
                })
            let pattern = FoldedText(sought)
            let stands = FoldedText(text).firstMatch(of: pattern) != nil
            let canStand = FoldedText.canStand(pattern, in: Array(text.utf8))
            #expect(canStand || !stands, "\(text) \(sought) \(seed.replay.rawValue)")
            if text.utf8.allSatisfy({ $0 < 0x80 }), !pattern.bytes.contains(0x20),
                !pattern.bytes.isEmpty
            {
                #expect(canStand == stands, "\(text) \(sought) \(seed.replay.rawValue)")
            }
            if canStand { counts.can += 1 } else { counts.cannot += 1 }
        }
        #expect(counts.can > 100 && counts.cannot > 100)
    }

    @Test func aWholeWordIsFoundBehindAPart() throws {
        let match = try #require(FoldedText("milkshake, milk").firstMatch(of: FoldedText("milk")))
        #expect(match.isWord && match.range == 11..<15)
    }
}
