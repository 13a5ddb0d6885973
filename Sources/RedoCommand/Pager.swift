import RedoSystem

extension CommandContext {
    /// Sends what follows through `REDO_PAGER`, `PAGER` or `less -FRX`, if standard output is a
    /// terminal. An empty variable or `cat` means no pager.
    package mutating func startPager() {
        guard Terminal.isTerminal(1) else { return }
        let command =
            Environment.rawValue(of: "REDO_PAGER") ?? Environment.rawValue(of: "PAGER")
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
}

extension CommandContext {
    /// A text in a style: only for a terminal, and never with `NO_COLOR`.
    package func styled(_ text: String, _ style: Style) -> String {
        isStyled ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[m" : text
    }
}
