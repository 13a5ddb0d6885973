extension RegularExpression {
    /// The bytes by which a pattern and the texts write characters beyond ASCII.
    ///
    /// The bytes from 0x80 on are in the order of the characters: one for each character of the pattern, and one for all
    /// between two of them. So `.` matches each character, and a range has the same characters as before.
    struct Alphabet: Sendable {
        /// The maximum number of different characters beyond ASCII in a pattern.
        static let maximumCount = 60

        /// The characters of the pattern beyond ASCII, sorted.
        private let scalars: [UInt32]

        /// - Throws: ``ParseError`` if the pattern has too many different characters.
        init(of pattern: String) throws(ParseError) {
            let scalars = Set(
                pattern.unicodeScalars.filter { !$0.isASCII }.map { Self.lowercase($0).value })
            guard scalars.count <= Self.maximumCount else {
                throw ParseError(
                    reason:
                        "it has more than \(Self.maximumCount) different characters beyond ASCII"
                )
            }
            self.scalars = scalars.sorted()
        }

        /// A text with one byte for each character.
        ///
        /// - Returns: also the offset of each byte's character, and of the end; none for a text in ASCII, or if they are
        ///   not requested.
        func encoded(
            _ utf8: [UInt8], notingOffsets: Bool = false
        ) -> (bytes: [UInt8], offsets: [Int]) {
            if utf8.allSatisfy({ $0 < 0x80 }) { return (utf8, []) }
            var bytes: [UInt8] = []
            var offsets: [Int] = []
            bytes.reserveCapacity(utf8.count)
            var offset = 0
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
                bytes.append(byte(of: scalar))
                if notingOffsets { offsets.append(offset) }
                offset += UTF8.width(scalar)
            }
            if notingOffsets { offsets.append(offset) }
            return (bytes, offsets)
        }

        private func byte(of scalar: Unicode.Scalar) -> UInt8 {
            if scalar.isASCII { return UInt8(scalar.value) }
            let value = Self.lowercase(scalar).value
            var (low, high) = (0, scalars.count)
            while low < high {
                let middle = (low + high) / 2
                if scalars[middle] < value { low = middle + 1 } else { high = middle }
            }
            let isOfPattern = low < scalars.count && scalars[low] == value
            return UInt8(0x80 + 2 * low + (isOfPattern ? 1 : 0))
        }

        private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
            let mapping = scalar.properties.lowercaseMapping.unicodeScalars
            guard mapping.count == 1, let first = mapping.first, !first.isASCII else {
                return scalar
            }
            return first
        }
    }
}
