import Testing

@testable import RedoModel

@Suite struct UUIDValueTests {
    static let lower = "c0ffee11-abcd-4ef1-8111-1111111111fa"

    static func read(
        _ text: String, _ spelling: UUIDValue.Spelling = .anyCase
    ) -> UUIDValue? {
        UUIDValue(text: Array(text.utf8).span, spelling)
    }

    @Test(arguments: [lower, lower.uppercased(), "C0ffEE11-aBCd-4Ef1-8111-1111111111Fa"])
    func eitherCaseIsTheSameValue(_ text: String) {
        #expect(Self.read(text) == Self.read(Self.lower))
        #expect(Self.read(text)?.text == Self.lower)
    }

    @Test func lowercaseAloneIsReadOnDemand() {
        #expect(Self.read(Self.lower, .lowercase)?.text == Self.lower)
        #expect(Self.read(Self.lower.uppercased(), .lowercase) == nil)
        #expect(Self.read("c0ffee11-abcd-4ef1-8111-1111111111fA", .lowercase) == nil)
    }

    @Test(arguments: [
        "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "018f0000-0000-7000-0000-000000000000",
    ])
    func anyVersionIsRead(_ text: String) {
        #expect(Self.read(text, .lowercase)?.text == text)
    }

    @Test(arguments: [
        "", "c0ffee11abcd4ef1811111111111111fa", "c0ffee11-abcd-4ef1-8111-1111111111f",
        "c0ffee11-abcd-4ef1-8111-1111111111faa", "{c0ffee11-abcd-4ef1-8111-11111111111}",
        "c0ffee11abcd-4ef1-8111-1111111111fa-", "g0ffee11-abcd-4ef1-8111-1111111111fa",
        "c0ffee1-1abcd-4ef1-8111-1111111111fa", "c0ffee11-abcd-4ef1-8111_1111111111fa",
        "c0ffee11-abcd-4ef1-8111-11111111é1f", "------------------------------------",
    ])
    func otherTextsAreRefused(_ text: String) {
        #expect(Self.read(text) == nil)
    }

    @Test func theOrderIsThatOfTheTexts() throws {
        let texts = [
            "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-8000-000000000000",
            "00000000-0000-0001-0000-000000000000", "7fffffff-ffff-ffff-ffff-ffffffffffff",
            "80000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-fffffffffffe",
        ]
        let values = try texts.reversed().map { try #require(Self.read($0)) }
        #expect(values.sorted().map(\.text) == texts)
    }

    @Test(arguments: [0x00, 0xFF] as [UInt8])
    func aRandomOneHasItsVersionAndVariant(_ byte: UInt8) {
        let value = UUIDValue(randomBytes: [UInt8](repeating: byte, count: 16))
        let expected =
            byte == 0
            ? "00000000-0000-4000-8000-000000000000" : "ffffffff-ffff-4fff-bfff-ffffffffffff"
        #expect(value.text == expected)
    }

    @Test func itsBeginningIsThatOfItsText() throws {
        let value = try #require(Self.read(Self.lower))
        for count in 0...Self.lower.utf8.count {
            var bytes = Array("x".utf8)
            value.append(firstCharacters: count, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == "x" + Self.lower.prefix(count))
        }
    }

    @Test func theDigitsThatTwoStartWithAlikeAreCounted() throws {
        let value = try #require(Self.read(Self.lower))
        #expect(value.commonDigitCount(with: value) == 32)
        let places = Self.lower.utf8.indices.filter { Self.lower.utf8[$0] != UInt8(ascii: "-") }
        try #require(places.count == 32)
        for (count, place) in places.enumerated() {
            let digit = try #require(Self.lower[place].hexDigitValue)
            // The first bit of the digit is another one, or the last.
            for change in [8, 1] {
                let changed = String(digit ^ change, radix: 16)
                let text =
                    Self.lower[..<place] + changed + Self.lower[Self.lower.index(after: place)...]
                let other = try #require(Self.read(String(text)))
                #expect(value.commonDigitCount(with: other) == count)
                #expect(other.commonDigitCount(with: value) == count)
            }
        }
    }

    @Test func aByteAtAnyPlaceIsReadWhereItIsADigitOfTheSpelling() {
        let digits = Array("0123456789abcdef".utf8)
        for place in 0..<Self.lower.utf8.count {
            for byte in UInt8(0)...255 {
                var text = Array(Self.lower.utf8)
                text[place] = byte
                let isHyphen = [8, 13, 18, 23].contains(place)
                let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
                let isLower = isHyphen ? byte == UInt8(ascii: "-") : digits.contains(byte)
                let isEither = isLower || isUpper && !isHyphen
                #expect((UUIDValue(text: text.span, .lowercase) != nil) == isLower)
                #expect((UUIDValue(text: text.span, .anyCase) != nil) == isEither)
            }
        }
    }
}
