import TestSupport
import Testing

@testable import RedoJSON

/// Names are sorted by UTF-16 code units (RFC 8785, section 3.2.3), though they are held in UTF-8.
@Suite struct NameOrderTests {
    /// Each before the next. The characters above U+FFFF start with D800–DBFF in UTF-16.
    static let ascending: [JSONString] = [
        "", "\u{0}", "\n", " ", "1", "A", "a", "aa", "b", "\u{7F}", "\u{80}", "é", "\u{7FF}",
        "\u{800}", "\u{D7FF}", "\u{10000}", "\u{10000}a", "😀", "\u{10FFFF}", "\u{E000}",
        "\u{E000}\u{10000}", "\u{E000}\u{E000}", "\u{EFFF}", "\u{F000}", "ﬀ", "\u{FFFF}",
    ]

    @Test func namesAreSortedByCodeUnits() {
        #expect(Self.ascending.reversed().sorted() == Self.ascending)
    }

    @Test func orderIsThatOfTheCodeUnits() {
        let seed = Seed()
        var random = RandomJSON(seed)
        for _ in 0..<3000 {
            // A common start, so that the first difference is not always in the first character.
            let start = random.string().description
            let left = JSONString(start + random.string().description)
            let right = JSONString(start + random.string().description)
            let expected = left.description.utf16.lexicographicallyPrecedes(right.description.utf16)
            #expect((left < right) == expected, "\(left) \(right), \(seed.replay)")
        }
    }

    @Test func anObjectIsWrittenInThatOrder() throws {
        let members = Self.ascending.reversed().map { JSONMember($0, .null) }
        let document = try JSONDocument(CanonicalJSON.bytes(.object(members)))
        #expect(document.root.members.map(\.name) == Self.ascending)
    }

    @Test func aTextInAnotherOrderIsRewrittenInThatOrder() throws {
        // As UTF-8 and as code points these two are in order.
        let document = try JSONDocument(Array("{\"\u{FB33}\":1,\"😀\":2}".utf8))
        #expect(CanonicalJSON.bytes(document.root) == Array("{\"😀\":2,\"\u{FB33}\":1}".utf8))
    }
}
