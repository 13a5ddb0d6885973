import Testing

@testable import RedoCrypto

/// Words that two devices show.
@Suite struct ComparedWordsTests {
    /// What is expected was worked out in Python, from the digest of the text and the list of words.
    @Test func wordsAreTheFirst88BitsOfTheDigest() {
        #expect(
            ComparedWords(of: "abc").words == [
                "risk", "scheme", "quiz", "bulk", "brother", "vivid", "agree", "chimney",
            ])
    }

    @Test func anotherTextHasOtherWords() {
        #expect(ComparedWords(of: "abc") != ComparedWords(of: "abd"))
    }

    @Test(arguments: [
        ("risk scheme quiz bulk brother vivid agree chimney", true),
        ("Risk, SCHEME quiz-bulk\nbrother  vivid agree chimney.", true),
        ("risk scheme quiz bulk brother vivid agree", false),
        ("risk scheme quiz bulk brother vivid chimney agree", false),
        ("risk scheme quiz bulk brother vivid agree chimney tattoo", false), ("", false),
    ])
    func wordsAreComparedAsPeopleTypeThem(_ text: String, _ isSame: Bool) {
        #expect(ComparedWords(of: "abc").matches(text) == isSame)
    }
}
