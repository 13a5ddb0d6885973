import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoCommandLine

/// How many columns a text takes on a terminal.
@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ß–…", 3), ("日本", 4), ("한", 2), ("ｆｕ", 4),
        ("😀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("Привет", 6), ("1️⃣", 2), ("𠀀", 2),
    ])
    func width(_ text: String, _ columns: Int) {
        #expect(displayWidth(text) == columns)
    }

    /// Letters that are told to be plain are shown as taking characters apart shows them.
    @Test func plainTextIsShownLikeAnyOther() {
        let seed = Seed()
        var random = seed.generator
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x17F, 0x00...0x24F, 0x250...0x36F,
        ]
        for _ in 0..<20_000 {
            let range = ranges[Int.random(in: ranges.indices, using: &random)]
            var text = ""
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) else {
                    continue
                }
                text.unicodeScalars.append(scalar)
            }
            let limit = Int.random(in: 1...24, using: &random)
            var bytes: [UInt8] = []
            let width = bytes.append(printable: JSONString(text), atMost: limit)
            let expected = cut(text.printable, toColumns: limit)
            #expect(bytes == Array(expected.utf8), seed.replay)
            #expect(width == displayWidth(expected), seed.replay)
        }
    }

    @Test func aTextIsAsWideAsItsParts() {
        #expect(displayWidth("a日b😀c") == 7)
    }
}
