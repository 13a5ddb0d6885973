import RedoSystem

extension Progress {
    package static let option = OptionSpecification.flag(
        "progress", isNegatable: true,
        isExpert: true, "show progress also when standard error is not a terminal, or never")

    /// - Parameters:
    ///   - title: what is being done: "Reading nodes".
    ///   - unit: what the numbers count, if not the things that the title names: "KiB".
    package init(_ title: String, unit: String? = nil, _ context: borrowing CommandContext) {
        self.init(title, unit: unit, isShown: context.showsProgress)
    }
}

extension CommandContext {
    /// True if long work shows how far it is: as `--progress` says, else on a terminal.
    package var showsProgress: Bool {
        progressSetting ?? surroundings.hasTerminalErrors
    }
}
