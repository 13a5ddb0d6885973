import Testing

@testable import RedoCommand

/// How many columns a text takes on a terminal.
@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ß–…", 3), ("日本", 4), ("한", 2), ("ｆｕ", 4),
        ("😀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("Привет", 6), ("1️⃣", 2), ("𠀀", 2),
    ])
    func width(_ text: String, _ columns: Int) {
        #expect(displayWidth(text) == columns)
    }

    @Test func aTextIsAsWideAsItsParts() {
        #expect(displayWidth("a日b😀c") == 7)
    }
}
