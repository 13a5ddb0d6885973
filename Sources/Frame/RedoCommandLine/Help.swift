import RedoSystem

/// The text of `-h`, made of a command's specification. The options for experts are left out.
struct Help {
    let specification: CommandSpecification

    private static let width = 80
    private static let column = 28

    var text: String {
        usage + "\n" + Self.wrapped(specification.summary + ".", indent: 0, column: 0)
            + optionLines(specification.options) + optionLines(CommandSpecification.commonOptions)
            + hiddenLine
    }

    /// A reference to the options that are left out.
    private var hiddenLine: String {
        let count = specification.options.count(where: \.isExpert)
        guard count > 0 else { return "" }
        return "\n'redo \(specification.name) --help' shows \(counted(count, "more option")).\n"
    }

    /// The lines that say how the command is called.
    var usage: String {
        let options = specification.options.isEmpty ? "" : " [<options>]"
        let forms =
            specification.operands.isEmpty ? [""] : specification.operands.map { " " + $0.text }
        return forms.enumerated().map { index, form in
            (index == 0 ? "usage: " : "   or: ")
                + Self.wrapped("redo \(specification.name)\(options)\(form)", indent: 11, column: 7)
        }.joined()
    }

    private func optionLines(_ options: [OptionSpecification]) -> String {
        let shown = options.filter { !$0.isExpert }
        return shown.isEmpty ? "" : "\n" + shown.map(optionLine).joined()
    }

    private func optionLine(_ option: OptionSpecification) -> String {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let negation = option.isNegatable ? "[no-]" : ""
        let name = "    \(letter)--\(negation)\(option.name)\(option.valueText)"
        let summary = Self.wrapped(option.summary, indent: Self.column, column: Self.column)
        if name.count + 2 > Self.column {
            return name + "\n" + String(repeating: " ", count: Self.column) + summary
        }
        return name + String(repeating: " ", count: Self.column - name.count) + summary
    }

    /// Breaks a text into lines; the first starts at a column, the others are indented.
    static func wrapped(_ text: String, indent: Int, column: Int) -> String {
        var result = ""
        var position = column
        for word in text.split(separator: " ") {
            if position > indent, position + 1 + word.count > width {
                result += "\n" + String(repeating: " ", count: indent)
                position = indent
            } else if position > column || !result.isEmpty && position > indent {
                result += " "
                position += 1
            }
            result += word
            position += word.count
        }
        return result + "\n"
    }
}
