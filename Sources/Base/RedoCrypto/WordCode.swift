/// Bytes as words that people write down, compare and type: BIP-39, with the English list.
package enum WordCode {
    /// How many bits a word stands for.
    private static let bitsPerWord = 11
    /// The size of a secret: with a byte of checksum, 24 words.
    private static let secretByteCount = 32
    package static let wordCount = 24

    /// What is wrong with words.
    package enum Mistake: Error, Equatable, Sendable {
        /// Not a word of the list, nor the beginning of exactly one, by its place from 1.
        case unknownWord(Int)
        case wrongCount(Int)
        /// Each is a word of the list, and together they are not what was written down.
        case wrongChecksum
    }

    /// The words of a secret, with a space between them. The last one has a checksum.
    ///
    /// - Parameter secret: of 32 bytes.
    /// - Returns: the text, which the caller wipes.
    package static func text(of secret: borrowing SecretMemory) -> [UInt8] {
        precondition(secret.count == secretByteCount)
        var bits = Bits()
        for index in 0..<secret.count { bits.append(secret[index]) }
        bits.append(checksum(of: secret))
        defer { bits.wipe() }
        var text: [UInt8] = []
        // Not moved while it grows: no copy of it stays in memory.
        text.reserveCapacity(secret.count * 8)
        for place in 0..<bits.wordCount {
            if place > 0 { text.append(UInt8(ascii: " ")) }
            text.append(contentsOf: WordList.english[bits.word(at: place)].utf8)
        }
        return text
    }

    /// The secret that words stand for. Words may be cut after their fourth letter; case and further blanks do not
    /// matter.
    package static func secret(of text: borrowing SecretMemory) throws(Mistake) -> SecretMemory {
        let places = try places(in: text)
        guard places.count == wordCount else { throw .wrongCount(places.count) }
        var bits = Bits()
        for place in places { bits.append(word: place) }
        defer { bits.wipe() }
        let secret = SecretMemory(count: secretByteCount)
        for index in 0..<secretByteCount { secret[index] = bits.byte(at: index) }
        guard bits.byte(at: secretByteCount) == checksum(of: secret) else { throw .wrongChecksum }
        return secret
    }

    /// The first words that bytes stand for, without a checksum: for people to compare.
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

    /// The place of each word of a text in the list.
    private static func places(in text: borrowing SecretMemory) throws(Mistake) -> [Int] {
        var places: [Int] = []
        var word: [UInt8] = []
        defer { wipe(&word) }
        for index in 0...text.count {
            let byte = index < text.count ? text[index] : UInt8(ascii: " ")
            if byte > 0x20 {
                // ASCII letters as small ones; others are in no word.
                word.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
            } else if !word.isEmpty {
                guard let place = place(of: word) else { throw .unknownWord(places.count + 1) }
                places.append(place)
                word.removeAll(keepingCapacity: true)
            }
        }
        return places
    }

    /// The letters by which the words of the list differ.
    private static let distinctCount = 4

    private static func place(of word: [UInt8]) -> Int? {
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

        mutating func append(word place: Int) {
            for shift in stride(from: bitsPerWord - 1, through: 0, by: -1) {
                append(bit: UInt8(place >> shift & 1))
            }
        }

        private mutating func append(bit: UInt8) {
            if count % 8 == 0 { bytes.append(0) }
            bytes[count / 8] |= bit << UInt8(7 - count % 8)
            count += 1
        }

        func byte(at index: Int) -> UInt8 { bytes[index] }

        func word(at place: Int) -> Int {
            (place * bitsPerWord..<(place + 1) * bitsPerWord).reduce(0) { word, bit in
                word << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
            }
        }

        mutating func wipe() { RedoCrypto.wipe(&bytes) }
    }
}
