/// The form of errors, warnings and notes on standard error.
package enum ErrorForm: String, CaseIterable, Sendable {
    /// Lines for people: `error: there is no task 'bread' (NAME_001)`.
    case lines
    /// One JSON object on each line (redo-errors(7)).
    case json

    /// The variable that chooses the form. Without it a command with `--json` reports objects.
    package static let variable = "REDO_ERRORS"
    /// The environment of programs of the suite whose errors another one reads as lines.
    package static let forLines = [variable: lines.rawValue]
}
