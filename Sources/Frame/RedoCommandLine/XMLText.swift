import RedoModel

extension String {
    /// The text for XML and HTML, between tags or in a quoted attribute: on one line, with nothing
    /// that controls a terminal or changes the direction of writing, and nothing that XML 1.0 does not
    /// allow.
    package var xmlText: String {
        // Most text is plain.
        let isPlain = utf8.allSatisfy {
            switch $0 {
            // Quotes, `&`, `<` and `>`.
            case 0x22, 0x26, 0x27, 0x3C, 0x3E: false
            default: 0x20..<0x7F ~= $0
            }
        }
        if isPlain { return self }
        var text = ""
        for scalar in printable.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
