import RedoSystem

extension Progress {
    package static let option = OptionSpecification.flag(
        "progress", isNegatable: true,
        isExpert: true, "show progress also when standard error is not a terminal, or never")

    /// - Parameter title: what is being done: "Reading nodes".
    package init(_ title: String, _ context: borrowing CommandContext) {
        self.init(title, isShown: context.showsProgress)
    }
}

extension CommandContext {
    /// Whether long work shows how far it is: as `--progress` says, else on a terminal.
    package var showsProgress: Bool {
        arguments.setting(Progress.option) ?? surroundings.hasTerminalErrors
    }
}
