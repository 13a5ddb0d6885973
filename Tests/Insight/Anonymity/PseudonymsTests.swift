import RedoCrypto
import RedoJSON
import Testing

@testable import RedoInsight

/// Digests in the place of contents.
@Suite struct PseudonymsTests {
    private let pseudonyms = Pseudonyms()

    @Test func equalContentsOfOneKindHaveOneDigest() {
        let text = Array("home".utf8)
        #expect(pseudonyms.digest(.text, of: text) == pseudonyms.digest(.text, of: text))
        #expect(pseudonyms.digest(.text, of: text) != pseudonyms.digest(.name, of: text))
        #expect(
            pseudonyms.digest(.text, of: text) != pseudonyms.digest(.text, of: text, attempt: 1))
    }

    /// Who guesses a text cannot check the guess: neither another key nor none has its digest.
    @Test func withoutTheKeyNoDigestCanBeComputed() {
        let text = Array("home".utf8)
        let digest = pseudonyms.digest(.text, of: text)
        for _ in 0..<10 { #expect(Pseudonyms().digest(.text, of: text) != digest) }
        #expect(SHA256.digest(text.span) != digest)
    }

    @Test(arguments: ["a", "FROBNICATE", "A_VERY_LONG_NAME_OF_AN_ACTION_THAT_NOBODY_DEFINES"])
    func namesOfActionsAreLetters(_ name: String) {
        let image = pseudonyms.image(ofAction: name).description
        #expect(image.utf8.count == 18 && image.hasPrefix("X_"))
        #expect(image.utf8.dropFirst(2).allSatisfy { (0x41...0x50).contains($0) })
    }
}
