import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

/// A list that is kept in the configuration under a name: `report.NAME.query` and others.
struct Report {
    static let option = OptionSpecification.value(
        "report", takes: .report, "show this report, from report.NAME in the configuration")

    let query: String?
    let columns: String?
    let sort: String?
    let group: String?

    private static let section = "report"
    private static let keys = ["query", "columns", "sort", "group"]

    /// - Parameter name: of a report that there is.
    private init(_ name: String, _ configuration: LayeredConfiguration) {
        func value(_ key: String) -> String? {
            configuration.values(section: Self.section, key: key).first { $0.subsection == name }?
                .value
        }
        query = value("query")
        columns = value("columns")
        sort = value("sort")
        group = value("group")
    }

    static func names(_ configuration: LayeredConfiguration) -> Set<String> {
        Set(
            keys.flatMap { configuration.values(section: section, key: $0) }.map(\.subsection))
    }

    /// What a completion says of a list.
    static func description(of name: String, _ configuration: LayeredConfiguration) -> String {
        names(configuration).contains(name) ? Report(name, configuration).query ?? "" : "preset"
    }

    /// What a name of a list means.
    enum Named {
        case report(Report)
        /// Options that are kept under the name.
        case preset(String)

        /// - Returns: nil if nothing has the name.
        /// - Throws: wrong usage if a report and a preset have it.
        init?(_ name: String, _ configuration: LayeredConfiguration) throws(RedoError) {
            let isReport = Report.names(configuration).contains(name)
            let isPreset = ListPreset.names(configuration).contains(name)
            if isReport, isPreset {
                throw .usage(
                    "'\(name)' is both a report and a preset",
                    hints: ["'redo config --list' shows report.\(name) and list.\(name)"])
            }
            guard isReport || isPreset else { return nil }
            self = isReport ? .report(Report(name, configuration)) : .preset(name)
        }
    }

    /// What a name that has to mean something means.
    ///
    /// - Throws: wrong usage if nothing has it.
    static func named(
        _ name: String, _ configuration: LayeredConfiguration
    ) throws(RedoError) -> Named {
        if let named = try Named(name, configuration) { return named }
        let known = names(configuration).union(ListPreset.names(configuration)).sorted()
        throw RedoError(
            .usage, "there is no list '\(name)'",
            hints: [
                known.isEmpty
                    ? "'redo config report.\(name).query status:open' makes one"
                    : "there \(known.count == 1 ? "is" : "are") " + known.joined(separator: ", ")
            ])
    }

    /// Checks a member of a report to write into the configuration.
    ///
    /// - Throws: wrong usage for one that a list would refuse, and if a preset has the name.
    static func check(
        _ name: Configuration.Name, _ value: String, _ configuration: LayeredConfiguration,
        now: Instant
    ) throws(RedoError) {
        let fields = configuration.taskFields
        switch name.key {
        case "query": try Query(written: value).check(from: value, fields, now: now)
        case "columns": _ = try TaskColumn.list(value, fields)
        case "sort": _ = try ListOrder(value, fields)
        default: _ = try ListGrouping(named: value)
        }
        guard let report = name.subsection, ListPreset.names(configuration).contains(report) else {
            return
        }
        throw .usage(
            "there is a preset '\(report)' already",
            hints: ["'redo config --list' shows its options, list.\(report)"])
    }
}
