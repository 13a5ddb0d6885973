import Testing

@testable import RedoModel

/// Texts of anonymous copies.
@Suite struct TextPseudonymsTests {
    private let source = PseudonymSource(secret: [UInt8](repeating: 5, count: 32))

    @Test(arguments: [4, 24])
    func textsOfOneFormKeepTheirOrder(_ count: Int) {
        let words = (0..<12).map { number in
            [UInt8](repeating: UInt8(ascii: "k"), count: count - 1) + [UInt8(ascii: "a") + number]
        }
        var texts = TextPseudonyms(source, .text, avoiding: [])
        texts.draw(Set(words))
        let images = words.map { texts.image(of: $0) }
        #expect(Set(images).count == words.count)
        for (one, next) in zip(images, images.dropFirst()) {
            #expect(one.lexicographicallyPrecedes(next))
        }
        let again = words.map { texts.image(of: $0) }
        #expect(again == images)
    }

    /// If nothing is allowed, the 64th text is taken.
    @Test func whatIsForbiddenComesAboutInTheEnd() {
        var askedCount = 0
        var texts = TextPseudonyms(source, .name, avoiding: []) { _ in
            askedCount += 1
            return true
        }
        let image = texts.image(of: Array("elephant".utf8))
        #expect(image.count == 8)
        #expect(askedCount == 63)
    }

    @Test func whatIsStrictlyForbiddenNeverComesAbout() {
        var askedCount = 0
        var texts = TextPseudonyms(source, .name, avoiding: [], isStrict: true) { _ in
            askedCount += 1
            return askedCount < 200
        }
        let image = texts.image(of: Array("elephant".utf8))
        #expect(image.count == 8)
        #expect(askedCount == 200)
    }
}
