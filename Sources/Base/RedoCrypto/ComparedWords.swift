/// Eight words that two devices show, and a person compares: 88 bits of the SHA-256 of a text.
package struct ComparedWords: Equatable, Sendable {
    package let words: [String]

    package static let count = 8

    package init(of text: String) {
        words = WordCode.words(
            of: SHA256.digest(Array(text.utf8).span).bytes, count: Self.count)
    }

    /// Whether words that a person typed are these. Case and the characters between the words do not matter.
    package func matches(_ text: String) -> Bool {
        text.lowercased().split { !$0.isLetter }.map(String.init) == words
    }
}
