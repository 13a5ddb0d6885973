import RedoSystem

/// The address of a store that rclone reaches: `REMOTE:PATH`, with a remote of the user's own rclone configuration.
///
/// rclone also accepts connection strings, such as `:webdav,bearer_token_command=…:`, and parameters behind the name of a
/// remote. Both can run programs, and a store from elsewhere can contain any address, so only names are accepted.
struct RcloneAddress: Equatable, Sendable {
    /// The name of the remote.
    let remote: String
    /// The address as rclone interprets it.
    let text: String

    private static let maximumByteCount = 1000

    /// - Throws: STORAGE_001 for anything else.
    init(_ text: String) throws(RedoError) {
        let remote = text.prefix { $0 != ":" }
        guard remote.count < text.count, Self.isName(remote),
            text.utf8.count <= Self.maximumByteCount,
            // It would end the name of the remote in a request for a file.
            !text.contains("]"),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw RedoError(
                .notFound,
                "not the address of a remote of rclone: it is REMOTE:PATH with a name that 'rclone listremotes' prints, "
                    + "and without parameters")
        }
        self.remote = String(remote)
        self.text = text
    }

    /// Whether a text is a name of a remote: letters, digits, `_`, `-`, `+`, `@`, `.` and spaces, but neither a hyphen nor a
    /// space first.
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: " ")
        else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "_-+@. ".unicodeScalars.contains($0)
        }
    }
}
