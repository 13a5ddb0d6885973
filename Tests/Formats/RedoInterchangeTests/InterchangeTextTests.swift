import Testing

@testable import RedoInterchange

/// Encodings of files.
@Suite struct InterchangeTextTests {
    private static let text = "title\nCafé 😀\n"

    @Test func aByteOrderMarkIsNotPartOfTheText() {
        let plain = Array(Self.text.utf8)
        #expect(InterchangeText.utf8(plain) == plain)
        #expect(InterchangeText.utf8([0xEF, 0xBB, 0xBF] + plain) == plain)
        #expect(
            InterchangeText.utf8([0xEF, 0xBB]) == [0xEF, 0xBB] && InterchangeText.utf8([]).isEmpty)
    }

    @Test func utf16IsReadInEitherOrder() {
        let units = Array(Self.text.utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(InterchangeText.utf8([0xFF, 0xFE] + little).text == Self.text)
        #expect(InterchangeText.utf8([0xFE, 0xFF] + big).text == Self.text)
        #expect(InterchangeText.utf8([0xFF, 0xFE, 0x41]).text == "\u{FFFD}")
        #expect(InterchangeText.utf8([0xFF, 0xFE, 0x00, 0xD8]).text == "\u{FFFD}")
        #expect(InterchangeText.utf8([0xFF, 0xFE]).isEmpty)
    }
}
