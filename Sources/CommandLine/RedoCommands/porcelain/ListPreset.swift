import RedoCommandLine
import RedoStore
import RedoSystem

/// Options of a list that are kept in the configuration under a name: `list.NAME.OPTION`.
enum ListPreset {
    static let option = OptionSpecification.value(
        "preset", takes: "name", isExpert: true,
        "take the options of list.NAME from the configuration")

    /// The names of the presets.
    static func names(_ configuration: LayeredConfiguration) -> Set<String> {
        Set(
            configuration.layers.flatMap(\.entries).filter { $0.name.section == "list" }
                .compactMap(\.name.subsection))
    }

    /// The arguments, completed by those of a preset.
    ///
    /// - Throws: wrong usage for a preset with an option that does not exist.
    static func completed(
        _ arguments: Arguments, by name: String, _ specification: CommandSpecification,
        _ configuration: LayeredConfiguration
    ) throws(RedoError) -> Arguments {
        let own = configuration.layers.flatMap(\.entries).filter {
            $0.name.section == "list" && $0.name.subsection == name
        }
        var words: [String] = []
        for (place, entry) in own.enumerated() {
            guard let option = specification.options.first(where: { $0.name == entry.name.key })
            else {
                throw RedoError(
                    .usage, "\(entry.name) is not an option of list",
                    hints: ["'redo config --unset \(entry.name)' removes it"])
            }
            // Of several values the last one counts.
            if !option.isRepeatable, own[(place + 1)...].contains(where: { $0.name == entry.name })
            {
                continue
            }
            if option.valueName != nil {
                words.append("--\(option.name)=\(entry.value ?? "")")
            } else if try isTrue(entry) {
                words.append("--\(option.name)")
            }
        }
        let preset = try Arguments(parsing: words, for: specification)
        return try arguments.completed(by: preset, for: specification)
    }

    /// Checks an option of a list to write into the configuration.
    ///
    /// - Throws: wrong usage for an option that lists do not have, and for a flag that is neither true
    ///   nor false, and if a report has the name.
    static func check(
        _ name: Configuration.Name, _ value: String, _ configuration: LayeredConfiguration
    ) throws(RedoError) {
        if let preset = name.subsection, Report.names(configuration).contains(preset) {
            throw .usage(
                "there is a report '\(preset)' already",
                hints: ["'redo config --list' shows what it is, report.\(preset)"])
        }
        guard let option = Command.list.specification.options.first(where: { $0.name == name.key })
        else {
            throw .usage(
                "\(name) is not an option of list", hints: ["'redo list -h' shows its options"])
        }
        if option.valueName == nil { _ = try isTrue(.init(name: name, value: value)) }
    }

    private static func isTrue(_ entry: Configuration.Entry) throws(RedoError) -> Bool {
        guard let value = entry.value else { return true }
        guard let boolean = ConfigurationBoolean(value) else {
            throw .usage("\(entry.name) is '\(value)', not true or false")
        }
        return boolean.isTrue
    }
}
