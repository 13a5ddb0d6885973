import RedoJSON
import SampleNodes
import Testing

@testable import RedoInsight
@testable import RedoModel

/// Ids of anonymous copies.
@Suite struct IdentifierPseudonymsTests {
    private func pseudonyms(of nodes: [Node] = []) -> IdentifierPseudonyms {
        var survey = LogSurvey(TimeShift())
        for node in nodes { survey.note(node) }
        survey.finish()
        return IdentifierPseudonyms(survey, Pseudonyms())
    }

    @Test func idsKeepTheirVersionAndVariantAndNothingElse() {
        var ids = pseudonyms()
        let (version, variant) = (UInt64(0xF000), UInt64(0b11) << 62)
        // The bits that are set in all images, and those that are set in any.
        var (allHigh, anyHigh, allLow, anyLow) = (UInt64.max, UInt64(0), UInt64.max, UInt64(0))
        for number in 0..<64 as Range<UInt64> {
            let id = UUIDValue(
                high: 0x1234_5678_9ABC_0DEF | (number % 16) << 12,
                low: 0x0123_4567_89AB_CDEF | (number / 16) << 62)
            let image = ids.image(of: id)
            #expect(image.high & version == id.high & version)
            #expect(image.low & variant == id.low & variant)
            allHigh &= image.high
            anyHigh |= image.high
            allLow &= image.low
            anyLow |= image.low
        }
        #expect(allHigh == 0 && anyHigh == .max)
        #expect(allLow == 0 && anyLow == .max)
    }

    @Test func anIdThatIsDrawnAgainIsAnother() throws {
        let create = try Writer.ana.node(.create, minute: 0, ["title": "a thing"])
        var ids = pseudonyms(of: [create])
        let id = Sample.task.value
        var images: Set<UUIDValue> = []
        for count in 1...4 {
            let image = ids.image(of: id)
            images.insert(image)
            #expect(images.count == count)
            ids.startAgain()
            let again = ids.image(of: id)
            #expect(again == image)
            let isRedrawn = ids.redraw(id)
            #expect(isRedrawn)
            ids.startAgain()
        }
    }

    /// What takes the place of something else has an id that depends on that thing's.
    @Test func onlyTheFirstOfWhatIsMadeAgainIsDrawnAgain() throws {
        let key = try #require(Writer.ana.author.publicKey)
        var nonce: JSONString = "00112233445566778899aabbccddeeff"
        var nodes: [Node] = []
        var things: [UUIDValue] = []
        for minute in 0..<2 {
            let id = OwnedKind.category.certifiedID(key, nonce: nonce)
            things.append(id)
            nodes.append(
                try Writer.ana.node(
                    .createCategory, task: nil, after: nodes, minute: minute,
                    [
                        "categoryId": .string(JSONString(id.text)), "name": "the garden",
                        "color": "#1e90FF", "nonce": .string(nonce),
                    ]))
            nonce = OwnedKind.category.nonce(replacing: id)
        }
        var ids = pseudonyms(of: nodes)
        let images = things.map { ids.image(of: $0) }
        let isSecondRedrawn = ids.redraw(things[1])
        #expect(!isSecondRedrawn)
        ids.startAgain()
        let same = things.map { ids.image(of: $0) }
        #expect(same == images)
        let isFirstRedrawn = ids.redraw(things[0])
        #expect(isFirstRedrawn)
        ids.startAgain()
        let others = things.map { ids.image(of: $0) }
        #expect(others[0] != images[0] && others[1] != images[1])
    }
}
