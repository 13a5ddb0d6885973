import RedoSystem

/// Texts in Taskwarrior, which removes control characters except tabs.
///
/// Any text of Taskwarrior comes back as it was: an escape is read only if it is what this suite writes for the text
/// that it means.
enum TaskwarriorText {
    /// A text with what Taskwarrior would remove escaped.
    static func text(_ text: String) -> String {
        let escaped = escaped(text)
        return escaped != text && !hasControls(text) && read(text) == text ? text : escaped
    }

    /// The text that one in Taskwarrior means.
    static func read(_ text: String) -> String {
        guard text.utf8.contains(0x5C) else { return text }
        let plain = TextEscapes.unescaped(text)
        return escaped(plain) == text ? plain : text
    }

    /// Tabs stay.
    private static func escaped(_ text: String) -> String {
        text.utf8.split(separator: 0x09, omittingEmptySubsequences: false)
            .map { TextEscapes.escaped(String(decoding: $0, as: UTF8.self)) }
            .joined(separator: "\t")
    }

    /// Whether a character other than a backslash needs an escape.
    private static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0 != "\t" && TerminalCharacter($0).needsEscape }
    }
}
