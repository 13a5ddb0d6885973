import RedoJSON
import RedoModel
import RedoSystem

/// The look of a piece of text on a terminal: the one table of colours.
package struct Style: Equatable, Sendable {
    /// The numbers of the escape sequence that begins it ("select graphic rendition").
    let codes: String

    package static let bold = Style(codes: "1")
    package static let faint = Style(codes: "2")
    package static let italic = Style(codes: "3")
    package static let red = Style(codes: "31")
    package static let yellow = Style(codes: "33")
    /// A match of a search.
    package static let match = Style(codes: "1;31")
    /// A task that is overdue.
    package static let overdue = red
    /// A task that is due within a day.
    package static let soon = Style(codes: "1;33")
    /// When something starts.
    package static let scheduled = Style(codes: "36")
    /// A to-do that a rule will create.
    package static let expected = faint
    package static let done = Style(codes: "32")
    /// A claimed task.
    package static let claimed = Style(codes: "36")
    /// A code for cameras.
    static let blackOnWhite = Style(codes: "30;107")
    /// The day that it is.
    package static let today = Style(codes: "1;7")

    /// Red, green, yellow, blue, magenta and cyan, then the same in bold: what tells lines of a drawing apart, and
    /// projects.
    private static let series = [
        "31", "32", "33", "34", "35", "36", "1;31", "1;32", "1;33", "1;34", "1;35", "1;36",
    ].map { Style(codes: $0) }

    /// A text in the style, whatever reads it.
    package func applied(to text: String) -> String { "\u{1B}[\(codes)m\(text)\u{1B}[m" }

    /// One of the colours of a series.
    ///
    /// - Parameter number: from 0; colours repeat.
    package static func line(_ number: Int) -> Style { series[number % series.count] }

    /// The colour of a project: the same for all that is under its first name, on every device.
    package static func project(_ path: JSONString) -> Style {
        let name = path.utf8.prefix { $0 != UInt8(ascii: ".") }
        // FNV-1a; red is left to what is overdue.
        let hash = name.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return line(1 + Int(hash % 5))
    }
}

extension CommandContext {
    /// True if texts have colours.
    package var isColored: Bool { isStyled }

    /// A text in a style: only for a terminal, and never with `NO_COLOR`.
    package func styled(_ text: String, _ style: Style?) -> String {
        styleStart(style) + text + styleEnd(style)
    }

    /// The codes that begin and end a style; empty without colours.
    func styleStart(_ style: Style?) -> String {
        style.map { isStyled ? "\u{1B}[\($0.codes)m" : "" } ?? ""
    }

    func styleEnd(_ style: Style?) -> String { style != nil && isStyled ? "\u{1B}[m" : "" }

    /// A text in one of the colours that tell lines of a drawing apart.
    ///
    /// - Parameter number: of the line; colours repeat.
    package func colored(_ text: String, line number: Int) -> String {
        styled(text, .line(number))
    }
}
