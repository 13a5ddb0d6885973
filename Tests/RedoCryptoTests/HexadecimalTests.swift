import Testing

@testable import RedoCrypto

@Suite struct HexadecimalTests {
    @Test func everyByteIsWrittenAndReadBack() {
        let all = (0...255).map { UInt8($0) }
        var digits: [UInt8] = []
        appendHexadecimal(all.span, to: &digits)
        #expect(digits.count == 512)
        #expect(String(decoding: digits.suffix(6), as: UTF8.self) == "fdfeff")
        #expect(bytes(hexadecimal: digits.span) == all)
    }

    @Test(arguments: ["0", "abc", "0A", "g0", "0 ", " 0", "0x", "-1", "é"])
    func otherTextsAreRefused(_ text: String) {
        #expect(bytes(hexadecimal: Array(text.utf8).span) == nil)
    }

    @Test func noDigitsAreNoBytes() {
        #expect(bytes(hexadecimal: [UInt8]().span) == [])
    }

    @Test func sixteenBytesAreLowercaseDigits() {
        let digits = (UInt8(0)...255).filter { lowercaseHexValue($0) != nil }
        #expect(digits == Array("0123456789abcdef".utf8))
        #expect(digits.map { lowercaseHexValue($0) } == Array(0..<16))
    }
}
