import TestSupport
import Testing

@testable import RedoJSON

/// White space, escapes, the spelling of numbers and the order of members do not matter.
@Suite struct RespellingTests {
    @Test func anySpellingOfAValueHasItsCanonicalBytes() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<600 {
            let value = random.value(depth: 3)
            let text = random.spelling(of: value)
            let document = try #require(
                try? JSONDocument(text),
                "refused \(String(decoding: text, as: UTF8.self)), \(seed.replay)")
            #expect(
                CanonicalJSON.bytes(document.root) == CanonicalJSON.bytes(value),
                "\(String(decoding: text, as: UTF8.self)), \(seed.replay)")
        }
    }

    @Test func anySpellingIsReadAsTheValue() throws {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<600 {
            let value = random.value(depth: 3)
            let document = try #require(
                try? JSONDocument(random.spelling(of: value)), seed.replay)
            #expect(
                document.root.value.withSortedMembers == value.withSortedMembers, seed.replay)
        }
    }
}
