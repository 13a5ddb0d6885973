import RedoJSON

/// A text that equals another one if both have the same characters: letters with accents are the same composed (NFC) and
/// decomposed (NFD).
///
/// Case and accents count, unlike in ``FoldedText``.
struct CanonicalText: Sendable {
    private let json: JSONString
    private let text: String

    init(_ text: String) {
        self.text = text
        json = JSONString(text)
    }

    /// True if a text has the same characters. Only texts that are not ASCII are compared character by character.
    func equals(_ other: JSONString) -> Bool {
        json == other || (!other.isASCII && other.description == text)
    }

    /// True if a path, names with dots between them, is this one or below it.
    func contains(path: JSONString) -> Bool {
        if equals(path) || path.utf8.starts(with: json.utf8 + [UInt8(ascii: ".")]) { return true }
        guard !path.isASCII else { return false }
        let names = Self.names(path.description)
        return names.starts(with: Self.names(text))
    }

    /// True if a text begins with this one.
    func isBeginning(of other: JSONString) -> Bool {
        if other.utf8.starts(with: json.utf8) { return true }
        return !other.isASCII && other.description.hasPrefix(text)
    }

    private static func names(_ path: String) -> [Substring] {
        path.split(separator: ".", omittingEmptySubsequences: false)
    }
}

extension JSONString {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
