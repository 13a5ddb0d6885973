import RedoCommandLine

/// Breaks texts into lines for a terminal, at spaces where it can.
struct TextWrapping {
    /// At least one.
    let columns: Int
    /// The text before each line but the first.
    let indent: String

    /// - Parameter text: without control characters.
    /// - Complexity: O(n) for n characters.
    func lines(of text: String) -> [String] {
        if text.utf8.count <= columns { return [text] }
        var lines: [String] = []
        var line = ""
        var width = 0
        func startLine() {
            lines.append(line)
            line = indent
            width = indent.count
        }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        for (index, word) in words.enumerated() {
            let wordWidth = displayWidth(String(word))
            if index > 0 {
                if width + 1 + wordWidth <= columns {
                    line += " "
                    width += 1
                } else {
                    startLine()
                }
            }
            if width + wordWidth <= columns {
                line += word
                width += wordWidth
                continue
            }
            for character in word {
                let count = displayWidth(String(character))
                if width + count > columns, width > indent.count { startLine() }
                line.append(character)
                width += count
            }
        }
        lines.append(line)
        return lines
    }
}
