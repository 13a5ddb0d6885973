import RedoSystem

/// When texts have colours: `redo --color=<when>`, which the variable `REDO_COLOR` passes on.
enum ColorChoice: String, CaseIterable {
    case always, never, auto

    /// - Throws: wrong usage for an unknown word.
    init(_ text: String) throws(RedoError) {
        guard let choice = ColorChoice(rawValue: text) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("--color takes one of \(known), not '\(text)'")
        }
        self = choice
    }

    /// True if standard output gets colours: what `REDO_COLOR` says, else on a terminal unless
    /// `NO_COLOR` is set.
    static func isColored(in surroundings: Surroundings) -> Bool {
        let variables = surroundings.variables
        return switch variables.value(of: "REDO_COLOR").flatMap(ColorChoice.init(rawValue:)) {
        case .always: true
        case .never: false
        case .auto, nil: surroundings.hasTerminalOutput && variables.value(of: "NO_COLOR") == nil
        }
    }
}
