/// Texts in the language of manual pages, mdoc(7).
enum Mdoc {
    /// A text that stands for itself.
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Text in mdoc, in which tildes and circumflexes are not to become accents.
    static func plain(_ text: some StringProtocol) -> String {
        text.map { $0 == "~" ? "\\(ti" : $0 == "^" ? "\\(ha" : String($0) }.joined()
    }

    /// A line that is shown as it is.
    static func literal(_ line: String) -> String {
        let text = escaped(line)
        return text.hasPrefix(".") ? "\\&" + text : text
    }

    /// A line of running text: what stands between backquotes is bold, or italic in angle brackets too.
    /// Other escapes are those of mdoc.
    static func text(_ line: String) -> String {
        var result = ""
        for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false)
            .enumerated()
        {
            result += index.isMultiple(of: 2) ? plain(part) : marked(String(part))
        }
        return result
    }

    /// A text in bold, with what stands in angle brackets in italics.
    static func marked(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            if open > rest.startIndex { result += "\\fB\(escaped(rest[..<open]))\\fR" }
            result += "\\fI\(escaped(rest[rest.index(after: open)..<close]))\\fR"
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? result : result + "\\fB\(escaped(rest))\\fR"
    }

    /// The operands of a command: `[<node>]...` with its names in italics, and words in bold.
    static func operands(_ text: String) -> String {
        var result = ""
        var word = ""
        func flush() {
            // Brackets, bars and dots are notation.
            let isWord = word.unicodeScalars.contains { $0.properties.isAlphabetic }
            result += isWord ? "\\fB\(escaped(word))\\fR" : escaped(word)
            word = ""
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "<":
                flush()
                let close = rest.firstIndex(of: ">") ?? rest.endIndex
                result += "\\fI\(escaped(rest[..<close]))\\fR"
                rest = rest[close...].dropFirst()
            case " ", "[", "]", "(", ")", "|":
                flush()
                result.append(character)
            default: word.append(character)
            }
        }
        flush()
        return result
    }
}
