import TestSupport
import Testing

@testable import RedoJSON

/// Numbers are printed as ECMAScript prints them, and read back as the same double.
@Suite struct NumberPrintingTests {
    static func printed(_ number: Double) -> String {
        String(decoding: CanonicalJSON.bytes(.number(number)), as: UTF8.self)
    }

    @Test func tenThousandRandomDoublesAreReadBack() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<10_000 {
            let number = random.finiteBits()
            let text = CanonicalJSON.bytes(.number(number))
            let read = try #require(try? JSONDocument(text), seed.replay).root.number
            #expect(read?.bitPattern == number.bitPattern, "\(number), \(seed.replay)")
        }
    }

    /// Doubles whose digits are easy to get wrong, with the texts of ECMA-262's `Number::toString`.
    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
        (123_456_789_012_345_683_968, "123456789012345680000"), (1e-6, "0.000001"),
        (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (0.00012345, "0.00012345"),
        (.leastNonzeroMagnitude, "5e-324"),
        (1.797_693_134_862_315_7e308, "1.7976931348623157e+308"), (-1.25, "-1.25"),
        (9_007_199_254_740_992, "9007199254740992"), (1e15, "1000000000000000"),
        (333_333_333.333_333_3, "333333333.3333333"), (2e-8, "2e-8"), (-1e22, "-1e+22"),
    ])
    func aNumberIsPrintedAsECMAScriptPrintsIt(_ number: Double, _ text: String) {
        #expect(Self.printed(number) == text)
    }

    @Test func theShapeChangesAtTheStatedPowersOfTen() {
        // Plain digits from 1e-6 up to but not including 1e21, an exponent elsewhere.
        for exponent in -12...30 {
            let number = Double("1e\(exponent)") ?? 0
            #expect(Self.printed(number).contains("e") == !(-6..<21).contains(exponent))
        }
    }

    @Test(arguments: [
        0, 7, -7, 9, 10, -10, 99, 100, 1_234_567_890, Int.max, Int.min, Int.min + 1,
    ])
    func anIntegerIsPrintedBehindWhatIsThere(_ number: Int) {
        for before in ["", "x", "12"] {
            var bytes = Array(before.utf8)
            appendDecimal(number, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == before + "\(number)")
        }
    }
}
