import RedoCommandLine
import RedoStore
import RedoSystem

/// Options of a list that are kept in the configuration under a name: `list.NAME.OPTION`.
enum ListPreset {
    static let option = OptionSpecification.value(
        "preset", takes: "name", "take the options of list.NAME from the configuration")

    /// The arguments, completed by those of the preset that they name.
    ///
    /// - Throws: wrong usage for a preset that does not exist, or one with an option that does not.
    static func completed(
        _ arguments: Arguments, _ specification: CommandSpecification, _ store: Store
    ) throws(RedoError) -> Arguments {
        guard let name = arguments.value(option) ?? arguments.operands.first else {
            return arguments
        }
        guard arguments.value(option) == nil || arguments.operands.isEmpty else {
            throw .usage("--preset and '\(arguments.operands[0])' do not go together")
        }
        let entries = store.configuration.layers.flatMap(\.entries).filter {
            $0.name.section == "list" && $0.name.subsection != nil
        }
        let own = entries.filter { $0.name.subsection == name }
        guard !own.isEmpty else { throw unknown(name, entries.compactMap(\.name.subsection)) }
        var words: [String] = []
        for (place, entry) in own.enumerated() {
            guard let option = specification.options.first(where: { $0.name == entry.name.key })
            else {
                throw RedoError(
                    .usage, "\(entry.name) is no option of list",
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

    /// Checks an option of a list that is to be written into the configuration.
    ///
    /// - Throws: wrong usage for an option that lists do not have, and for a flag that is neither true
    ///   nor false.
    static func check(_ name: Configuration.Name, _ value: String) throws(RedoError) {
        guard let option = Command.list.specification.options.first(where: { $0.name == name.key })
        else {
            throw .usage(
                "\(name) is no option of list", hints: ["'redo list -h' shows its options"])
        }
        if option.valueName == nil { _ = try isTrue(.init(name: name, value: value)) }
    }

    private static func isTrue(_ entry: Configuration.Entry) throws(RedoError) -> Bool {
        switch entry.value?.lowercased() {
        case nil, "true", "yes", "on", "1": return true
        case "false", "no", "off", "0", "": return false
        default:
            throw .usage("\(entry.name) is '\(entry.value ?? "")', neither true nor false")
        }
    }

    private static func unknown(_ name: String, _ known: [String]) -> RedoError {
        let names = Set(known).sorted()
        return RedoError(
            .usage, "there is no list '\(name)'",
            hints: [
                names.isEmpty
                    ? "'redo config list.\(name).sort due' makes one that is sorted by deadline"
                    : "there \(names.count == 1 ? "is" : "are") " + names.joined(separator: ", ")
            ])
    }
}
