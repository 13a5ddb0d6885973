import RedoCalendar
import RedoCommandLine
import RedoInterchange
import RedoModel
import RedoSystem

extension InterchangeSettings {
    /// The user's clocks.
    ///
    /// - Parameter columns: what the columns of tables contain whose names are not those of the members.
    /// - Throws: wrong usage if `REDO_WALL` is not a time.
    package init(
        _ context: borrowing CommandContext, columns: [String: ForeignMember] = [:]
    ) throws(RedoError) {
        let zone = NamedTimeZone.local(variable: context.surroundings.variables.rawValue(of: "TZ"))
        self.init(
            zone: .local, zoneName: zone?.name ?? NamedTimeZone.utc.name, now: try context.now())
        self.columns = columns
        words = .everyday
    }
}

/// Options that name formats.
package enum InterchangeOptions {
    private static let names = InterchangeFormat.allCases.map(\.rawValue)
    private static let writtenNames = InterchangeFormat.written.map(\.rawValue)

    package static let from = OptionSpecification.value(
        "from", takes: "format", oneOf: names,
        "the format of the files, if their contents do not say it: \(InterchangeFormat.listed(InterchangeFormat.allCases))"
    )
    package static let to = OptionSpecification.value(
        "to", takes: "format", oneOf: writtenNames,
        "write tasks for another program: \(InterchangeFormat.listed(InterchangeFormat.written))")

    package static let map = OptionSpecification.value(
        "map", takes: "column=member", isRepeatable: true,
        "in a table, the column is this member of a task: 'Titel=title'; csv alone")

    /// What the columns contain that `--map` names.
    ///
    /// - Throws: wrong usage for a value without an equals sign or with an unknown member, and for a column or a member
    ///   that is named twice.
    package static func columns(
        _ arguments: Arguments
    ) throws(RedoError) -> [String: ForeignMember] {
        var columns: [String: ForeignMember] = [:]
        for value in arguments.values(map) {
            guard let sign = value.lastIndex(of: "="), sign > value.startIndex else {
                throw .usage("--map takes COLUMN=MEMBER, not '\(value.printable)'")
            }
            let column = value[..<sign].trimmed
            let member = try choice(
                of: "member", named: String(value[value.index(after: sign)...]),
                among: ForeignMember.columns)
            guard columns[column] == nil, !columns.values.contains(member) else {
                throw .usage("--map names '\(column.printable)' or '\(member.rawValue)' twice")
            }
            columns[column] = member
        }
        return columns
    }

    /// The format that `--from` names; nil if it is not given.
    ///
    /// - Throws: wrong usage for a format that does not exist.
    package static func source(
        _ arguments: Arguments
    ) throws(RedoError) -> InterchangeFormat? {
        guard let name = arguments.value(from) else { return nil }
        return try choice(of: "format", named: name, among: InterchangeFormat.allCases)
    }

    /// The format that `--to` names; nil if it is not given.
    ///
    /// - Throws: wrong usage for a format that does not exist, or that is only read.
    package static func target(
        _ arguments: Arguments
    ) throws(RedoError) -> InterchangeFormat? {
        guard let name = arguments.value(to) else { return nil }
        return try choice(of: "format", named: name, among: InterchangeFormat.written)
    }
}
