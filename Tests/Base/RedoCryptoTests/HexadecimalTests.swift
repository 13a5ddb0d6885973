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

    /// Against reading digit by digit: every byte at every place of a UUID's text.
    @Test(arguments: [false, true]) func aUUIDHasItsDigitsAndHyphens(_ isAnyCase: Bool) {
        let text = Array("01234567-89ab-cdef-0123-456789abcdef".utf8)
        let hyphens: Set<Int> = [8, 13, 18, 23]
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                let digits = changed.indices.filter { !hyphens.contains($0) }.map { changed[$0] }
                let numbers = digits.map { digit in
                    isAnyCase && (0x41...0x46).contains(digit)
                        ? digit - 0x41 + 10 : lowercaseHexValue(digit)
                }
                let isWhole =
                    !numbers.contains(nil)
                    && hyphens.allSatisfy { changed[$0] == UInt8(ascii: "-") }
                let expected = numbers.reduce((UInt64(0), UInt64(0))) { words, digit in
                    (words.0 << 4 | words.1 >> 60, words.1 << 4 | UInt64(digit ?? 0))
                }
                let words = parseUUID(changed.span, isLowercase: !isAnyCase)
                #expect((words != nil) == isWhole)
                if let words, isWhole {
                    #expect(words == expected)
                    var written: [UInt8] = []
                    appendUUID(words.high, words.low, to: &written)
                    #expect(
                        String(decoding: written, as: UTF8.self)
                            == String(decoding: changed, as: UTF8.self).lowercased())
                }
            }
        }
        for count in [0, 35, 37] {
            let other = Array((text + text).prefix(count))
            let words = parseUUID(other.span, isLowercase: !isAnyCase)
            #expect(words == nil)
        }
    }

    @Test func sixteenBytesAreLowercaseDigits() {
        let digits = (UInt8(0)...255).filter { lowercaseHexValue($0) != nil }
        #expect(digits == Array("0123456789abcdef".utf8))
        #expect(digits.map { lowercaseHexValue($0) } == Array(0..<16))
    }

    @Test func anyOtherByteAtAnyPlaceIsRefused() {
        // Twice sixteen digits, which are read at once, and two more.
        let digits = Array("0123456789abcdef00112233445566ff9a".utf8)
        for place in digits.indices {
            for byte in UInt8(0)...255 {
                var changed = digits
                changed[place] = byte
                let isRead = bytes(hexadecimal: changed.span) != nil
                #expect(isRead == (lowercaseHexValue(byte) != nil), "\(byte) at \(place)")
            }
        }
    }
}
