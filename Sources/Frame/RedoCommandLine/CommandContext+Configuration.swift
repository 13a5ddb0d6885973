import RedoModel
import RedoStore
import RedoSystem

extension CommandLineSettings {
    /// Adds `name=value`, or a name alone, which means true, for this process and those it starts.
    ///
    /// - Throws: wrong usage for what is not a name of the configuration, or a value that it does not take.
    static func add(_ text: String) throws(RedoError) {
        let equals = text.firstIndex(of: "=") ?? text.endIndex
        let name = try Configuration.Name(checking: String(text[..<equals]))
        let value = equals == text.endIndex ? "true" : String(text[text.index(after: equals)...])
        try name.check(value)
        let number = try count(.ofProcess)
        guard number < maximumCount else {
            throw .usage("-c is given more than \(maximumCount) times")
        }
        Environment.set(keyVariable(number), to: name.description)
        Environment.set(valueVariable(number), to: value)
        Environment.set(countVariable, to: String(number + 1))
    }
}

// MARK: Checking

extension Configuration.Name {
    /// The name that an operand is.
    ///
    /// - Throws: wrong usage for what is not a name.
    package init(operand text: String) throws(RedoError) {
        guard let name = Configuration.Name(text) else {
            throw .usage("not a configuration key such as user.name: '\(text)'")
        }
        self = name
    }

    /// A name to write.
    ///
    /// - Throws: wrong usage for what is not a name, and for one in a section of the suite that it does not
    ///   read.
    package init(checking text: String) throws(RedoError) {
        self = try Configuration.Name(operand: text)
        guard !isKnown else { return }
        if let successor {
            throw .usage(
                "\(self) is no longer read: use \(successor)",
                hints: ["'redo config \(shellWord("\(successor)")) <value>' sets it"])
        }
        let similar = similarNames(to: description, among: ConfigurationKey.all.map(\.name))
        throw .usage(
            "unknown configuration key: '\(text)'",
            hints: similar.isEmpty
                ? ["'redo help config' lists the keys"] : similar.map { "did you mean '\($0)'?" })
    }

    /// Checks a value to write.
    ///
    /// - Throws: wrong usage for one that the name does not take.
    package func check(_ value: String) throws(RedoError) {
        let key = ConfigurationKey(self)
        let mistake =
            key.map { $0.mistake(in: value) } ?? ConfigurationPattern(self)?.mistake(in: value)
        if let mistake { throw .usage("\(key?.name ?? description) is '\(value)', \(mistake)") }
    }
}

extension LayeredConfiguration {
    /// Checks that no name is left whose place one in a subsection has taken.
    ///
    /// - Throws: wrong usage for such a name, with what to do in which file.
    package func checkSuccession(of section: String, _ subsection: String) throws(RedoError) {
        for layer in layers {
            for name in layer.entries.map(\.name) where name.subsection == subsection {
                guard let successor = name.successor, successor.section == section else {
                    continue
                }
                let option = layer.origin.isStore ? "" : "--global "
                throw .usage(
                    "\(name) is no longer read: use \(successor)",
                    hints: layer.origin == .commandLine
                        ? []
                        : [
                            "'redo config \(option)--edit' opens the file: write "
                                + "[\(section) \"\(subsection)\"] in the place of "
                                + "[\(name.section) \"\(subsection)\"]"
                        ])
            }
        }
    }
}

extension CommandContext {
    /// Warns of a value of the configuration that is ignored, with the commands that fix it.
    ///
    /// - Parameter instead: what counts.
    func warnOfBadValue(
        _ key: ConfigurationKey, _ value: String, in configuration: LayeredConfiguration,
        using instead: String
    ) {
        let mistake = key.mistake(in: value) ?? "not understood"
        warn(.usage, "\(key.name) is '\(value)', \(mistake): \(instead) counts")
        for hint in configuration.mendingHints(key, value) {
            complain("hint: \(hint.printable)\n")
        }
    }

    /// Names each setting that was looked for and does not count, with the command that moves or fixes it.
    func warnOfIgnoredSettings() {
        for setting in ignoredSettings.all {
            let key = setting.key
            switch setting.reason {
            case .isMistaken:
                let mistake = key.mistake(in: setting.value) ?? "not understood"
                warn(.usage, "\(key.name) is '\(setting.value)', \(mistake): it is ignored")
                for hint in setting.hints { complain("hint: \(hint.printable)\n") }
            case .isUsersOnly:
                var location = "the store"
                if case .store(let path) = setting.origin { location = path }
                warn(
                    .usage,
                    "\(key.name) in \(location) is ignored: it is only read from your own configuration"
                )
                let command = key.globalCommand(value: setting.value)
                complain("hint: if you trust it: \(command.printable)\n")
            }
        }
    }
}

extension ConfigurationKey {
    /// The command that writes a value of the key into the user's configuration.
    package func globalCommand(value: String) -> String {
        "redo config --global \(isList ? "--add " : "")\(name) \(shellWord(value))"
    }
}
