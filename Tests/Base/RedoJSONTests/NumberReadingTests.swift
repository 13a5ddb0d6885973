import Testing

@testable import RedoJSON

/// A number of any length is read as the nearest double.
@Suite struct NumberReadingTests {
    static func read(_ text: String) throws -> Double? {
        try JSONDocument(Array(text.utf8)).root.number
    }

    static let millionZeros = String(repeating: "0", count: 1_000_000)

    // MARK: A million digits

    @Test func aMillionZerosBehindAOneOverflow() {
        let error = #expect(throws: JSONError.self) { try Self.read("[1\(Self.millionZeros)]") }
        #expect(error == JSONError(.numberOverflow, at: 1))
    }

    @Test func aMillionZerosInFrontOfAOneAreZero() throws {
        #expect(try Self.read("0.\(Self.millionZeros)1") == 0)
    }

    @Test func aMillionZerosAndTheExponentCancelOut() throws {
        #expect(try Self.read("1\(Self.millionZeros)e-1000000") == 1)
        #expect(try Self.read("0.\(Self.millionZeros)1e1000001") == 1)
    }

    @Test func aMillionNinesAreRounded() throws {
        #expect(try Self.read("0." + String(repeating: "9", count: 1_000_000)) == 1)
    }

    @Test(arguments: [
        "1e-1000000", "-1e-1000000", "1e-99999999999999999999", "0e99999999999999999",
    ])
    func whatIsTooSmallIsZero(_ text: String) throws {
        #expect(try Self.read(text) == 0)
    }

    @Test(arguments: ["1e1000000", "-1e400", "1e99999999999999999999", "1.7976931348623159e308"])
    func whatIsTooLargeOverflows(_ text: String) {
        let error = #expect(throws: JSONError.self) { try Self.read(text) }
        #expect(error?.reason == .numberOverflow)
    }

    @Test func exponentsOfManyZerosAreSmall() throws {
        #expect(try Self.read("5e\(Self.millionZeros)1") == 50)
    }

    // MARK: Ties

    /// 2^53 + 1 lies in the middle of two doubles; the even one is 2^53.
    @Test(arguments: [
        ("", 9_007_199_254_740_992),
        (String(repeating: "0", count: 883) + "1", 9_007_199_254_740_994),
        (String(repeating: "0", count: 5000) + "1", 9_007_199_254_740_994),
        (String(repeating: "0", count: 5000), 9_007_199_254_740_992),
    ])
    func aTieIsDecidedByALaterDigit(_ fraction: String, _ expected: Double) throws {
        #expect(try Self.read("9007199254740993.0" + fraction) == expected)
    }

    @Test func nearlyATieIsRoundedDown() throws {
        let text = "9007199254740992." + String(repeating: "9", count: 2000)
        #expect(try Self.read(text) == 9_007_199_254_740_992)
    }

    /// Half the least double, 2^−1075 = 5^1075 · 10^−1075, has 752 digits.
    @Test func halfTheLeastDoubleIsATie() throws {
        var digits: [UInt8] = [1]
        for _ in 0..<1075 {
            var carry: UInt8 = 0
            for index in digits.indices {
                let product = digits[index] * 5 + carry
                digits[index] = product % 10
                carry = product / 10
            }
            if carry > 0 { digits.append(carry) }
        }
        let half = digits.reversed().map(String.init).joined()
        #expect(half.count == 752)
        #expect(try Self.read("\(half)e-1075") == 0)
        let zeros = String(repeating: "0", count: 300)
        #expect(try Self.read("\(half).\(zeros)e-1075") == 0)
        #expect(try Self.read("\(half).\(zeros)1e-1075") == .leastNonzeroMagnitude)
        #expect(try Self.read("-\(half)\(zeros)1e-1376") == -.leastNonzeroMagnitude)
    }

    /// The reader keeps 800 digits; the places around the 800th, with the point before and behind.
    @Test(arguments: 798...803)
    func digitsAreCountedRightAroundTheLimit(_ count: Int) throws {
        let ones = String(repeating: "1", count: count)
        let expected = 1.111_111_111_111_111_2e9
        #expect(try Self.read("\(ones)e-\(count - 10)") == expected)
        #expect(try Self.read("\(ones).0e-\(count - 10)") == expected)
        #expect(try Self.read("\(ones).1e-\(count - 10)") == expected)
        #expect(try Self.read("0.\(ones)e10") == expected)
    }

    // MARK: Integers by value

    @Test(arguments: [
        ("1.0", 1), ("10E-1", 1), ("-0", 0), ("9007199254740991", 9_007_199_254_740_991),
        ("-9007199254740991", -9_007_199_254_740_991),
        ("900719925474099.1e1", 9_007_199_254_740_991),
    ])
    func anIntegerIsOneByValue(_ text: String, _ expected: Int) throws {
        #expect(try JSONDocument(Array(text.utf8)).root.integer == expected)
    }

    @Test(arguments: ["1.5", "9007199254740992", "1e300", "1e-7", "\"1\"", "true", "null"])
    func whatIsNoIntegerIsNotReadAsOne(_ text: String) throws {
        #expect(try JSONDocument(Array(text.utf8)).root.integer == nil)
    }
}
