import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// How long a task is expected to take: the field `timeEstimate`, in minutes.
enum TaskEstimate {
    static let option = OptionSpecification.value(
        "estimate", takes: "time",
        "how long it takes: 90min, 2h, 1h30m, or minutes (fields dialect only)")

    /// The field that was given; nil if none was.
    ///
    /// - Throws: wrong usage for a time of another form, and in the payload dialect.
    static func field(
        _ arguments: Arguments, _ dialect: Dialect
    ) throws(RedoError) -> JSONMember? {
        guard let text = arguments.value(option) else { return nil }
        guard dialect == .fields else {
            throw .usage("the payload dialect has no time estimate")
        }
        if text == "none" { return JSONMember("timeEstimate", .null) }
        guard let minutes = minutes(text) else {
            throw .usage(
                "--estimate expects a time, found '\(text)'",
                hints: ["90min, 2h, 1h30m, a number of minutes, or none"])
        }
        return JSONMember("timeEstimate", .number(Double(minutes)))
    }

    private static let greatestMinutes = 1_000_000

    /// `90`, `90m`, `90min`, `2h`, `1h30`, `1h30m`.
    static func minutes(_ text: String) -> Int? {
        let parts = text.lowercased().split(
            separator: "h", maxSplits: 1, omittingEmptySubsequences: false)
        var rest = parts[parts.count - 1]
        for unit in ["min", "m"] where rest.hasSuffix(unit) {
            rest = rest.dropLast(unit.count)
            // A unit needs a number.
            if rest.isEmpty { return nil }
            break
        }
        guard let hours = number(parts.count == 2 ? parts[0] : "0"),
            let minutes = rest.isEmpty && parts.count == 2 ? 0 : number(rest)
        else { return nil }
        let sum = hours * 60 + minutes
        return sum <= greatestMinutes ? sum : nil
    }

    private static func number(_ digits: Substring) -> Int? {
        guard (1...7).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(digits)
    }
}
