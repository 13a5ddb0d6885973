import RedoCrypto
import RedoSystem

/// A request to a key helper or a key agent, or its answer: lines `name=value`, an empty line, and as many bytes as a
/// line `length` states.
///
/// ```
/// publicKey=64 digits
/// length=5
///                     an empty line
/// hello               as many bytes as `length` states
/// ```
package struct KeyMessage: Equatable, Sendable {
    /// The lines, in their order.
    package private(set) var lines: [(name: String, value: String)] = []
    package var body: [UInt8]

    package static func == (left: KeyMessage, right: KeyMessage) -> Bool {
        left.body == right.body && left.lines.elementsEqual(right.lines, by: ==)
    }

    /// Creates a message of some lines. Values must not contain line feeds.
    package init(_ lines: [(name: String, value: String)], body: [UInt8] = []) {
        self.lines = lines
        self.body = body
    }

    /// Reads the lines before the empty line, or all lines if there is none.
    ///
    /// - Returns: nil for a line without an equals sign, or one that is not UTF-8.
    package init?(head: Span<UInt8>) {
        body = []
        for line in head.array.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            if line.isEmpty { break }
            guard let text = String(validating: line, as: UTF8.self),
                let equals = text.utf8.firstIndex(of: UInt8(ascii: "="))
            else { return nil }
            lines.append(
                (String(text[..<equals]), String(text[text.utf8.index(after: equals)...])))
        }
    }

    /// The first value of a name; nil if it has none.
    package subscript(name: String) -> String? { lines.first { $0.name == name }?.value }

    /// All values of a name.
    package func values(_ name: String) -> [String] {
        lines.filter { $0.name == name }.map(\.value)
    }

    /// The number of bytes after the lines: 0 without a line `length`, nil if its value is not a number up to `limit`.
    package func bodyByteCount(limit: Int) -> Int? {
        guard let text = self["length"] else { return 0 }
        guard let count = Int(text), (0...limit).contains(count) else { return nil }
        return count
    }

    /// The public key that the message is about.
    package var publicKey: PublicKey? {
        self["publicKey"].flatMap { PublicKey(hexadecimal: Array($0.utf8).span) }
    }

    /// The bytes of the message.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in lines { bytes += Array("\(name)=\(value)\n".utf8) }
        if !body.isEmpty { bytes += Array("length=\(body.count)\n".utf8) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes + body
    }
}
