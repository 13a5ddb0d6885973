/// An encoding of bytes as words that people write down, compare and type: BIP-39, with the English list.
package enum WordCode {
    /// The number of bits that a word encodes.
    private static let bitsPerWord = 11
    /// The size of a secret: with a byte of checksum, 24 words.
    private static let secretByteCount = 32
    package static let wordCount = 24

    /// A mistake in a list of words.
    package enum Mistake: Error, Equatable, Sendable {
        /// Neither a word of the list nor the beginning of exactly one; its position, from 1.
        case unknownWord(Int)
        case wrongCount(Int)
        /// All words are in the list, but the checksum is wrong.
        case wrongChecksum
    }

    /// Returns the words of a secret, with a space between them. The last word contains a checksum.
    ///
    /// - Parameter secret: 32 bytes.
    /// - Returns: the text, which the caller wipes.
    package static func text(of secret: borrowing SecretMemory) -> [UInt8] {
        precondition(secret.count == secretByteCount)
        var bits = Bits()
        for index in 0..<secret.count { bits.append(secret[index]) }
        bits.append(checksum(of: secret))
        defer { bits.wipe() }
        var text: [UInt8] = []
        // The array is not moved while it grows, so no copy stays in memory.
        text.reserveCapacity(secret.count * 8)
        for position in 0..<bits.wordCount {
            if position > 0 { text.append(UInt8(ascii: " ")) }
            text.append(contentsOf: WordList.english[bits.word(at: position)].utf8)
        }
        return text
    }

    /// Decodes the secret of some words. Words may be cut after their fourth letter; case and further blanks do not
    /// matter.
    package static func secret(of text: borrowing SecretMemory) throws(Mistake) -> SecretMemory {
        let indexes = try indexes(in: text)
        guard indexes.count == wordCount else { throw .wrongCount(indexes.count) }
        var bits = Bits()
        for index in indexes { bits.append(word: index) }
        defer { bits.wipe() }
        let secret = SecretMemory(count: secretByteCount)
        for index in 0..<secretByteCount { secret[index] = bits.byte(at: index) }
        guard bits.byte(at: secretByteCount) == checksum(of: secret) else { throw .wrongChecksum }
        return secret
    }

    /// Returns the first words of some bytes, without a checksum, for people to compare.
    package static func words(of bytes: [UInt8], count: Int) -> [String] {
        var bits = Bits()
        for byte in bytes { bits.append(byte) }
        return (0..<count).map { WordList.english[bits.word(at: $0)] }
    }

    /// The first byte of the SHA-256 of a secret: a bit for each four of its bytes.
    private static func checksum(of secret: borrowing SecretMemory) -> UInt8 {
        var bytes = (0..<secret.count).map { secret[$0] }
        let digest = SHA256.digest(bytes.span)
        wipe(&bytes)
        return digest.firstByte
    }

    /// Returns the index in the list of each word of a text.
    private static func indexes(in text: borrowing SecretMemory) throws(Mistake) -> [Int] {
        var indexes: [Int] = []
        var word: [UInt8] = []
        defer { wipe(&word) }
        for index in 0...text.count {
            let byte = index < text.count ? text[index] : UInt8(ascii: " ")
            if byte > 0x20 {
                // Letters are converted to lower case; other characters match no word.
                word.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
            } else if !word.isEmpty {
                guard let found = Self.index(of: word) else {
                    throw .unknownWord(indexes.count + 1)
                }
                indexes.append(found)
                word.removeAll(keepingCapacity: true)
            }
        }
        return indexes
    }

    /// The number of letters by which the words of the list differ.
    private static let distinctCount = 4

    private static func index(of word: [UInt8]) -> Int? {
        WordList.english.firstIndex { candidate in
            candidate.utf8.elementsEqual(word)
                || (word.count >= distinctCount && candidate.utf8.starts(with: word))
        }
    }

    /// Bits, the highest of each byte first.
    private struct Bits {
        private var bytes: [UInt8] = []
        private var count = 0

        init() { bytes.reserveCapacity(64) }

        var wordCount: Int { count / bitsPerWord }

        mutating func append(_ byte: UInt8) {
            for shift in stride(from: 7, through: 0, by: -1) { append(bit: byte >> shift & 1) }
        }

        mutating func append(word position: Int) {
            for shift in stride(from: bitsPerWord - 1, through: 0, by: -1) {
                append(bit: UInt8(position >> shift & 1))
            }
        }

        private mutating func append(bit: UInt8) {
            if count % 8 == 0 { bytes.append(0) }
            bytes[count / 8] |= bit << UInt8(7 - count % 8)
            count += 1
        }

        func byte(at index: Int) -> UInt8 { bytes[index] }

        func word(at position: Int) -> Int {
            (position * bitsPerWord..<(position + 1) * bitsPerWord).reduce(0) { word, bit in
                word << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
            }
        }

        mutating func wipe() { RedoCrypto.wipe(&bytes) }
    }
}
