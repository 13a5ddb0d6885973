import RedoCrypto
import RedoModel
import Testing

@Suite struct PairingWordsTests {
    private static let person = NodeID(
        "sha256:38a81e87e79631e602bf5fbd307ce2fcd382b1670c585ea09032aac778a80531")
    private static let key = PublicKey(
        hexadecimal: Array("2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683".utf8)
            .span)

    /// What is expected was worked out in Python, from the text and the list of words.
    @Test func wordsAreTheFirst88BitsOfTheDigest() throws {
        let words = ComparedWords(pairing: try #require(Self.key), with: try #require(Self.person))
        #expect(
            words.words == [
                "solar", "fine", "tower", "yellow", "sea", "wheel", "leisure", "vessel",
            ])
    }

    @Test func wordsAreComparedAsPeopleTypeThem() throws {
        let words = ComparedWords(pairing: try #require(Self.key), with: try #require(Self.person))
        #expect(words.matches("Solar, fine TOWER-yellow\nsea  wheel leisure vessel."))
        #expect(!words.matches("solar fine tower yellow sea wheel leisure"))
        #expect(!words.matches("solar fine tower yellow sea wheel vessel leisure"))
        #expect(!words.matches("solar fine tower yellow sea wheel leisure vessel zoo"))
        #expect(!words.matches(""))
    }
}
