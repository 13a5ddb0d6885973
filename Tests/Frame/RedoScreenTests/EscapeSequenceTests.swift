import Testing

@testable import RedoScreen

/// Keys that begin with Escape, where a line is slow.
@Suite struct EscapeSequenceTests {
    private func key(_ text: String) -> Key? { EscapeSequence.key(text) }

    @Test func theKeysOfTerminalsAreKnown() {
        let keys: [String: Key] = [
            "[A": .up, "OB": .down, "[C": .right, "OD": .left, "[H": .home, "OF": .end,
            "[Z": .backTab,
            "[1~": .home, "[3~": .delete, "[5~": .pageUp, "[6~": .pageDown, "OP": .function(1),
            "[15~": .function(5), "[17~": .function(6), "[24~": .function(12),
        ]
        for (text, wanted) in keys { #expect(key(text) == wanted, "\(text)") }
        for text in ["", "[", "O", "[16~", "[1;5A", "[~", "[999999999999999999999~", "x"] {
            #expect(key(text) == nil, "\(text)")
        }
    }

    @Test func aSequenceEndsWithItsLastCharacter() {
        func isWhole(_ text: String) -> Bool {
            EscapeSequence.isWhole(text.unicodeScalars.map { Int32($0.value) })
        }
        for text in ["[A", "[1;5A", "[24~", "OP", "[200~"] { #expect(isWhole(text), "\(text)") }
        for text in ["", "[", "O", "[2", "[1;"] { #expect(!isWhole(text), "\(text)") }
    }
}
