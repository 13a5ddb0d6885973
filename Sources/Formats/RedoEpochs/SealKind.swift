/// The kind of content in a sealed file. A file of one kind does not open as another.
package enum SealKind: String, CaseIterable, Sendable {
    /// A part of a pack.
    case piece
    case statement
    /// The body of an epoch.
    case epoch
    case claim

    /// The size of a kind in a header, in bytes.
    static let byteCount = 8

    /// The first 8 letters of the word, padded with zeros.
    var bytes: [UInt8] {
        let letters = Array(rawValue.utf8.prefix(Self.byteCount))
        return letters + [UInt8](repeating: 0, count: Self.byteCount - letters.count)
    }
}
