import RedoModel
import RedoStore
import RedoSystem

extension OptionSpecification {
    /// The option that sets a field.
    package static func setting(_ field: TaskField, _ summary: String) -> OptionSpecification {
        .value(
            field.key, takes: placeholder(field), oneOf: field.knownValues,
            isRepeatable: field.form == .strings || field.form == .tasks,
            words: WordSpelling.all(of: field), summary)
    }

    private static func placeholder(_ field: TaskField) -> Placeholder {
        switch field.form {
        case .text, .choice, .strings: "text"
        case .number: "number"
        case .date: .when
        case .duration: "time"
        case .boolean: "yes|no"
        case .path: field == .project ? .project : "path"
        case .tasks, .task: .task
        case .uuid: Placeholder("name", .name(.category))
        }
    }
}

extension WordSpelling {
    /// The spellings of a field.
    package static func all(of field: TaskField) -> [WordSpelling] {
        ([field.key] + field.otherKeys).map { WordSpelling($0) }
    }
}

extension TaskField {
    /// The values that it takes as people write them; none if it takes any.
    package var knownValues: [String] {
        switch form {
        case .choice(let words): words
        case .boolean: ["yes", "no"]
        default: []
        }
    }
}

/// What the configuration adds to the arguments of a command.
package struct ArgumentSettings {
    /// The options of custom fields.
    let customOptions: [OptionSpecification]
    /// True if words set fields (``AttributeWords``).
    let readsWords: Bool

    package init(customOptions: [OptionSpecification] = [], readsWords: Bool = false) {
        self.customOptions = customOptions
        self.readsWords = readsWords
    }
}

extension CommandContext {
    /// What the configuration adds to a call of a command.
    ///
    /// A call with no other options than the command's own, and without a word that can set a field, reads no
    /// configuration here.
    ///
    /// - Throws: wrong usage if `add.words` is not a boolean.
    mutating func argumentSettings(
        _ specification: CommandSpecification, _ words: [String]
    ) throws(RedoError) -> ArgumentSettings {
        guard specification.takesOwnFields else { return ArgumentSettings() }
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
        let names = specification.allOptions.map(\.name)
        let hasUnknown = options.contains {
            !names.contains(String($0.dropFirst(2).prefix { $0 != "=" }))
        }
        guard
            hasUnknown || specification.readsWords && words.contains(where: AttributeWords.mayBeIn)
        else { return ArgumentSettings() }
        // Where the store is decides which fields there are.
        let location = CommandSpecification("", "")
        for (index, word) in words.enumerated() where word.hasPrefix("--redo-dir") {
            let parts = word.contains("=") ? [word] : Array(words[index...].prefix(2))
            if let found = try? Arguments(parsing: parts, for: location) {
                storeDirectory = found.value(CommandSpecification.redoDirectory)
            }
        }
        let configuration = configurationIfReadable
        let readsWords = try configuration.boolean(.addWords) ?? true
        return ArgumentSettings(
            customOptions: .ofCustomFields(configuration.taskFields),
            readsWords: specification.readsWords && readsWords)
    }

    /// The configuration of the store and the user; empty as far as it cannot be read, which the command itself says.
    private var configurationIfReadable: LayeredConfiguration {
        if let store = try? openStore() { return store.configuration }
        let user = (try? home.configuration()) ?? Configuration()
        let commandLine = (try? home.commandLine()) ?? Configuration()
        return LayeredConfiguration([user, commandLine])
    }
}

extension [OptionSpecification] {
    /// The options of custom fields.
    package static func ofCustomFields(_ fields: TaskFieldCatalog) -> [OptionSpecification] {
        fields.own.map { .setting($0, "\($0.label), a field of your own; none clears it") }
    }
}
