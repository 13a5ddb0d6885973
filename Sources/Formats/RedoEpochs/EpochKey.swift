import RedoCrypto
import RedoJSON
import RedoSystem

/// The public commitment of an epoch file to its key: KB(key; `redo commit 1`).
package struct Commitment: FixedBytes {
    package static let byteCount = 32
    package let bytes: [UInt8]

    package init(checked bytes: [UInt8]) { self.bytes = bytes }
}

/// The secret of an epoch, from which the keys of all files that it seals are derived.
///
/// Unchecked: the secret is written before the object exists, and only read afterwards.
package final class EpochKey: @unchecked Sendable {
    package static let byteCount = 32

    private let secret: SecretMemory

    /// Copies 32 bytes and wipes the original; nil for another size, which is wiped as well.
    package init?(taking bytes: inout [UInt8]) {
        guard bytes.count == Self.byteCount else {
            wipe(&bytes)
            return nil
        }
        secret = SecretMemory(taking: &bytes)
    }

    private init(_ secret: consuming SecretMemory) { self.secret = secret }

    package static func random() -> EpochKey {
        var bytes = RandomBytes.bytes(count: byteCount)
        return EpochKey(SecretMemory(taking: &bytes))
    }

    package var commitment: Commitment { Commitment(checked: digest("redo commit 1", [])) }

    /// KB of a text and some bytes, as a key.
    func derivedKey(_ text: StaticString, _ parts: [[UInt8]]) -> SecretMemory {
        keyedBLAKE2b(Self.message(text, parts), key: secret)
    }

    /// KB of a text and some bytes, as a public digest of 32 bytes.
    func digest(_ text: StaticString, _ parts: [[UInt8]]) -> [UInt8] {
        let digest = keyedBLAKE2b(Self.message(text, parts), key: secret)
        return (0..<digest.count).map { digest[$0] }
    }

    /// The name of a task's claim on an encrypted remote whose first epoch has this key: 64 digits.
    ///
    /// - Parameter task: the 16 bytes of its id.
    package func claimName(of task: [UInt8]) -> String {
        Digest(bytes: digest("redo claim 1", [task]).span).hexadecimal
    }

    private static func message(_ text: StaticString, _ parts: [[UInt8]]) -> [UInt8] {
        Array(text.description.utf8) + parts.flatMap { $0 }
    }

    /// Seals the key to a box key; nil for one of small order.
    func box(for key: BoxPublicKey) -> [UInt8]? {
        var bytes = (0..<Self.byteCount).map { secret[$0] }
        defer { wipe(&bytes) }
        return key.seal(bytes.span)
    }

    /// Appends 64 digits to a text that the caller wipes, and that has enough capacity.
    func appendHexadecimal(to text: inout [UInt8]) {
        for index in 0..<Self.byteCount {
            text.append(lowercaseHexDigit(secret[index] >> 4))
            text.append(lowercaseHexDigit(secret[index] & 15))
        }
    }

    /// Compares in constant time with 32 bytes of a larger secret.
    func isEqual(to other: borrowing SecretMemory, at start: Int) -> Bool {
        var difference: UInt8 = 0
        for index in 0..<Self.byteCount { difference |= secret[index] ^ other[start + index] }
        return difference == 0
    }

    /// Copies 32 bytes of a larger secret.
    init(copying other: borrowing SecretMemory, at start: Int) {
        let secret = SecretMemory(count: Self.byteCount)
        for index in 0..<Self.byteCount { secret[index] = other[start + index] }
        self.secret = secret
    }

    /// Copies the key into a larger secret.
    func copy(to other: borrowing SecretMemory, at start: Int) {
        for index in 0..<Self.byteCount { other[start + index] = secret[index] }
    }
}
