import TestSupport
import Testing

@testable import RedoJSON

/// What is written canonically is read back as the same value.
@Suite struct RoundTripTests {
    @Test func aRandomValueIsReadBack() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<400 {
            let value = random.value(depth: 4)
            let bytes = CanonicalJSON.bytes(value)
            let document = try #require(try? JSONDocument(bytes), seed.replay)
            #expect(document.root.value == value.withSortedMembers, seed.replay)
        }
    }

    @Test func canonicalBytesAreAFixedPoint() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<400 {
            let bytes = CanonicalJSON.bytes(random.value(depth: 4))
            let document = try #require(try? JSONDocument(bytes), seed.replay)
            #expect(CanonicalJSON.bytes(document.root) == bytes, seed.replay)
        }
    }

    @Test func aTreeIsWrittenLikeItsText() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<400 {
            let text = random.spelling(of: random.value(depth: 4))
            let document = try #require(try? JSONDocument(text), seed.replay)
            let written = CanonicalJSON.bytes(document.root)
            #expect(CanonicalJSON.bytes(document.root.value) == written, seed.replay)
        }
    }
}
