import Testing

@testable import RedoSystem

/// What controls a terminal, as JSON's escapes.
@Suite struct TerminalEscapesTests {
    static let harmful: [UInt32] =
        Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
        + Array(0x2066...0x206F) + invisible
    private static let invisible: [UInt32] =
        [0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B] + Array(0x2060...0x2065)

    func escaped(_ bytes: [UInt8]) -> (text: String, rest: Int) {
        var output: [UInt8] = []
        let rest = TerminalEscapes.append(bytes, to: &output)
        return (String(decoding: output, as: UTF8.self), rest)
    }

    @Test func eachIsEscapedAndNothingElse() throws {
        for value in UInt32(0)...0x2FFF where !(0xD800...0xDFFF).contains(value) {
            let scalar = try #require(Unicode.Scalar(value))
            let text = "a\(scalar)b"
            let hexadecimal = String(value, radix: 16)
            let zeros = String(repeating: "0", count: 4 - hexadecimal.count)
            let expected =
                Self.harmful.contains(value) ? "a\\u\(zeros)\(hexadecimal)b" : text
            let result = escaped(Array(text.utf8))
            #expect(Array(result.text.utf8) == Array(expected.utf8) && result.rest == 0, "\(value)")
        }
        let tagged = escaped(Array("a\u{E0041}\u{FEFF}b".utf8)).text
        #expect(tagged == #"a\udb40\udc41\ufeffb"#)
        #expect(escaped(Array("🧑‍🌾\u{1B}[m".utf8)).text == "🧑‍🌾\u{1B}[m")
    }

    @Test func aCharacterThatIsCutOffIsLeft() {
        #expect(escaped([0x61, 0xC2]) == ("a", 1))
        #expect(escaped([0x61, 0xE2, 0x80]) == ("a", 2))
        #expect(escaped([0x61, 0xE2]) == ("a", 1))
    }

    @Test func bytesThatAreNoUTF8Stay() {
        var output: [UInt8] = []
        #expect(
            TerminalEscapes.append([0xE2, 0x41, 0x42, 0x9B, 0xFF, 0xC2, 0x41], to: &output) == 0)
        #expect(output == [0xE2, 0x41, 0x42, 0x9B, 0xFF, 0xC2, 0x41])
    }
}
