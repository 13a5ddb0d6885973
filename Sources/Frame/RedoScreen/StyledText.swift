import RedoSystem

/// A line of text in several styles. It is safe to show: the initialiser replaces what is harmful.
package struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
    package struct Run: Hashable, Sendable {
        package fileprivate(set) var text: String
        package var style: TextStyle
    }

    package private(set) var runs: [Run]

    package init(_ text: String, _ style: TextStyle = .plain) {
        runs = text.isEmpty ? [] : [Run(text: TerminalText.printable(text), style: style)]
    }

    /// - Parameter part: of a run, which is safe as part of it.
    private init(_ part: String, of run: Run) {
        runs = part.isEmpty ? [] : [Run(text: part, style: run.style)]
    }

    package init(stringLiteral text: String) { self.init(text) }

    /// Without styles.
    package var text: String { runs.map(\.text).joined() }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var joined = left
        joined.runs += right.runs
        return joined
    }

    package static func += (left: inout StyledText, right: StyledText) { left.runs += right.runs }

    /// The number of columns that it takes.
    package var columns: Int { runs.reduce(0) { $0 + CharacterWidth.columns(of: $1.text) } }

    /// The text with each of its styles on top of the given one.
    package func over(_ style: TextStyle) -> StyledText {
        var result = self
        for index in result.runs.indices {
            result.runs[index].style = result.runs[index].style.over(style)
        }
        return result
    }

    // MARK: Output of commands

    /// Lines that a command printed, with the escape sequences that change styles. Other control characters and
    /// sequences are left out.
    package static func lines(of output: [UInt8]) -> [StyledText] {
        var style = TextStyle.plain
        var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { line(of: $0, &style) }
        if lines.last?.runs.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static let escape: UInt8 = 0x1B

    private static func line(of bytes: ArraySlice<UInt8>, _ style: inout TextStyle) -> StyledText {
        var line = StyledText("")
        var rest = bytes
        while !rest.isEmpty {
            let plain = rest.prefix { $0 != escape }
            if !plain.isEmpty {
                line += StyledText(printable(String(decoding: plain, as: UTF8.self)), style)
            }
            rest = rest.dropFirst(plain.count + 1)
            guard rest.first == UInt8(ascii: "[") else { continue }
            let codes = rest.dropFirst().prefix {
                $0 == UInt8(ascii: ";") || (0x30...0x39).contains($0)
            }
            rest = rest.dropFirst(1 + codes.count)
            if rest.popFirst() == UInt8(ascii: "m") {
                style.apply(
                    codes: codes.split(
                        separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
                    )
                    .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 })
            }
        }
        return line
    }

    /// A text with tabs as spaces, and without what is not printed.
    private static func printable(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                result.append(contentsOf: "    ".unicodeScalars)
            } else if CharacterWidth.columns(of: scalar) >= 0 {
                result.append(scalar)
            }
        }
        return String(result)
    }

    // MARK: Lines

    /// The text in lines of a number of columns at most, cut between words where there are any.
    package func wrapped(to columns: Int) -> [StyledText] {
        guard columns > 0 else { return [] }
        var lines: [StyledText] = []
        var line = StyledText("")
        var width = 0
        for run in runs {
            var rest = run.text.unicodeScalars[...]
            while !rest.isEmpty {
                // A word with the spaces after it.
                var word = rest.prefix { $0 != " " }
                let spaces = rest.dropFirst(word.count).prefix { $0 == " " }.count
                rest = rest.dropFirst(word.count + spaces)
                let wordWidth = CharacterWidth.columns(of: String(word))
                if width > 0, width + wordWidth > columns {
                    lines.append(line)
                    (line, width) = (StyledText(""), 0)
                }
                while CharacterWidth.columns(of: String(word)) > columns {
                    var piece = String.UnicodeScalarView()
                    var pieceWidth = 0
                    while let scalar = word.first {
                        let scalarWidth = max(0, CharacterWidth.columns(of: scalar))
                        if pieceWidth + scalarWidth > columns, pieceWidth > 0 { break }
                        piece.append(scalar)
                        pieceWidth += scalarWidth
                        word.removeFirst()
                    }
                    lines.append(StyledText(String(piece), of: run))
                }
                let room = max(0, columns - width - CharacterWidth.columns(of: String(word)))
                let text = String(word) + String(repeating: " ", count: min(spaces, room))
                line += StyledText(text, of: run)
                width += CharacterWidth.columns(of: text)
            }
        }
        lines.append(line)
        return lines
    }
}
