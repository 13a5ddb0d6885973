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

extension CommandContext {
    /// The number of columns of the terminal that standard output is; nil if it is not a terminal. To be asked
    /// before the pager starts.
    package var terminalColumns: Int? {
        surroundings.hasTerminalOutput ? Terminal.columns(of: surroundings.output) : nil
    }

    /// The number of rows that it has; nil if it is not a terminal.
    package var terminalRows: Int? {
        surroundings.hasTerminalOutput ? Terminal.rows(of: surroundings.output) : nil
    }
}
