import RedoCalendar
import RedoCommandLine
import RedoInterchange
import RedoModel
import RedoSystem

extension InterchangeSettings {
    /// The user's clocks.
    ///
    /// - Throws: wrong usage if `REDO_WALL` is not a time.
    package init(_ context: borrowing CommandContext) throws(RedoError) {
        let zone = NamedTimeZone.local(variable: context.surroundings.variables.rawValue(of: "TZ"))
        self.init(
            zone: .local, zoneName: zone?.name ?? NamedTimeZone.utc.name, now: try context.now())
    }
}

/// Options that name formats.
package enum InterchangeOptions {
    private static let names = InterchangeFormat.allCases.map(\.rawValue)

    package static let from = OptionSpecification.value(
        "from", takes: "format", oneOf: names,
        "the files are of another program: taskwarrior, todotxt, icalendar, csv, markdown or json")
    package static let to = OptionSpecification.value(
        "to", takes: "format", oneOf: names,
        "write tasks for another program: taskwarrior, todotxt, icalendar, csv, markdown or json")

    /// The format that an option names; nil if it is not given.
    ///
    /// - Throws: wrong usage for a format that does not exist.
    package static func format(
        _ option: OptionSpecification, _ arguments: Arguments
    ) throws(RedoError) -> InterchangeFormat? {
        guard let name = arguments.value(option) else { return nil }
        return try choice(of: "format", named: name, among: InterchangeFormat.allCases)
    }
}
