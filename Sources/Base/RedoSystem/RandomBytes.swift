import Glibc

/// Random bytes from the system's generator.
package enum RandomBytes {
    /// Returns random bytes, at most 256. Wraps `getentropy(3)`.
    ///
    /// The call fails only if the kernel has no generator; the process then cannot continue safely.
    package static func bytes(count: Int) -> [UInt8] {
        precondition(count <= 256)
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe getentropy(&bytes, count) == 0 else {
            fatalError("the system has no randomness")
        }
        return bytes
    }

    /// Returns random bytes as lower-case hexadecimal digits, two for each byte.
    package static func hexadecimal(count: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in bytes(count: count) {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Returns a random number from 0 to 1.
    package static func fraction() -> Double {
        let bytes = bytes(count: 2)
        return Double(Int(bytes[0]) << 8 | Int(bytes[1])) / 65_535
    }
}
