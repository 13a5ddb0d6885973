/// Keyed digests of messages: HMAC-SHA-256 (RFC 2104).
package struct HMAC: Sendable {
    private let innerPad: [UInt8]
    private let outerPad: [UInt8]

    private static let blockByteCount = 64

    package init(_ key: [UInt8]) {
        var block = key.count > Self.blockByteCount ? SHA256.digest(key.span).bytes : key
        block += [UInt8](repeating: 0, count: Self.blockByteCount - block.count)
        innerPad = block.map { $0 ^ 0x36 }
        outerPad = block.map { $0 ^ 0x5C }
    }

    package func digest(of message: [UInt8]) -> Digest {
        let inner = SHA256.digest((innerPad + message).span)
        return SHA256.digest((outerPad + inner.bytes).span)
    }
}
