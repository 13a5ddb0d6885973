import RedoSystem

/// The options of a list that prints ids alone, for other commands to read: `redo list -q | redo done --stdin`.
///
/// A command that lists things declares ``options`` and ``constraints(_:)``, and reads them as a ``Form``. If only one
/// of its words lists, the others refuse the options (``Arguments/refuse(_:by:)``).
package enum IDListing {
    package static let ids = OptionSpecification.flag(
        "ids", letter: "q", isExpert: true,
        "print the id of each and nothing else, as '--stdin' of other commands reads them")
    package static let options = [ids, NameInput.output]

    /// - Parameter others: the other forms of the list: `--json`.
    package static func constraints(_ others: OptionSpecification...) -> [OptionConstraint] {
        others.map { .exclusive([$0, ids]) } + [.needs(NameInput.output, anyOf: [ids])]
    }

    /// The output form of a list.
    package enum Form: Equatable, Sendable {
        /// For people.
        case table
        /// An object for each.
        case json
        /// Ids or names, each with this behind it.
        case ids(end: String)

        /// - Parameter json: the option for JSON; nil if the list has none.
        package init(_ arguments: Arguments, json: OptionSpecification?) {
            self =
                if arguments.has(IDListing.ids) {
                    .ids(end: arguments.terminator)
                } else if let json, arguments.has(json) {
                    .json
                } else {
                    .table
                }
        }
    }
}

extension CommandContext {
    /// Prints ids or names and nothing else.
    ///
    /// - Parameter end: what follows each.
    package mutating func printIDs(
        _ ids: some Sequence<String>, end: String
    ) throws(RedoError) {
        for id in ids { try print(id + end) }
    }
}
