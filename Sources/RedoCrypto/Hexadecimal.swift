import RedoJSON

/// The value of a lower-case hexadecimal digit; nil for any other byte, upper case included.
package func lowercaseHexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}

/// Reads lower-case hexadecimal digits, two a byte; nil for anything else.
package func bytes(hexadecimal digits: Span<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = lowercaseHexValue(digits[index]),
            let low = lowercaseHexValue(digits[index + 1])
        else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

/// Appends two lower-case hexadecimal digits a byte.
package func appendHexadecimal(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    for index in bytes.indices {
        output.append(lowercaseHexDigit(bytes[index] >> 4))
        output.append(lowercaseHexDigit(bytes[index] & 15))
    }
}
