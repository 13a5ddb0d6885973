import RedoModel
import RedoStore
import RedoSystem

extension OptionSpecification {
    /// The option that sets a field.
    package static func setting(_ field: TaskField, _ summary: String) -> OptionSpecification {
        .value(
            field.key, takes: placeholder(field), oneOf: field.knownValues,
            isRepeatable: field.form == .strings || field.form == .tasks, summary)
    }

    private static func placeholder(_ field: TaskField) -> Placeholder {
        switch field.form {
        case .text, .choice, .strings: "text"
        case .number: "number"
        case .date: "when"
        case .duration: "time"
        case .boolean: "yes|no"
        case .path: "path"
        case .tasks: .task
        case .uuid: Placeholder("name", .name(.category))
        }
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

extension CommandContext {
    /// The options of custom fields, for a command that takes them and a call that can name one.
    ///
    /// A call with no other options than the command's own reads no configuration here.
    mutating func optionsOfOwnFields(
        _ specification: CommandSpecification, _ words: [String]
    ) -> [OptionSpecification] {
        guard specification.takesOwnFields else { return [] }
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
        let names = specification.allOptions.map(\.name)
        guard
            options.contains(where: {
                !names.contains(String($0.dropFirst(2).prefix { $0 != "=" }))
            })
        else { return [] }
        // Where the store is decides which fields there are.
        let location = CommandSpecification("", "")
        for (index, word) in words.enumerated() where word.hasPrefix("--redo-dir") {
            let parts = word.contains("=") ? [word] : Array(words[index...].prefix(2))
            if let found = try? Arguments(parsing: parts, for: location) {
                storeDirectory = found.value(CommandSpecification.redoDirectory)
            }
        }
        return ownFields.map { .setting($0, "\($0.label), a field of your own; none clears it") }
    }

    /// The custom fields that the store and the user's configuration declare; none if these cannot be
    /// read, which the command itself says.
    private var ownFields: [TaskField] {
        if let store = try? openStore() { return store.configuration.taskFields.own }
        let user = (try? home.configuration()) ?? Configuration()
        let commandLine = (try? home.commandLine()) ?? Configuration()
        return LayeredConfiguration([user, commandLine]).taskFields.own
    }
}
