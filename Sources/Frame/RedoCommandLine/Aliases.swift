import RedoStore
import RedoSystem

/// Names that stand for command lines: `alias.*` in the configuration, as in git's.
struct Aliases {
    /// The meaning of a name.
    enum Meaning: Equatable {
        /// A command and its first arguments.
        case words([String])
        /// A command line for the shell: after an exclamation mark.
        case shell(String)
    }

    /// Aliases that stand for one another, followed to their end.
    struct Chain {
        private(set) var names: [String] = []
        /// The first that the store has, and not the user: from there on commands only read.
        private var foreign: String?

        /// Follows one more alias.
        ///
        /// - Throws: wrong usage if it leads back to itself, or a store's alias leads to a shell.
        mutating func follow(
            _ name: String, to meaning: Meaning, isUsers: Bool
        ) throws(RedoError) {
            guard !names.contains(name) else {
                let round = (names + [name]).joined(separator: " → ")
                throw .usage("the alias '\(name)' leads back to itself: \(round)")
            }
            names.append(name)
            if !isUsers, foreign == nil { foreign = name }
            if let foreign, case .shell = meaning {
                throw Aliases.writes(foreign, "a shell command")
            }
        }

        /// Checks the command that the aliases lead to.
        ///
        /// - Parameter words: the command and the arguments that aliases give it.
        /// - Throws: wrong usage for one that does not only read, if the store has a part in it.
        func check(_ words: [String], in suite: CommandSuite) throws(RedoError) {
            guard let foreign, !suite.onlyReads(words) else { return }
            throw Aliases.writes(foreign, "'\(words.joined(separator: " "))'")
        }
    }

    fileprivate static func writes(_ name: String, _ what: String) -> RedoError {
        .usage(
            "the alias '\(name)' of this store runs \(what): an alias of a store runs only commands that only read",
            hints: ["'redo config --global alias.\(name) …' sets one of your own"])
    }

    /// The configuration that only the user has written: their file and the command line.
    private let own: LayeredConfiguration
    private let all: LayeredConfiguration

    private static let section = "alias"

    /// - Throws: STORAGE_004 if the user's configuration cannot be read. A store that there is not,
    ///   or that must not be used, has no aliases.
    init(_ context: borrowing CommandContext) throws(RedoError) {
        let user = try context.home.configuration()
        own = LayeredConfiguration([user, try context.home.commandLine()])
        all = (try? context.openStore().configuration) ?? own
    }

    /// Each alias with its text, by name.
    var entries: [(name: String, text: String)] {
        var texts: [String: String] = [:]
        for entry in all.layers.flatMap(\.entries)
        where entry.name.section == Self.section && entry.name.subsection == nil {
            texts[entry.name.key] = entry.value ?? ""
        }
        return texts.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// The text of an alias; nil if there is no such one.
    func text(_ name: String) -> String? {
        guard !name.contains(".") else { return nil }
        return all.value("\(Self.section).\(name)")
    }

    /// True if what an alias stands for is what the user has configured: a store can come from someone
    /// else.
    func isUsers(_ name: String) -> Bool {
        text(name).map { own.values("\(Self.section).\(name)").contains($0) } ?? false
    }

    /// The meaning of an alias; nil if it does not exist.
    ///
    /// - Throws: wrong usage for one that stands for nothing.
    func meaning(of name: String) throws(RedoError) -> Meaning? {
        guard let text = text(name) else { return nil }
        if text.hasPrefix("!") { return .shell(String(text.dropFirst())) }
        guard let words = shellWords(text), let command = words.first, !command.hasPrefix("-")
        else {
            throw .usage("the alias '\(name)' is not a command with its arguments: '\(text)'")
        }
        return .words(words)
    }
}

/// Splits a line into words as a shell does, with its quotes and backslashes and nothing else.
///
/// - Returns: nil if a quote does not end.
package func shellWords(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
        switch (quote, scalar) {
        case (nil, " "), (nil, "\t"), (nil, "\n"):
            if let word { words.append(word) }
            word = nil
        case (nil, "'"), (nil, "\""):
            quote = scalar
            word = word ?? ""
        case (.some(let open), _) where open == scalar: quote = nil
        case (nil, "\\"), ("\"", "\\"):
            guard let next = scalars.popFirst() else { return nil }
            word = (word ?? "") + String(next)
        default: word = (word ?? "") + String(scalar)
        }
    }
    if quote != nil { return nil }
    if let word { words.append(word) }
    return words
}
