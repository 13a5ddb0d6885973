/// A name that people know from other programs, and the command of this suite that it means.
///
/// Commands, programs `redo-NAME` in PATH and aliases come before it.
package struct Synonym: Sendable {
    /// The words that people type: a word, or the name of a command and the word after it.
    package let name: [String]
    /// The meaning: a command line without the words after the name.
    package let words: [String]
    /// The option that takes everything behind the first operand; nil if the arguments follow as they are.
    private let textOption: String?

    private init(_ name: String, _ words: String..., text textOption: String? = nil) {
        self.name = name.split(separator: " ").map(String.init)
        self.words = words
        self.textOption = textOption
    }

    package static let all = [
        Synonym("modify", "edit"), Synonym("mod", "edit"), Synonym("change", "edit"),
        Synonym("note", "edit", text: "--description"),
        Synonym("rm", "delete"), Synonym("del", "delete"), Synonym("remove", "delete"),
        Synonym("annotate", "comment", "add"),
        Synonym("ls", "list"), Synonym("info", "show"),
        Synonym("complete", "done"), Synonym("finish", "done"),
        Synonym("later", "snooze"), Synonym("begin", "start"),
        Synonym("version", "--version"),
        Synonym("config get", "config"), Synonym("config set", "config"),
        Synonym("config unset", "config", "--unset"), Synonym("config list", "config", "--list"),
    ]

    /// Its name as people type it.
    package var text: String { name.joined(separator: " ") }

    /// The synonym that a command line begins with; nil if it begins with none.
    package static func first(of line: [String]) -> Synonym? {
        all.first { line.starts(with: $0.name) }
    }

    /// The meaning of a command line that begins with the name.
    package func meaning(of line: [String]) -> [String] {
        let typed = Array(line.dropFirst(name.count))
        // With an option it is for the command itself to decide what the arguments are.
        guard let textOption, typed.count > 1, !typed.contains(where: { $0.hasPrefix("-") }) else {
            return words + typed
        }
        return words + [typed[0], textOption, typed.dropFirst().joined(separator: " ")]
    }
}
