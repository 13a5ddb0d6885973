import RedoSystem

/// The address of a folder that keeps checkpoints: `folder:PATH` or `folder://PATH`.
package struct FolderURL: Hashable, Sendable {
    package let path: String

    private static let prefix = "folder:"

    /// Whether a URL is the address of a folder.
    package static func isOne(_ text: String) -> Bool { text.hasPrefix(prefix) }

    package init(path: String) { self.path = path }

    /// - Throws: STORAGE_001 for a malformed address.
    package init(_ text: String) throws(RedoError) {
        guard text.hasPrefix(Self.prefix) else { throw Self.malformed(text) }
        var path = text.dropFirst(Self.prefix.count)
        if path.hasPrefix("///") { path = path.dropFirst(2) }
        guard !path.isEmpty, !path.hasPrefix("//"), !path.utf8.contains(0) else {
            throw Self.malformed(text)
        }
        self.path = String(path)
    }

    /// The address as the configuration stores it.
    package var text: String { Self.prefix + path }

    private static func malformed(_ text: String) -> RedoError {
        RedoError(
            .notFound, "not the address of a folder: '\(text.printable)'",
            hints: ["it is folder:/PATH"])
    }
}
