/// A command that changes nothing that people keep: the one table of them. The aliases of a store, which can
/// come from someone else, stand for these only.
///
/// A command is here if no option of it writes a task, a node, the configuration, a key or a file of the
/// user's, or runs a program; options that do are named, and an alias of a store cannot use them.
package struct ReadingCommand: Sendable {
    package let name: String
    /// Options that write, by their long names.
    package let writingOptions: [String]
    /// The letters of those options.
    package let writingLetters: [Character]

    private init(
        _ name: String, writingOptions: [String] = [], writingLetters: [Character] = []
    ) {
        self.name = name
        self.writingOptions = writingOptions
        self.writingLetters = writingLetters
    }

    /// Sorted by name.
    package static let all = [
        ReadingCommand("agenda"), ReadingCommand("blame"), ReadingCommand("bugreport"),
        ReadingCommand("calendar"), ReadingCommand("cat-node"), ReadingCommand("convert"),
        ReadingCommand("count-objects"),
        ReadingCommand("export", writingOptions: ["output"], writingLetters: ["o"]),
        ReadingCommand("graph"), ReadingCommand("heads"), ReadingCommand("list"),
        ReadingCommand("log"), ReadingCommand("merge-base"),
        ReadingCommand("prove", writingOptions: ["output"], writingLetters: ["o"]),
        ReadingCommand("replay"),
        ReadingCommand("rev-parse"), ReadingCommand("room-state"),
        ReadingCommand("room-transcript"),
        ReadingCommand("search"), ReadingCommand("shares"),
        ReadingCommand("show"),
        ReadingCommand("stats"), ReadingCommand("status"), ReadingCommand("urgency"),
        ReadingCommand("verify"), ReadingCommand("watch"),
    ]

    /// Whether a command line only reads.
    ///
    /// - Parameters:
    ///   - name: of the command, after `redo `.
    ///   - arguments: its words, looked at with suspicion: one that may be a writing option is taken for it.
    package static func covers(_ name: String, _ arguments: [String]) -> Bool {
        guard let command = all.first(where: { $0.name == name }) else { return false }
        return !arguments.contains(where: command.mayWrite)
    }

    private func mayWrite(_ word: String) -> Bool {
        if word.hasPrefix("--") {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            // A long option may be cut short.
            return !name.isEmpty && writingOptions.contains { $0.hasPrefix(name) }
        }
        return word.hasPrefix("-") && word.contains(where: writingLetters.contains)
    }
}
