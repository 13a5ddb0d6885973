import RedoSystem
import Testing

@testable import RedoCrypto

/// Box keys to which nothing can be sealed.
@Suite struct SmallOrderTests {
    /// What is refused is exactly what libsodium seals nothing to, whatever the top bit is.
    @Test(arguments: BoxPublicKey.pointsOfSmallOrder) func nothingIsSealedToIt(_ bytes: [UInt8]) {
        for top: UInt8 in [0, 0x80] {
            var bytes = bytes
            bytes[31] |= top
            let key = BoxPublicKey(checked: bytes)
            #expect(key.isOfSmallOrder)
            #expect(key.seal([1, 2, 3].span) == nil)
        }
    }

    @Test func neighboursAndOtherKeysAreNot() {
        #expect(BoxPublicKey.pointsOfSmallOrder.count == 7)
        var keys = BoxPublicKey.pointsOfSmallOrder.flatMap { bytes in
            [1, 17].map { place -> [UInt8] in
                var bytes = bytes
                bytes[place] ^= 1
                return bytes
            }
        }
        for _ in 0..<100 { keys.append(BoxKey(of: .random()).publicKey.bytes) }
        for bytes in keys {
            let key = BoxPublicKey(checked: bytes)
            #expect(!key.isOfSmallOrder && key.seal([1, 2, 3].span) != nil, "\(key.hexadecimal)")
        }
    }
}
