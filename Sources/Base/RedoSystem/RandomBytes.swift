import Glibc

/// Bytes from the system's generator.
package enum RandomBytes {
    /// Wraps `getentropy(3)`, which fails only for more than 256 bytes or without a kernel
    /// generator; then the process has nothing safe to go on with.
    package static func bytes(count: Int) -> [UInt8] {
        precondition(count <= 256)
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe getentropy(&bytes, count) == 0 else {
            fatalError("the system has no randomness")
        }
        return bytes
    }

    /// Twice as many lower-case hexadecimal digits as bytes.
    package static func hexadecimal(count: Int) -> String {
        var text = ""
        for byte in bytes(count: count) {
            text += byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
        }
        return text
    }
}
