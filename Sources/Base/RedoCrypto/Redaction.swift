/// Removal of a secret from the messages of other programs.
package struct Redaction: Sendable {
    /// The maximum length of a run of the secret that stays in a text, in bytes; ordinary words are as long.
    private static let maximumRunByteCount = 8
    /// The replacement of a run.
    private static let mark = Array("[redacted]".utf8)

    /// The length in bytes below which a secret is never redacted, since it would match unrelated words.
    private static let smallestWholeByteCount = 4

    /// All runs of ``runByteCount`` bytes in the secret, in lower case.
    private var runs: Set<[UInt8]> = []
    /// The length of a run in bytes.
    private let runByteCount: Int

    /// Creates a redaction of a secret.
    ///
    /// - Parameters:
    ///   - secret: a token or a password.
    ///   - redactsShortSecret: whether to redact a secret of four to eight bytes as a whole; passwords can be
    ///     that short.
    /// - Complexity: O(n).
    package init(_ secret: [UInt8], redactsShortSecret: Bool = false) {
        let secret = secret.map(Self.folded)
        let isWhole = redactsShortSecret && secret.count >= Self.smallestWholeByteCount
        let count = min(
            Self.maximumRunByteCount + 1, isWhole ? secret.count : Self.maximumRunByteCount + 1)
        runByteCount = count
        guard secret.count >= count else { return }
        for start in 0...(secret.count - count) {
            runs.insert(Array(secret[start..<start + count]))
        }
    }

    /// Creates a redaction of a secret of more than eight bytes.
    package init(_ secret: String) { self.init(Array(secret.utf8)) }

    /// Replaces each part of a text that repeats the secret, ignoring case.
    ///
    /// - Complexity: O(n).
    package func redacting(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let count = runByteCount
        guard !runs.isEmpty, bytes.count >= count else { return text }
        let folded = bytes.map(Self.folded)
        var isSecret = [Bool](repeating: false, count: bytes.count)
        var hasAny = false
        for start in 0...(bytes.count - count)
        where runs.contains(Array(folded[start..<start + count])) {
            hasAny = true
            for index in start..<start + count { isSecret[index] = true }
        }
        guard hasAny else { return text }
        var result: [UInt8] = []
        for index in bytes.indices {
            if !isSecret[index] {
                result.append(bytes[index])
            } else if index == 0 || !isSecret[index - 1] {
                result += Self.mark
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Converts an ASCII letter to lower case.
    private static func folded(_ byte: UInt8) -> UInt8 {
        0x41...0x5A ~= byte ? byte | 0x20 : byte
    }
}
