internal import CGit2
import RedoCrypto

/// The name of an object of a git repository: the SHA-1 of its header and its content.
///
/// Stored as three big-endian words, so that the order is that of the bytes.
package struct GitObjectID: Hashable, Sendable {
    package static let byteCount = SHA1.byteCount

    private let high: UInt64
    private let middle: UInt64
    private let low: UInt32

    /// - Parameter bytes: exactly 20 bytes.
    package init(bytes: Span<UInt8>) {
        precondition(bytes.count == Self.byteCount)
        high = bigEndianWord(bytes, at: 0)
        middle = bigEndianWord(bytes, at: 8)
        low = UInt32(truncatingIfNeeded: bigEndianWord(bytes, at: 12))
    }

    /// Parses 40 lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal digits: Span<UInt8>) {
        guard digits.count == 2 * Self.byteCount, let high = hexadecimalWord(digits, at: 0),
            let middle = hexadecimalWord(digits, at: 16),
            let low = hexadecimalWord(digits, at: 24)
        else { return nil }
        self.high = high
        self.middle = middle
        self.low = UInt32(truncatingIfNeeded: low)
    }

    /// The name of an object with this content. O(n).
    package init(_ kind: GitObjectKind, _ content: Span<UInt8>, _ sha1: inout SHA1) {
        let header = kind.header(byteCount: content.count)
        sha1.update(header.span)
        sha1.update(content)
        let digest = sha1.digest()
        self.init(bytes: digest.span)
    }

    /// The first of the 20 bytes.
    var firstByte: UInt8 { UInt8(high >> 56) }

    /// Appends the 20 bytes.
    package func append(to output: inout [UInt8]) {
        for word in [high, middle] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: low >> shift))
        }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        append(to: &bytes)
        return bytes
    }

    /// Appends 40 lower-case hexadecimal digits.
    package func appendHexadecimal(to output: inout [UInt8]) {
        RedoCrypto.appendHexadecimal(bytes.span, to: &output)
    }
}

extension GitObjectID: Comparable {
    package static func < (left: GitObjectID, right: GitObjectID) -> Bool {
        if left.high != right.high { return left.high < right.high }
        if left.middle != right.middle { return left.middle < right.middle }
        return left.low < right.low
    }
}

extension GitObjectID: CustomStringConvertible {
    package var description: String {
        var digits: [UInt8] = []
        appendHexadecimal(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}

// MARK: The form of libgit2

extension GitObjectID {
    init(_ id: git_oid) {
        // The 20 bytes of a value, read during its lifetime.
        self = unsafe withUnsafeBytes(of: id) { buffer in
            unsafe GitObjectID(bytes: buffer.assumingMemoryBound(to: UInt8.self).span)
        }
    }

    var oid: git_oid {
        var id = git_oid()
        let bytes = bytes
        unsafe withUnsafeMutableBytes(of: &id) { unsafe $0.copyBytes(from: bytes) }
        return id
    }
}
