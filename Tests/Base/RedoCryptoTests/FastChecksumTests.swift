import CXXHash
import TestSupport
import Testing

@testable import RedoCrypto

/// XXH3, which is looked up by name and cast.
@Suite struct FastChecksumTests {
    /// The compiler does the comparing: a function of another type could not be assigned.
    @Test func theFunctionTypeIsThatOfTheHeader() {
        let function: FastChecksum.Function = XXH3_64bits
        _ = function
    }

    /// Made with a program in C.
    @Test(arguments: [
        ("", 0x2D06_8005_38D3_94C2), ("a", 0xE6C6_32B6_1E96_4E1F),
        ("redo", 0xD158_4C55_4AF6_B820), ("The roses want water.", 0x18BA_CDA7_49C3_C89D as UInt64),
    ])
    func aKnownTextHasItsValue(_ text: String, _ value: UInt64) {
        #expect(FastChecksum.value(of: Array(text.utf8).span) == value)
    }

    /// XXH3 takes another way for each of these ranges of lengths.
    @Test func anyTextHasTheValueOfTheHeadersFunction() {
        let seed = Seed()
        var random = seed.generator
        for count in [0, 1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1024, 70_000] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(
                FastChecksum.value(of: bytes.span) == XXH3_64bits(bytes, bytes.count), seed.replay)
        }
    }
}
