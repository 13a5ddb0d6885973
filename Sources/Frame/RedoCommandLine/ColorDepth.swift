import RedoSystem

/// The number of colours that a terminal has.
package enum ColorDepth: Sendable {
    case sixteen
    /// 16, a cube of 6×6×6, and 24 greys.
    case indexed
    case trueColor

    /// The depth by `COLORTERM` and `TERM`; sixteen colours if neither names one.
    package init(_ variables: EnvironmentVariables) {
        let named = variables.value(of: "COLORTERM")
        let terminal = variables.value(of: "TERM") ?? ""
        if named == "truecolor" || named == "24bit" || terminal.hasSuffix("-direct") {
            self = .trueColor
        } else {
            self = terminal.hasSuffix("256color") ? .indexed : .sixteen
        }
    }
}

extension RGBColor {
    /// The colour as text has it, or the nearest one of those that there are.
    package func style(_ depth: ColorDepth) -> Style {
        switch depth {
        case .trueColor: Style(codes: "38;2;\(red);\(green);\(blue)")
        case .indexed: Style(codes: "38;5;\(nearestIndex)")
        case .sixteen:
            Style(codes: "\(nearestOfSixteen < 8 ? 30 + nearestOfSixteen : 82 + nearestOfSixteen)")
        }
    }
}
