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

    @Test func partOfATextIsReadLikeAText() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<400 {
            let text = random.spelling(of: random.value(depth: 4))
            let around = Array("}\"\\ [".utf8)
            let range = around.count..<around.count + text.count
            let alone = try #require(try? JSONDocument(text), seed.replay)
            let part = try #require(
                try? JSONDocument(around + text + around, in: range), seed.replay)
            #expect(part.root.value == alone.root.value, seed.replay)
            #expect(CanonicalJSON.bytes(part.root) == CanonicalJSON.bytes(alone.root), seed.replay)
            #expect(part.root.offset == alone.root.offset + around.count, seed.replay)
            // Nothing is read that stands behind it.
            let error = #expect(throws: JSONError.self, seed.replay) {
                try JSONDocument(around + Array("[1,2]".utf8), in: around.count..<around.count + 4)
            }
            #expect(error?.offset == around.count + 4, seed.replay)
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
