/// The beginning of web links to a task: `https://example.org/task/`, `https://example.org/?task=`.
enum LinkPrefix {
    private static let scheme = "https://"

    /// Whether a text is one: a host, and a path that an id can follow, in printable ASCII.
    static func isOne(_ text: String) -> Bool {
        guard text.hasPrefix(scheme), text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            return false
        }
        let parts = text.dropFirst(scheme.count)
            .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        // The part before an @ is a user name, and can look like a host.
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("@") else { return false }
        return text.hasSuffix("/") || text.hasSuffix("=")
    }
}
