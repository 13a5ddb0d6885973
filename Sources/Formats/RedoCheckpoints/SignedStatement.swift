import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// A statement with its signature, in the form of the file `statement`:
///
/// ```
/// the statement as canonical JSON, and a line feed
/// the signature as 128 lower-case hexadecimal digits, and a line feed
/// ```
///
/// The signed bytes are `redo-statement-1`, a line feed, and the JSON.
package struct SignedStatement: Hashable, Sendable {
    /// The reason why a file is not a statement.
    package struct Fault: Error, Sendable, CustomStringConvertible {
        package let description: String
    }

    package let statement: Statement
    /// The SHA-256 of the JSON.
    package let digest: Digest
    /// The bytes of the file.
    package let file: [UInt8]

    /// The maximum size of a file that is read.
    package static let maximumByteCount = 8 << 20
    private static let context = Array("redo-statement-1\n".utf8)
    private static let lineFeed = UInt8(ascii: "\n")

    /// Signs a statement.
    ///
    /// - Throws: KEYCHAIN_002 if the program that holds the key does not sign.
    package init(_ statement: Statement, signedBy signer: Signer) throws(RedoError) {
        let json = CanonicalJSON.bytes(statement.json)
        let signature = try signer.sign((Self.context + json).span)
        self.statement = statement
        digest = SHA256.digest(json.span)
        file = json + [Self.lineFeed] + Array(signature.hexadecimal.utf8) + [Self.lineFeed]
    }

    /// Parses a file, which must be exactly as the first initializer writes it.
    package init(reading file: [UInt8]) throws(Fault) {
        guard file.count <= Self.maximumByteCount else {
            throw Fault(description: "it has \(file.count) bytes")
        }
        guard let end = file.firstIndex(of: Self.lineFeed),
            file.count == end + 2 + 2 * Signature.byteCount, file.last == Self.lineFeed,
            let signature = Signature(hexadecimal: file[(end + 1)..<(file.count - 1)].span)
        else { throw Fault(description: "it is not a line of JSON and a line of a signature") }
        let json = Array(file[..<end])
        guard let value = (try? JSONDocument(json))?.root.value, let statement = Statement(value),
            Self.isWritten(statement, from: value, as: json)
        else { throw Fault(description: "its JSON is not a statement's") }
        guard
            statement.key.isSigner(of: (Self.context + json).span, signature: signature)
        else { throw Fault(description: "its signature is not by its key") }
        self.statement = statement
        self.file = file
        digest = SHA256.digest(json.span)
    }

    /// Whether the text of a statement is canonical. Parsing a statement of an earlier version drops some of its
    /// contents.
    private static func isWritten(
        _ statement: Statement, from value: JSONValue, as json: [UInt8]
    ) -> Bool {
        CanonicalJSON.bytes(statement.nonce == nil ? value : statement.json) == json
    }

    /// The mention of it in other statements; nil if its slot does not belong to its key.
    package var mention: Statement.Mention? {
        guard statement.isOfItsKey, let nonce = statement.nonce else { return nil }
        return Statement.Mention(
            key: statement.key, nonce: nonce, sequence: statement.sequence, digest: digest)
    }

    /// The position of the statement in its slot.
    package var position: Statement.Position {
        Statement.Position(slot: statement.slot, sequence: statement.sequence, digest: digest)
    }
}
