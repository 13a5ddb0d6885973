import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Ids of anonymous copies.
@Suite struct IdentifierPseudonymsTests {
    private func pseudonyms(of nodes: [Node] = []) throws -> IdentifierPseudonyms {
        var survey = LogSurvey()
        for node in nodes { survey.note(node, try JSONDocument(node.encoding.body).root) }
        survey.finish()
        return IdentifierPseudonyms(
            survey, PseudonymSource(secret: [UInt8](repeating: 5, count: 32)))
    }

    @Test func idsKeepTheirVersionAndVariantAndNothingElse() throws {
        var ids = try pseudonyms()
        let (version, variant) = (UInt64(0xF000), UInt64(0b11) << 62)
        // The bits that are set in all images, and those that are set in any.
        var (allHigh, anyHigh, allLow, anyLow) = (UInt64.max, UInt64(0), UInt64.max, UInt64(0))
        for number in 0..<64 as Range<UInt64> {
            let id = UUIDValue(
                high: 0x1234_5678_9ABC_0DEF | (number % 16) << 12,
                low: 0x0123_4567_89AB_CDEF | (number / 16) << 62)
            let image = ids.image(of: OwnedThing(kind: .task, id: id))
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
        var ids = try pseudonyms(of: [create])
        let thing = OwnedThing(kind: .task, id: Sample.task.value)
        var images: Set<UUIDValue> = []
        for count in 1...4 {
            let image = ids.image(of: thing)
            images.insert(image)
            #expect(images.count == count)
            ids.startAgain()
            let again = ids.image(of: thing)
            #expect(again == image)
            let isRedrawn = ids.redraw(thing)
            #expect(isRedrawn)
            ids.startAgain()
        }
    }

    /// What takes the place of something else has an id that hangs on that thing's.
    @Test func onlyTheFirstOfWhatIsMadeAgainIsDrawnAgain() throws {
        let key = try #require(Writer.ana.author.publicKey)
        var nonce: JSONString = "00112233445566778899aabbccddeeff"
        var nodes: [Node] = []
        var things: [OwnedThing] = []
        for minute in 0..<2 {
            let id = OwnedKind.category.certifiedID(key, nonce: nonce)
            things.append(OwnedThing(kind: .category, id: id))
            nodes.append(
                try Writer.ana.node(
                    .createCategory, task: nil, after: nodes, minute: minute,
                    [
                        "categoryId": .string(JSONString(id.text)), "name": "the garden",
                        "color": "#1e90FF", "nonce": .string(nonce),
                    ]))
            nonce = OwnedKind.category.nonce(inPlaceOf: id)
        }
        var ids = try pseudonyms(of: nodes)
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
