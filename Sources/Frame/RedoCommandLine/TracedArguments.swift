import RedoStore
import RedoSystem

/// The arguments of a process as its trace has them: without values of the configuration that may be secrets.
struct TracedArguments {
    /// With the name of the program first.
    private(set) var words: [String] = []

    /// Options that may stand between a name of the configuration and its value.
    private static let options = ["--", "--add", "--get-all", "--global", "--unset"]

    /// - Parameter arguments: with the name of the program first.
    init(_ arguments: [String]) {
        // In each command, since an alias can stand for `config`.
        var name: Configuration.Name?
        var isConfig = arguments.first.map { Path.name(of: $0) == "redo-config" } ?? false
        for word in arguments {
            if let setting = Self.setting(word) {
                words.append(setting)
            } else if let name {
                let isShown = Self.options.contains(word) || name.canShow(word)
                words.append(isShown ? word : SecretRemoval.mark)
            } else {
                words.append(word)
                if let read = Configuration.Name(word), isConfig || Self.mayHoldSecret(read) {
                    name = read
                }
                if word == "config" { isConfig = true }
            }
        }
    }

    /// `name=value` without the value if that may be a secret; nil for any other word.
    private static func setting(_ word: String) -> String? {
        guard let equals = word.firstIndex(of: "="),
            let name = Configuration.Name(String(word[..<equals]))
        else { return nil }
        let value = String(word[word.index(after: equals)...])
        return name.canShow(value) ? word : word[...equals] + SecretRemoval.mark
    }

    private static func mayHoldSecret(_ name: Configuration.Name) -> Bool {
        name.isInOwnSection || SecretRemoval.isSecret(name: name.description)
    }
}
