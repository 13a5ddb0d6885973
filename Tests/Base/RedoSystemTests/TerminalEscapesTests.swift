import Testing

@testable import RedoSystem

/// What controls a terminal, as JSON's escapes.
@Suite struct TerminalEscapesTests {
    static let harmful: [UInt32] =
        Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
        + Array(0x2066...0x2069)

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
