import Testing

@testable import RedoCrypto

@Suite struct DigestTests {
    static let bytes = (0..<32).map { UInt8($0 * 8 + 1) }
    static let digits =
        "010911192129313941495159616971798189"
        + "9199a1a9b1b9c1c9d1d9e1e9f1f9"

    @Test func theDigitsAreTwoAByte() {
        #expect(Digest(bytes: Self.bytes.span).hexadecimal == Self.digits)
    }

    @Test func theDigitsAreReadBack() {
        let digest = Digest(hexadecimal: Array(Self.digits.utf8).span)
        #expect(digest?.bytes == Self.bytes)
    }

    @Test func itsDigitsAreFoundWhereTheyStand() {
        func isFound(in text: [UInt8], at start: Int) -> Bool {
            Digest(bytes: Self.bytes.span).isWritten(in: text.span, at: start)
        }
        let text = Array("<\(Self.digits)>".utf8)
        for start in -1...text.count {
            #expect(isFound(in: text, at: start) == (start == 1))
        }
        for place in 1...64 {
            var changed = text
            changed[place] ^= 1
            #expect(!isFound(in: changed, at: 1))
        }
        #expect(!isFound(in: Array("<\(Self.digits.uppercased())>".utf8), at: 1))
    }

    @Test func itsDigitsAreFoundAtTheStartAndTheEndOfAText() {
        func isFound(in text: String, at start: Int) -> Bool {
            Digest(bytes: Self.bytes.span).isWritten(in: Array(text.utf8).span, at: start)
        }
        #expect(isFound(in: Self.digits, at: 0))
        #expect(isFound(in: Self.digits + ">", at: 0))
        #expect(isFound(in: "<" + Self.digits, at: 1))
        #expect(!isFound(in: String(Self.digits.dropLast()), at: 0))
    }

    /// Each of the 64 digits is once the first that differs.
    @Test(arguments: 0..<64)
    func theCommonDigitsAreCounted(_ place: Int) {
        var bytes = Self.bytes
        // The first digit of a byte is its higher half.
        bytes[place / 2] ^= place % 2 == 0 ? 0x10 : 0x01
        let (digest, other) = (Digest(bytes: Self.bytes.span), Digest(bytes: bytes.span))
        #expect(digest.commonDigitCount(with: other) == place)
        #expect(other.commonDigitCount(with: digest) == place)
    }

    @Test func aDigestHasAllDigitsInCommonWithItself() {
        let digest = Digest(bytes: Self.bytes.span)
        #expect(digest.commonDigitCount(with: digest) == 64)
    }

    @Test(arguments: [
        "", String(digits.dropLast()), digits + "0", digits.uppercased(),
        digits.replacing("a", with: "g"), digits.replacing("01", with: " 1"),
        digits.replacing("f9", with: "é"),
    ])
    func otherTextsAreNoDigests(_ text: String) {
        #expect(Digest(hexadecimal: Array(text.utf8).span) == nil)
    }

    /// Every byte takes part, and the first that differs decides.
    @Test(arguments: 0..<32)
    func theOrderIsThatOfTheBytes(_ index: Int) {
        var greater = [UInt8](repeating: 0x7F, count: 32)
        var less = greater
        greater[index] = 0x80
        if index + 1 < 32 { less[index + 1] = 0xFF }
        #expect(Digest(bytes: less.span) < Digest(bytes: greater.span))
        #expect(!(Digest(bytes: greater.span) < Digest(bytes: less.span)))
        #expect(Digest(bytes: less.span) != Digest(bytes: greater.span))
    }

    @Test func theOrderIsThatOfTheDigits() {
        let digests = (0..<200).map { SHA256.digest([UInt8($0)].span) }
        #expect(digests.sorted().map(\.hexadecimal) == digests.map(\.hexadecimal).sorted())
    }

    @Test func aDigestIsNotLessThanItself() {
        let digest = Digest(bytes: Self.bytes.span)
        #expect(!(digest < digest))
    }
}
