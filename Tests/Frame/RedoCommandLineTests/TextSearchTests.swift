import Testing

@testable import RedoCommandLine

/// Whether a text stands in another one.
@Suite struct TextSearchTests {
    @Test(arguments: [
        ("", ""), ("abc", ""), ("abc", "abc"), ("abc", "a"), ("abc", "bc"), ("aab", "ab"),
        ("aaab", "aab"),
        ("Grüße", "üß"), ("😀", "😀"), ("a\r\nb", "\n"),
    ])
    func itDoes(_ text: String, _ part: String) {
        #expect(text.containsText(part))
    }

    @Test(arguments: [
        ("", "a"), ("abc", "abcd"), ("abc", "ac"), ("abc", "B"), ("é", "e"), ("e\u{301}", "é"),
    ])
    func itDoesNot(_ text: String, _ part: String) {
        #expect(!text.containsText(part))
    }
}
