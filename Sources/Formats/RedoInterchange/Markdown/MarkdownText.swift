import RedoJSON

/// Texts in Markdown (CommonMark, section 2.4: a backslash before punctuation means the punctuation itself).
enum MarkdownText {
    private static let special = Set("\\`*_<>[]&#~|!".utf8)

    static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in TextEscapes.escaped(text).utf8 {
            if special.contains(byte) { output.append(UInt8(ascii: "\\")) }
            output.append(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func unescaped(_ text: some StringProtocol) -> String {
        var output: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            let isPunctuation =
                (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte)
                || (0x5B...0x60).contains(byte) || (0x7B...0x7E).contains(byte)
            if isEscaped, isPunctuation { output.removeLast() }
            isEscaped = byte == UInt8(ascii: "\\") && !(isEscaped && isPunctuation)
            output.append(byte)
        }
        return TextEscapes.unescaped(String(decoding: output, as: UTF8.self))
    }

    /// An object in an HTML comment, which ends at the first `-->`, whatever comes before it.
    static func comment(_ object: JSONValue) -> String {
        var output = Array("<!-- redo ".utf8)
        let text = TextEscapes.escaped(
            String(decoding: CanonicalJSON.bytes(object), as: UTF8.self))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ">"): output += Array("\\u003e".utf8)
            // Two adjacent hyphens are always inside a string.
            case UInt8(ascii: "-") where output.last == byte: output += Array("\\u002d".utf8)
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self) + " -->"
    }
}
