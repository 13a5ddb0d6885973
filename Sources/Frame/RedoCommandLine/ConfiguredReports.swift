import RedoStore

/// The reports of a store: options of a list that are kept under a name, `report.NAME.OPTION`, and those that every
/// store has.
package struct ConfiguredReports: Sendable {
    private static let section = "report"

    /// The options of all reports; of several of one name the last one counts.
    private let entries: [Configuration.Entry]
    package let names: Set<String>

    package init(_ configuration: LayeredConfiguration) {
        let standard = StandardReport.all.flatMap { report in
            report.options.compactMap { option in
                Configuration.Name("\(Self.section).\(report.name).\(option.name)")
                    .map { Configuration.Entry(name: $0, value: option.value) }
            }
        }
        let own = configuration.layers.flatMap(\.entries).filter {
            $0.name.section == Self.section && $0.name.subsection != nil
        }
        entries = standard + own
        names = Set(StandardReport.all.map(\.name) + own.compactMap(\.name.subsection))
    }

    /// The options of a report.
    package func entries(of name: String) -> [Configuration.Entry] {
        entries.filter { $0.name.subsection == name }
    }

    /// The query of a report; nil if it has none.
    package func query(of name: String) -> String? {
        entries(of: name).last { $0.name.key == "query" }.map { $0.value ?? "true" }
    }

    /// The description of a report, for people: its query, or the meaning of a standard one.
    package func summary(of name: String) -> String {
        let standard = StandardReport.all.first { $0.name == name }
        let own = entries(of: name).last { $0.name.key == "query" }?.value
        let isStandard = standard?.options.contains { $0.value == own } ?? false
        return isStandard || own == nil ? standard?.summary ?? "" : own ?? ""
    }
}
