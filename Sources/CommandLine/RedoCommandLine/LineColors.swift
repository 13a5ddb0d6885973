extension CommandContext {
    /// Whether texts have colours.
    package var isColored: Bool { isStyled }

    /// A text in one of the colours that tell lines of a drawing apart: only for a terminal, and never
    /// with `NO_COLOR`.
    ///
    /// - Parameter number: of the line; colours repeat.
    package func colored(_ text: String, line number: Int) -> String {
        guard isStyled else { return text }
        return "\u{1B}[\(lineColors[number % lineColors.count])m\(text)\u{1B}[m"
    }
}

/// Red, green, yellow, blue, magenta and cyan, then the same in bold.
private let lineColors = [
    "31", "32", "33", "34", "35", "36", "1;31", "1;32", "1;33", "1;34", "1;35", "1;36",
]
