import RedoSystem

/// A heading of org.
///
/// ```
/// ** TODO [#A] Call the plumber [1/2] :home:phone:
/// ```
struct OrgHeading {
    /// The number of stars.
    let level: Int
    private(set) var keyword: String?
    private(set) var priority: Substring?
    private(set) var title: String
    private(set) var tags: [Substring] = []
    /// Whether it and what is below it is commented out.
    private(set) var isComment = false

    /// Reads a line; nil for one that is not a heading.
    init?(_ line: Substring, _ keywords: OrgKeywords) {
        let level = line.utf8.prefix { $0 == UInt8(ascii: "*") }.count
        let after = line.dropFirst(level)
        guard level > 0, let space = after.first, space == " " || space == "\t" else { return nil }
        self.level = level
        var rest = OrgText.trimmed(after)
        let word = rest.prefix { $0 != " " && $0 != "\t" }
        if keywords.open.contains(String(word)) || keywords.done.contains(String(word)) {
            keyword = String(word)
            rest = OrgText.trimmed(rest.dropFirst(word.count))
        }
        if rest.hasPrefix("[#"), let end = rest.firstIndex(of: "]") {
            priority = rest[..<end].dropFirst(2)
            rest = OrgText.trimmed(rest[end...].dropFirst())
        }
        if rest == "COMMENT" || rest.hasPrefix("COMMENT ") { isComment = true }
        let blank = rest.lastIndex { $0 == " " || $0 == "\t" }
        let last = blank.map(rest.index(after:)) ?? rest.startIndex
        if let tags = Self.tags(rest[last...]) {
            self.tags = tags
            rest = OrgText.trimmed(rest[..<last])
        }
        title = String(Self.withoutCookies(rest))
    }

    /// The names in `:home:phone:`; nil for another word.
    static func tags(_ word: Substring) -> [Substring]? {
        guard word.utf8.count > 2, word.hasPrefix(":"), word.hasSuffix(":") else { return nil }
        let names = word.dropFirst().dropLast()
            .split(separator: ":", omittingEmptySubsequences: false)
        let isValid = names.allSatisfy { name in
            !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_@#%".contains($0) }
        }
        return isValid ? names : nil
    }

    /// A title without the counts at its end, `[1/2]` and `[50%]`, which org computes.
    private static func withoutCookies(_ title: Substring) -> Substring {
        var title = title
        while title.hasSuffix("]"), let begin = title.lastIndex(of: "["), begin > title.startIndex {
            let inner = title[begin...].dropFirst().dropLast()
            let isCount = inner.contains("/") != inner.hasSuffix("%")
            guard isCount, inner.allSatisfy({ $0.isASCII && ($0.isNumber || "/%".contains($0)) })
            else { break }
            title = OrgText.trimmed(title[..<begin])
        }
        return title
    }
}

/// Texts in org.
enum OrgText {
    /// A text without the spaces and tabs around it.
    static func trimmed(_ text: Substring) -> Substring {
        text.trimming { $0 == " " || $0 == "\t" }
    }
}
