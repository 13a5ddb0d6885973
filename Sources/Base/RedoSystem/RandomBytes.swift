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
        var text = ""
        for byte in bytes(count: count) {
            text += byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
        }
        return text
    }

    /// Returns a random number from 0 to 1.
    package static func fraction() -> Double {
        let bytes = bytes(count: 2)
        return Double(Int(bytes[0]) << 8 | Int(bytes[1])) / 65_535
    }
}
