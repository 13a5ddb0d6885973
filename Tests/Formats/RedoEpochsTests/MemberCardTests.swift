import RedoCrypto
import RedoModel
import Testing

@testable import RedoEpochs

/// Cards, and the words by which they are compared.
@Suite struct MemberCardTests {
    private static let key = "8fbbe5d01550d2d4d43baa6895ac4ca6d03075967cb612f702519fff9c7bf000"
    private static let box = "e8690a55cc6e3032d6cf51be23c5403e12481c97170a4466d755a9073ab4b93d"
    private static let text = "redo:card:\(key):\(box)"

    private func person(_ digit: Character) throws -> NodeID {
        let text = "sha256:" + String(repeating: digit, count: 64)
        let id = NodeID(text: Array(text.utf8).span)
        return try #require(id)
    }

    /// Worked out by another program from docs/people.md.
    @Test func theWordsOfACardWithAPersonAreThose() throws {
        let card = try #require(MemberCard(Self.text))
        #expect(card.text == Self.text)
        let words = ComparedWords(pairing: card, with: try person("7"))
        #expect(
            words.words.joined(separator: " ")
                == "twelve virus effort obey access empower tribe wet")
    }

    /// Neither the key nor the box key nor the person can be replaced on the way, and no other text of the same
    /// keys has the same words.
    @Test func eachPartOfACardIsInItsWords() throws {
        let (first, second) = (SampleKey(1), SampleKey(2))
        let (ana, eve) = (try person("7"), try person("8"))
        func card(_ key: SampleKey, _ box: SampleKey) -> MemberCard {
            MemberCard(Member.Device(key: key.publicKey, box: box.box))
        }
        let own = card(first, first)
        let all = [
            ComparedWords(pairing: own, with: ana),
            ComparedWords(pairing: card(first, second), with: ana),
            ComparedWords(pairing: card(second, first), with: ana),
            ComparedWords(pairing: own, with: eve),
            ComparedWords(pairing: first.publicKey, with: ana),
            own.compared,
        ]
        #expect(Set(all.map { $0.words.joined(separator: " ") }).count == all.count)
    }
}
