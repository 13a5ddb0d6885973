import RedoCrypto
import RedoJSON

/// The name of a node: the SHA-256 of its canonical body (protocol, section 2).
package struct NodeID: Hashable, Comparable, Sendable {
    package static let prefix: StaticString = "sha256:"
    private static let prefixBytes = Array("sha256:".utf8)
    /// The size of the text in bytes.
    package static let textByteCount = 71

    package let digest: Digest

    package init(_ digest: Digest) { self.digest = digest }

    /// Reads `sha256:` and 64 lower-case hexadecimal digits; nil for any other text.
    package init?(text: Span<UInt8>) {
        guard text.count == Self.textByteCount,
            text.extracting(first: 7).isEqual(to: Self.prefix),
            let digest = Digest(hexadecimal: text.extracting(droppingFirst: 7))
        else { return nil }
        self.digest = digest
    }

    package init?(_ text: String) {
        self.init(text: Array(text.utf8).span)
    }

    /// Appends `sha256:` and 64 hexadecimal digits.
    package func append(to output: inout [UInt8]) {
        output += Self.prefixBytes
        digest.appendHexadecimal(to: &output)
    }

    /// The order of ids is that of their texts.
    package static func < (left: NodeID, right: NodeID) -> Bool { left.digest < right.digest }
}

extension NodeID: CustomStringConvertible {
    package var description: String { "sha256:\(digest.hexadecimal)" }
}
