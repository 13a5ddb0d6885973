import Testing

@testable import RedoSystem

/// What is left of a text without what is at its ends.
@Suite struct TrimmingTests {
    @Test(arguments: [
        ("", ""), (" \t\n", ""), (" a  b\u{A0}\r\n", "a  b"), ("\u{3000}a\u{2028}", "a"),
        ("a", "a"),
    ])
    func whiteSpaceIsRemovedFromBothEnds(_ text: String, _ trimmed: String) {
        #expect(text.trimmed == trimmed)
        #expect(text[...].trimmed == trimmed)
    }

    @Test(arguments: [("", ""), ("  ", ""), (" a b  ", " a b"), ("a\t ", "a\t"), ("日 ", "日")])
    func spacesAreRemovedFromTheEnd(_ text: String, _ rest: String) {
        #expect(text.withoutTrailingSpaces == rest)
    }

    @Test(
        arguments: [
            ("\n", true), ("\u{7}", true), ("\u{202E}", true), ("\u{200B}", true), ("a", false),
            (" ", false), ("é", false), ("\u{200D}", false),
        ] as [(Unicode.Scalar, Bool)])
    func whatALineCannotHaveNeedsAnEscape(_ scalar: Unicode.Scalar, _ needsEscape: Bool) {
        #expect(TerminalCharacter(scalar).needsEscape == needsEscape)
    }
}
