import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// How long a task is expected to take: the field `timeEstimate`, in minutes.
package enum TaskEstimate {
    package static let option = OptionSpecification.value(
        "estimate", takes: "time",
        "how long it takes: 90min, 2h, 1h30m, or minutes (fields dialect only)")

    /// The field that was given; nil if none was.
    ///
    /// - Throws: wrong usage for a time of another form, and in the payload dialect.
    package static func field(
        _ arguments: Arguments, _ dialect: Dialect
    ) throws(RedoError) -> JSONMember? {
        guard let text = arguments.value(option) else { return nil }
        guard dialect == .fields else {
            throw .usage("the payload dialect has no time estimate")
        }
        if text == "none" { return JSONMember("timeEstimate", .null) }
        guard let minutes = Minutes.read(text) else {
            throw .usage(
                "--estimate expects a time, found '\(text)'",
                hints: ["90min, 2h, 1h30m, a number of minutes, or none"])
        }
        return JSONMember("timeEstimate", .number(Double(minutes)))
    }
}
