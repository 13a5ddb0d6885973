import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// The expected duration of a task: the field `timeEstimate`, in minutes.
package enum TaskEstimate: Sendable {
    case removed
    case minutes(Int)

    package static let option = OptionSpecification.value(
        "estimate", takes: "time", words: WordSpelling.all(of: .estimate),
        "how long it takes: 90min, 2h, 1h30m, or minutes")

    /// - Returns: nil if none is given.
    /// - Throws: wrong usage for a time of another form.
    package init?(_ arguments: Arguments) throws(RedoError) {
        guard let text = arguments.value(Self.option) else { return nil }
        if text == "none" {
            self = .removed
            return
        }
        guard let minutes = Minutes.read(text) else {
            throw RedoError(
                .usage, "--estimate expects a time, found '\(text)'",
                hints: ["90min, 2h, 1h30m, a number of minutes, or none"],
                detail: WrongValue(text))
        }
        self = .minutes(minutes)
    }

    /// The field of a task.
    ///
    /// - Throws: wrong usage in the payload dialect.
    package func field(_ dialect: Dialect) throws(RedoError) -> JSONMember {
        guard dialect == .fields else {
            throw .usage("with redo.dialect = payload there is no time estimate")
        }
        switch self {
        case .removed: return JSONMember("timeEstimate", .null)
        case .minutes(let minutes): return JSONMember("timeEstimate", .number(Double(minutes)))
        }
    }
}
