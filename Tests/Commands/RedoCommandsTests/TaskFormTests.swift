import Testing

@testable import RedoCommandParts

/// Texts of other people in a form.
@Suite struct TaskFormTests {
    @Test(arguments: [
        ("a\u{202E}b", #""a\u202eb""#), ("a\u{061C}b", #""a\u061cb""#),
        ("a\u{200B}b", #""a\u200bb""#), ("a\u{E0041}b", #""a\udb40\udc41b""#),
        ("a\u{2028}b", #""a\u2028b""#), ("👩\u{200D}👧", "👩\u{200D}👧"),
    ])
    func whatHarmsAnEditorIsQuoted(_ title: String, _ shown: String) throws {
        #expect(TaskForm.quotedIfNeeded(title) == shown)
        let form = try TaskForm(parsing: "Title: \(shown)\n", [])
        #expect(form[.title] == title)
    }
}
