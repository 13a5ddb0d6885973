import RedoCommandLine
import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

/// The rules for entries of a configuration, and their errors.
enum ConfigurationRules {
    /// Checks an entry to write.
    ///
    /// - Throws: wrong usage for a name that the suite does not read, a value that the name does not
    ///   take, and a name that counts in the user's file only.
    ///
    /// - Parameter known: what is configured already.
    static func check(
        _ name: Configuration.Name, _ value: String, in file: ConfigurationFile,
        beside known: LayeredConfiguration, now: Instant
    ) throws(RedoError) {
        _ = try Configuration.Name(checking: name.description)
        try name.check(value)
        switch (name.section, name.subsection) {
        case ("field", let field?): try OwnFieldRules.check(field, name.key, value, known, now: now)
        case ("report", _?): try Report.check(name, value, known.taskFields, now: now)
        case ("context", _?) where name.key == "set":
            _ = try AddOptions(AddCommand.arguments(ofContext: value, known.taskFields))
        case ("context", _?):
            try Query(written: value).check(from: value, known.taskFields, now: now)
        default: break
        }
        if let pattern = ConfigurationPattern(name), pattern.isUsersOnly, !file.isUsers {
            throw .usage(
                "\(name) is only read from your own configuration",
                hints: [
                    "'redo config --global \(shellWord("\(name)")) \(shellWord(value))' sets it there"
                ])
        }
        guard let key = ConfigurationKey(name), key.isUsersOnly, !file.isUsers else { return }
        throw .usage(
            "\(key.name) is only read from your own configuration",
            hints: ["'\(key.globalCommand(value: value))' sets it there"])
    }

    /// The note about an entry that is allowed and does nothing: an alias that never runs.
    static func note(
        _ name: Configuration.Name, _ value: String, in file: ConfigurationFile,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> String? {
        guard name.section == "alias", name.subsection == nil else { return nil }
        let isCommand = try context.isCommand(name.key)
        if name.key == "help" || isCommand {
            return "the alias '\(name.key)' never runs, since 'redo \(name.key)' is a command"
        }
        if file.isUsers { return nil }
        if value.hasPrefix("!") {
            return "the alias '\(name.key)' never runs: a shell command counts with --global only"
        }
        guard let words = shellWords(value), let first = words.first,
            try context.isCommand(first), !context.suite.onlyReads(words)
        else { return nil }
        return "the alias '\(name.key)' never runs: a command that writes counts with --global only"
    }
}
