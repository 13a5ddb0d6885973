/// Base64 with '-' and '_', without padding (RFC 4648, section 5; RFC 7515, section 2).
package func base64URL(_ bytes: some Collection<UInt8>) -> String {
    base64(bytes, last: ("-", "_"))
}

/// Base64 without padding (RFC 4648, section 4).
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
    var held = 0
    var heldBitCount = 0
    for byte in bytes {
        held = held << 8 | Int(byte)
        heldBitCount += 8
        while heldBitCount >= 6 {
            heldBitCount -= 6
            text.append(alphabet[held >> heldBitCount & 63])
        }
    }
    if heldBitCount > 0 { text.append(alphabet[held << (6 - heldBitCount) & 63]) }
    return String(decoding: text, as: UTF8.self)
}
