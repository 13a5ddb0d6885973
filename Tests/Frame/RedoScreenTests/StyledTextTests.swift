import TestSupport
import Testing

@testable import RedoScreen

/// Lines of commands with their styles.
@Suite struct StyledTextTests {
    private func lines(_ text: String) -> [StyledText] { StyledText.lines(of: Array(text.utf8)) }

    @Test func stylesGoOnUntilTheyEnd() {
        let found = lines("\u{1B}[1;31mlate\u{1B}[m plain\n\u{1B}[38;5;120mgreen\nstill\u{1B}[0m\n")
        let red = TextStyle(.bold, foreground: TextColor(1))
        let green = TextStyle(foreground: TextColor(120))
        #expect(found.map(\.text) == ["late plain", "green", "still"])
        #expect(
            found[0].runs == [
                .init(text: "late", style: red), .init(text: " plain", style: .plain),
            ])
        #expect(found[1].runs.map(\.style) == [green])
        #expect(found[2].runs.map(\.style) == [green])
    }

    @Test(arguments: [
        ("\u{1B}]0;title\u{7}x", "]0;titlex"), ("\u{1B}[2Jx", "x"), ("\u{1B}[10;20Hx", "x"),
        ("a\u{7}b\u{8}c", "abc"),
        ("\u{1B}[31", ""), ("\u{1B}", ""), ("\u{9B}2Jx", "2Jx"), ("a\tb", "a    b"),
        ("\u{1B}[38;2;1mx", "x"),
        ("\u{1B}[99999999999999999999mx", "x"),
    ])
    func nothingElseReachesATerminal(_ text: String, _ shown: String) {
        #expect(lines(text).map(\.text).joined() == shown)
    }

    /// Each text on a screen passes here.
    @Test func noTextOnAScreenIsHarmful() {
        for text in ["a\u{202E}b", "a\u{61C}b", "a\u{200B}b", "a\u{E0041}b", "a\u{1B}b"] {
            #expect(StyledText(text).text == "a\u{FFFD}b")
            #expect(!lines(text).map(\.text).joined().contains(text))
        }
    }

    @Test func whatIsNotUTF8IsReplaced() {
        #expect(StyledText.lines(of: [0x61, 0xFF, 0x62]).map(\.text) == ["a\u{FFFD}b"])
    }

    /// Lines are no wider than asked, and no character but spaces at their ends is lost.
    @Test func wrappingKeepsAllWords() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<1000 {
            let words = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                String(
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in
                        ["a", "é", "日", "z"].randomElement(using: &random) ?? "x"
                    })
            }
            let text = StyledText(words.joined(separator: " "), .bold)
            let columns = Int.random(in: 2...12, using: &random)
            let wrapped = text.wrapped(to: columns)
            #expect(wrapped.allSatisfy { $0.columns <= columns }, seed.replay)
            #expect(
                wrapped.map(\.text).joined().filter { $0 != " " } == text.text.filter { $0 != " " },
                seed.replay)
        }
    }
}
