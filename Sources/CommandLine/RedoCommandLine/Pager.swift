import RedoSystem

extension CommandContext {
    /// Sends what follows through `REDO_PAGER`, `PAGER` or `less -FRX`, if standard output is a
    /// terminal. An empty variable or `cat` means no pager.
    package mutating func startPager() {
        guard surroundings.hasTerminalOutput else { return }
        let command =
            surroundings.variables.rawValue(of: "REDO_PAGER")
            ?? surroundings.variables.rawValue(of: "PAGER")
            ?? "less -FRX"
        guard !command.isEmpty, command != "cat" else { return }
        pager = try? OutputFilter(command: command)
    }
}

/// How a piece of text looks on a terminal.
package enum Style: String, Sendable {
    case bold = "1"
    case red = "31"
    case yellow = "33"
    case match = "1;31"
}

extension CommandContext {
    /// A text in a style: only for a terminal, and never with `NO_COLOR`.
    package func styled(_ text: String, _ style: Style) -> String {
        styleStart(style) + text + styleEnd(style)
    }

    /// What begins a style, and what ends it; empty if there are none.
    func styleStart(_ style: Style?) -> String {
        style.map { isStyled ? "\u{1B}[\($0.rawValue)m" : "" } ?? ""
    }

    func styleEnd(_ style: Style?) -> String { style != nil && isStyled ? "\u{1B}[m" : "" }

    /// How many columns the terminal has that standard output is; nil if it is none. To be asked
    /// before the pager starts.
    package var terminalColumns: Int? {
        surroundings.hasTerminalOutput ? Terminal.columns(of: surroundings.output) : nil
    }
}
