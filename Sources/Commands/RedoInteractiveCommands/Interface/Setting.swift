import RedoCommandLine
import RedoScreen
import RedoStore

/// A key of the configuration with its value.
struct Setting {
    let name: String
    /// The values that count, the last one last; empty if there is none.
    let values: [String]
    /// Where the last value is set; nil for a default.
    let origin: Configuration.Origin?
    private let key: ConfigurationKey?
    private let pattern: ConfigurationPattern?
    /// Whether a store has the key, where it does not count.
    private let isIgnored: Bool

    /// All keys that the suite reads, and everything that is configured, by name.
    static func all(_ configuration: LayeredConfiguration) -> [Setting] {
        var names = Set(ConfigurationKey.all.compactMap { Configuration.Name($0.name) })
        for entry in configuration.layers.flatMap(\.entries) { names.insert(entry.name) }
        return names.map { Setting($0, configuration) }.sorted { $0.name < $1.name }
    }

    private init(_ name: Configuration.Name, _ configuration: LayeredConfiguration) {
        key = ConfigurationKey(name)
        pattern = key == nil ? ConfigurationPattern(name) : nil
        self.name = key?.name ?? name.description
        let isUsersOnly = key?.isUsersOnly ?? pattern?.isUsersOnly ?? false
        let layers = configuration.layers.filter { $0.value(name) != nil }
        let counting = layers.filter { !isUsersOnly || !$0.origin.isStore }
        isIgnored = counting.count < layers.count
        origin = counting.last?.origin
        let all = counting.flatMap { $0.values(name) }
        if all.isEmpty {
            values = key?.fallback.map { [$0] } ?? []
        } else {
            values = key?.isList ?? false ? all : all.suffix(1)
        }
    }

    /// Whether all its values count.
    var isList: Bool { key?.isList ?? false }

    /// Whether it counts only in the user's own configuration.
    var isUsersOnly: Bool { key?.isUsersOnly ?? pattern?.isUsersOnly ?? false }

    var choices: [String] { key?.choices ?? [] }

    /// The mistake in a value, as the end of a sentence; nil if the key accepts it.
    func mistake(in value: String) -> String? {
        key.map { $0.mistake(in: value) } ?? pattern?.mistake(in: value)
    }

    /// The values for people.
    var text: String {
        values.isEmpty ? "-" : values.map(\.printable).joined(separator: ", ")
    }

    /// Where the value comes from.
    var originText: String {
        switch origin {
        case .user: "yours"
        case .store: "this store"
        case .commandLine, .memory: "command line"
        case nil: values.isEmpty ? "" : "default"
        }
    }

    /// What the key takes and where the value comes from, for people.
    var note: String {
        let from: String =
            switch origin {
            case .user(let path): "yours, in \(path)"
            case .store(let path): "of this store, in \(path)"
            case .commandLine, .memory: "from the command line"
            case nil: values.isEmpty ? "not set" : "the default"
            }
        let expected = key?.expected ?? pattern?.expected
        let isKnown = key != nil || pattern != nil
        return [
            from, expected, isList ? "several values" : nil,
            isUsersOnly ? "only in your own configuration" : nil,
            isIgnored ? "the store's value does not count" : nil,
            isKnown ? nil : "not a key of redo",
        ].compactMap { $0?.printable }.joined(separator: "; ")
    }

    /// The command that removes what is set.
    var removal: [String] {
        let isStores = origin?.isStore ?? false
        return ["config"] + (isStores ? [] : ["--global"]) + ["--unset", "--", name]
    }
}

/// A value of the configuration that is being typed.
struct SettingChange {
    /// The setting that gets the value; nil if its name is typed, too.
    private let setting: Setting?
    private let addsValue: Bool
    /// Whether the user's own configuration gets it, which counts in all stores.
    private(set) var isUsers: Bool
    private let initial: String

    /// Replaces the value where it is set; what is not set yet is set for the store, as 'redo config' does.
    init(_ setting: Setting) {
        self.setting = setting
        addsValue = false
        isUsers =
            setting.isUsersOnly || (setting.origin.map { !$0.isStore } ?? false)
        initial = setting.origin == nil && setting.values.isEmpty ? "" : setting.values.last ?? ""
    }

    /// Adds a value to a list, or sets a key by its name.
    init(adding selected: Setting) {
        setting = selected.isList ? selected : nil
        addsValue = selected.isList
        isUsers = selected.isList && selected.isUsersOnly
        initial = ""
    }

    var label: String {
        let name = setting?.name ?? "name and value"
        return "\(name.printable), \(isUsers ? "yours" : "of this store"): "
    }

    /// What Tab does, or what the value may be.
    func note(on text: String) -> String {
        let isFixed = setting?.isUsersOnly ?? false
        let other = isUsers ? "for this store alone" : "for all your stores"
        let mistake = text.isEmpty ? nil : setting?.mistake(in: text)
        return mistake ?? (isFixed ? "only in your own configuration" : "Tab sets it \(other)")
    }

    /// Sets it in the other configuration.
    mutating func toggle() {
        if setting?.isUsersOnly != true { isUsers.toggle() }
    }

    /// The command that writes a text; nil for nothing.
    func words(_ text: String) -> [String]? {
        var operands = [setting?.name ?? "", text]
        if setting == nil {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count < 2 { return nil }
            operands = parts
        }
        return ["config"] + (isUsers ? ["--global"] : []) + (addsValue ? ["--add"] : []) + ["--"]
            + operands
    }

    /// The prompt that asks for the value, which is selected.
    var prompt: Prompt {
        var input = TextField(initial)
        input.selectAll()
        return Prompt(purpose: .setting(self), input: input)
    }
}
