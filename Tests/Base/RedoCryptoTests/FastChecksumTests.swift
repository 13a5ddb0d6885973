import Testing

@testable import RedoCrypto

/// XXH3.
@Suite struct FastChecksumTests {
    /// Made with a program in C.
    @Test(arguments: [
        ("", 0x2D06_8005_38D3_94C2), ("a", 0xE6C6_32B6_1E96_4E1F),
        ("redo", 0xD158_4C55_4AF6_B820), ("The roses want water.", 0x18BA_CDA7_49C3_C89D as UInt64),
    ])
    func aKnownTextHasItsValue(_ text: String, _ value: UInt64) {
        #expect(FastChecksum.value(of: Array(text.utf8).span) == value)
    }
}
