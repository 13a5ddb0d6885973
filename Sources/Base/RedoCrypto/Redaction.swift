/// Takes a secret out of what somebody else says.
package struct Redaction: Sendable {
    /// So many bytes of the secret in a row may stay: words are as long.
    private static let greatestRunByteCount = 8
    private static let mark = Array("[redacted]".utf8)

    /// A shorter secret would take words out that have nothing to do with it.
    private static let smallestWholeByteCount = 4

    /// All runs of the secret that are one byte longer.
    private var runs: Set<[UInt8]> = []
    /// Of each of them.
    private let runByteCount: Int

    /// - Parameters:
    ///   - secret: a token or a password.
    ///   - isShortTaken: whether a secret that is shorter than the runs that may stay is taken out as a
    ///     whole: passwords can be so short.
    /// - Complexity: O(n).
    package init(_ secret: [UInt8], isShortTaken: Bool = false) {
        let secret = secret.map(Self.folded)
        let isWhole = isShortTaken && secret.count >= Self.smallestWholeByteCount
        let count = min(
            Self.greatestRunByteCount + 1, isWhole ? secret.count : Self.greatestRunByteCount + 1)
        runByteCount = count
        guard secret.count >= count else { return }
        for start in 0...(secret.count - count) {
            runs.insert(Array(secret[start..<start + count]))
        }
    }

    package init(_ secret: String) { self.init(Array(secret.utf8)) }

    /// A text without the parts of the secret that it repeats, in whatever case. O(n).
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
            for place in start..<start + count { isSecret[place] = true }
        }
        guard hasAny else { return text }
        var result: [UInt8] = []
        for place in bytes.indices {
            if !isSecret[place] {
                result.append(bytes[place])
            } else if place == 0 || !isSecret[place - 1] {
                result += Self.mark
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        0x41...0x5A ~= byte ? byte | 0x20 : byte
    }
}
