/// Encodes bytes in unpadded base64url (RFC 4648, section 5; RFC 7515, section 2).
package func base64URL(_ bytes: some Collection<UInt8>) -> String {
    base64(bytes, last: ("-", "_"))
}

/// Encodes bytes in unpadded base64 (RFC 4648, section 4).
///
/// - Parameter last: the last two characters of the alphabet.
package func base64(
    _ bytes: some Collection<UInt8>, last: (Unicode.Scalar, Unicode.Scalar) = ("+", "/")
) -> String {
    let alphabet =
        Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        + [UInt8(ascii: last.0), UInt8(ascii: last.1)]
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 4)
    var pending = 0
    var pendingBitCount = 0
    for byte in bytes {
        pending = pending << 8 | Int(byte)
        pendingBitCount += 8
        while pendingBitCount >= 6 {
            pendingBitCount -= 6
            text.append(alphabet[pending >> pendingBitCount & 63])
        }
    }
    if pendingBitCount > 0 { text.append(alphabet[pending << (6 - pendingBitCount) & 63]) }
    return String(decoding: text, as: UTF8.self)
}
