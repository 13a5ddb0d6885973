import Testing

@testable import RedoJSON

/// Strings are their bytes.
@Suite struct StringTests {
    @Test func canonicallyEquivalentStringsAreDifferent() {
        #expect("\u{E9}" as String == "e\u{301}")
        #expect(JSONString("\u{E9}") != JSONString("e\u{301}"))
    }

    @Test func aLiteralIsComparedByItsBytes() {
        #expect(JSONString("Éclair") == ("Éclair" as StaticString))
        #expect(!(JSONString("Éclai") == ("Éclair" as StaticString)))
        #expect(!(JSONString("éclair") == ("Éclair" as StaticString)))
    }

    @Test(arguments: [
        ("", true), ("ab", true), ("abb", true), ("aBcd", true), ("abc", false), ("abcd", false),
        ("abd", false), ("b", false), ("é", false),
    ])
    func aStringIsBeforeALiteralAsBeforeAString(_ text: String, _ isBefore: Bool) {
        let isBeforeLiteral = JSONString(text).isBefore("abc")
        #expect(isBeforeLiteral == isBefore)
        let isBeforeString = JSONString(text) < JSONString("abc")
        #expect(isBeforeString == isBefore)
    }

    /// Eight bytes are looked at together, so a special byte is put at every place of two words.
    @Test(arguments: ["\"", "\\", "\n", "\u{1F}", "\u{7F}", " ", "é", "\u{80}", "😀"])
    func aSpecialCharacterIsFoundAtEveryPlace(_ character: String) throws {
        for before in 0..<20 {
            for after in 0..<10 {
                let text =
                    String(repeating: "x", count: before) + character
                    + String(repeating: "y", count: after)
                let value = JSONValue.string(JSONString(text))
                #expect(try JSONDocument(CanonicalJSON.bytes(value)).root.value == value)
            }
        }
    }

    @Test func anUnescapedControlCharacterIsRefusedAtEveryPlace() {
        for before in 0..<20 {
            for control in UInt8(0)..<0x20 {
                let text =
                    Array("\"\(String(repeating: "x", count: before))".utf8)
                    + [control] + Array("yyyyyyyy\"".utf8)
                let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
                #expect(error == JSONError(.controlCharacter, at: before + 1))
            }
        }
    }
}
