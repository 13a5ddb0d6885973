import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

/// Options of a list that are kept in the configuration under a name: `report.NAME.OPTION`.
struct Report {
    static let option = OptionSpecification.value(
        "report", takes: .report,
        "show this report: next, today, overdue or another that redo-list(1) names, or yours")

    let name: String
    /// The operands that are a query.
    let words: [String]
    private let entries: [Configuration.Entry]
    /// The query, which is joined with that of the command line.
    let query: String?

    /// The report that a list requests: with the option, or with the first word if only terms follow. A first word
    /// before other texts is part of a query.
    ///
    /// - Returns: nil if all words are a query.
    /// - Throws: wrong usage if no report has the name that the option has, and for a name of the former form.
    init?(
        option: String?, words: [String], _ configuration: LayeredConfiguration
    ) throws(RedoError) {
        guard let name = option ?? words.first, option != nil || Self.areTerms(words.dropFirst())
        else { return nil }
        try configuration.checkSuccession(of: "report", name)
        let reports = ConfiguredReports(configuration)
        self.name = name
        self.words = option == nil ? Array(words.dropFirst()) : words
        entries = reports.entries(of: name)
        query = reports.query(of: name)
        guard !reports.names.contains(name) else { return }
        guard option != nil else { return nil }
        let known = reports.names.sorted()
        let similar = similarNames(to: name, among: known)
        throw .usage(
            "there is no report '\(name)'",
            hints: similar.isEmpty
                ? ["there are \(known.joined(separator: ", "))"]
                : similar.map { "did you mean '\($0)'?" })
    }

    /// True if all of some words are terms, and no texts.
    private static func areTerms(_ words: ArraySlice<String>) -> Bool {
        words.allSatisfy { word in
            guard let query = try? Query(parsing: word) else { return false }
            return !query.contains { if case .text = $0 { true } else { false } }
        }
    }

    // MARK: Options

    /// The options of the report; nil for a name that is not one.
    private static func option(_ name: Configuration.Name) -> OptionSpecification? {
        ListCommand.specification.options.first { $0.name == name.key && $0.name != option.name }
    }

    /// Arguments with the options of the report beside which they do not have these, or others that exclude them.
    ///
    /// - Throws: wrong usage for a name that is not an option of a list, and for options that do not go together.
    func completing(_ arguments: Arguments) throws(RedoError) -> Arguments {
        let specification = ListCommand.specification
        var words: [String] = []
        for (index, entry) in entries.enumerated() {
            guard let option = Self.option(entry.name) else {
                throw .usage(
                    "\(entry.name) is not an option of list",
                    hints: ["'redo config --unset \(entry.name)' removes it"])
            }
            // Of several values the last one counts.
            let isReplaced =
                !option.isRepeatable && entries[(index + 1)...].contains { $0.name == entry.name }
            if isReplaced || specification.excludes(option, in: arguments) { continue }
            if option.valueName != nil {
                words.append("--\(option.name)=\(entry.text)")
            } else if try entry.isTrue() {
                words.append("--\(option.name)")
            }
        }
        return try arguments.completed(
            by: try Arguments(parsing: words, for: specification), for: specification)
    }

    /// Checks an option of a report to write into the configuration.
    ///
    /// - Throws: wrong usage for one that a list would refuse.
    static func check(
        _ name: Configuration.Name, _ value: String, _ fields: TaskFieldCatalog, now: Instant
    ) throws(RedoError) {
        guard let option = option(name) else {
            throw .usage(
                "\(name) is not an option of list", hints: ["'redo list -h' shows its options"])
        }
        if option.valueName == nil {
            _ = try Configuration.Entry(name: name, value: value).isTrue()
        } else if option.name == ListFilter.queryOption.name {
            try Query(written: value).check(from: value, fields, now: now)
        } else if option.name == ListColumns.option.name {
            _ = try TaskColumn.list(value, fields)
        } else if option.name == ListOrder.option.name {
            _ = try ListOrder(value, fields)
        } else if option.name == ListGrouping.option.name {
            _ = try ListGrouping(named: value)
        }
    }
}

extension Configuration.Entry {
    fileprivate var text: String { value ?? "true" }

    /// - Throws: wrong usage for a value that is neither true nor false.
    fileprivate func isTrue() throws(RedoError) -> Bool {
        guard let boolean = ConfigurationBoolean(text) else {
            throw .usage("\(name) is '\(text)', not true or false")
        }
        return boolean.isTrue
    }
}
