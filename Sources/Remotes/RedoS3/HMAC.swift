import RedoCrypto

/// The keyed digest of a message (RFC 2104) with SHA-256.
func hmacSHA256(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    let blockByteCount = 64
    var block = key.count > blockByteCount ? SHA256.digest(key.span).bytes : key
    block += [UInt8](repeating: 0, count: blockByteCount - block.count)
    let inner = SHA256.digest((block.map { $0 ^ 0x36 } + message).span)
    return SHA256.digest((block.map { $0 ^ 0x5C } + inner.bytes).span).bytes
}
