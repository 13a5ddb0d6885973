import RedoModel
import RedoSystem

/// A command that destroys something, or overrides what protects it, where a text names it for the reader to run.
///
/// Programs read errors and run what they name. So a hint names such a command on a terminal only, where a person reads
/// it; elsewhere it names the page that explains it.
package struct OverridingCommand: Equatable, Sendable {
    /// Options that let any command destroy or override.
    package static let options: Set<String> = ["--force", "--now", "--give-up"]
    /// The first words of commands that destroy or override, after `redo`; an asterisk is any word. An element that
    /// begins with an asterisk is the end of a word.
    package static let beginnings = [
        ["delete"], ["*", "delete"], ["trash", "empty"], ["config", "*.encrypted", "false"],
        ["config", "--global", "*.trusted", "true"], ["remote", "accept"],
    ]

    /// The page that explains it; nil if the text does not name a command.
    package let page: String?

    /// The first such command that a text names, with what a program would run: a command line that begins with `redo`,
    /// or an option at the beginning of the text.
    ///
    /// - Returns: nil if the text names none.
    package init?(in text: String) {
        let commands = Self.commands(in: text)
        if let command = commands.first(where: Self.isOverriding) {
            page = command.first
            return
        }
        guard let first = text.split(separator: " ").first.map(Self.word),
            Self.options.contains(first)
        else { return nil }
        page = commands.first?.first
    }

    /// The replacement that is printed.
    package var instead: String {
        "redo\(page.map { "-\($0)" } ?? "")(1) explains what can be done, and what it costs"
    }

    /// A hint as a reader gets it.
    ///
    /// - Parameter isPerson: whether standard error is a terminal.
    package static func shown(hint: String, toPerson isPerson: Bool) -> String {
        if isPerson { return hint }
        return OverridingCommand(in: hint)?.instead ?? hint
    }

    /// Lines for standard error as a reader gets them: each hint among them as ``shown(hint:toPerson:)`` has it.
    ///
    /// - Parameter isPerson: whether standard error is a terminal; asked only if there is a hint.
    package static func shown(
        lines text: String, toPerson isPerson: @autoclosure () -> Bool
    ) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.contains(where: { $0.hasPrefix(hintMark) }), !isPerson() else { return text }
        var shown: [String] = []
        for line in lines {
            guard line.hasPrefix(hintMark),
                let command = OverridingCommand(in: String(line.dropFirst(hintMark.count)))
            else {
                shown.append(String(line))
                continue
            }
            let instead = hintMark + command.instead
            if !shown.contains(instead) { shown.append(instead) }
        }
        return shown.joined(separator: "\n")
    }

    private static let hintMark = "hint: "

    // MARK: Reading

    /// The words after `redo` of each command line that a text names: up to a quotation mark if it is in quotes, else
    /// up to a semicolon or the end.
    private static func commands(in text: String) -> [[String]] {
        var commands: [[String]] = []
        for start in text.indices
        where text[start...].hasPrefix("redo ") || text[start...].hasPrefix("redo-") {
            let before = text[..<start].last
            if let before, before.isLetter || before.isNumber || "-/.".contains(before) { continue }
            let isQuoted = before == "'"
            let line = text[start...].dropFirst("redo ".count)
                .prefix { isQuoted ? $0 != "'" : $0 != ";" }
            let words = line.split(separator: " ").map(word)
            commands.append(Array(words.drop { $0.hasPrefix("-") }))
        }
        return commands.filter { !$0.isEmpty }
    }

    /// A word without the punctuation around it.
    private static func word(_ text: Substring) -> String {
        String(text.trimming { "'\",;:.()[]".contains($0) })
    }

    private static func isOverriding(_ words: [String]) -> Bool {
        if words.contains(where: options.contains) { return true }
        return beginnings.contains { beginning in
            words.count >= beginning.count
                && zip(beginning, words).allSatisfy { pattern, word in
                    pattern.hasPrefix("*") ? word.hasSuffix(pattern.dropFirst()) : pattern == word
                }
        }
    }
}

extension CommandContext {
    /// A hint as whoever reads standard error gets it (``OverridingCommand``): for hints that are printed elsewhere.
    package func shown(hint: String) -> String {
        OverridingCommand.shown(hint: hint, toPerson: surroundings.hasTerminalErrors)
    }
}
