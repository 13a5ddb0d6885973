extension BoxPublicKey {
    /// Whether the key is a point of small order, the top bit ignored as X25519 does: every secret gives the same result
    /// with it, so libsodium seals nothing to it.
    ///
    /// The values are those that `crypto_scalarmult(3)` refuses. A key that another member lists is checked before
    /// anything is sealed to it.
    package var isOfSmallOrder: Bool {
        var masked = bytes
        masked[Self.byteCount - 1] &= 0x7f
        return Self.pointsOfSmallOrder.contains(masked)
    }

    /// The points of the orders 1, 2, 4 and 8, and the values above the prime that mean one of them; lowest byte first.
    static let pointsOfSmallOrder: [[UInt8]] = [
        [UInt8](repeating: 0, count: byteCount),
        [1] + [UInt8](repeating: 0, count: byteCount - 1),
        [
            0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f,
            0xc4,
            0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f,
            0x49,
            0xb8, 0x00,
        ],
        [
            0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83,
            0xef,
            0x5b, 0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0,
            0x9f,
            0x11, 0x57,
        ],
        aboveOrBelowPrime(0xec), aboveOrBelowPrime(0xed), aboveOrBelowPrime(0xee),
    ]

    /// 2^255 - 256 and a lowest byte; the prime has 0xed there.
    private static func aboveOrBelowPrime(_ lowest: UInt8) -> [UInt8] {
        [lowest] + [UInt8](repeating: 0xff, count: byteCount - 2) + [0x7f]
    }
}
