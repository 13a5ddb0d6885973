import RedoCommandLine
import RedoStore

/// The reports of a configuration: options of a list that are kept under a name, `report.NAME.OPTION`.
package struct ConfiguredReports {
    private let entries: [Configuration.Entry]

    package init(_ configuration: LayeredConfiguration) {
        entries = configuration.layers.flatMap(\.entries).filter {
            $0.name.section == "report" && $0.name.subsection != nil
        }
    }

    package var names: Set<String> { Set(entries.compactMap(\.name.subsection)) }

    /// The options of a report; of several of one name the last one counts.
    package func entries(of name: String) -> [Configuration.Entry] {
        entries.filter { $0.name.subsection == name }
    }

    /// The query of a report; nil if it has none.
    package func query(of name: String) -> String? {
        entries(of: name).last { $0.name.key == ListFilter.queryOption.name }.map {
            $0.value ?? "true"
        }
    }
}
