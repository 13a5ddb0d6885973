import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The completions of the last word of a command line: commands, options and values, of the same tables as the
/// completions of shells.
struct LineCompletion {
    /// A word, and what it names for people.
    struct Candidate: Equatable {
        let word: String
        var description = ""
    }

    /// The line without its last word.
    private let before: String
    /// The last word, without its quote.
    private let beginning: String
    private(set) var candidates: [Candidate] = []

    /// - Parameter line: what was typed, after `redo `.
    init(_ line: String, _ context: borrowing CommandContext) {
        var words: [String] = []
        // A quote that is open belongs to the last word.
        let start = Self.startOfLastWord(in: line)
        before = String(line[..<start])
        words = shellWords(before) ?? []
        var beginning = String(line[start...])
        if let quote = beginning.first, "'\"".contains(quote) { beginning.removeFirst() }
        self.beginning = beginning
        guard let name = words.first else {
            candidates = Self.words(context.suite.names.sorted(), beginning)
            return
        }
        guard let command = context.suite.command(named: name)?.specification else { return }
        candidates = Self.candidates(
            beginning, in: command, after: Array(words.dropFirst()), context)
    }

    /// The line with what all candidates begin with, and with a space after the only one.
    var completed: String? {
        guard let first = candidates.first else { return nil }
        if candidates.count == 1 {
            // A value follows.
            let isOpen = first.word.hasSuffix("=") || first.word.hasSuffix(":")
            return before + Self.quoted(first.word) + (isOpen ? "" : " ")
        }
        let common = candidates.dropFirst().reduce(first.word) { common, candidate in
            String(zip(common, candidate.word).prefix { $0 == $1 }.map(\.0))
        }
        // Of titles a later word can be meant, which is not replaced by what they begin with.
        guard common.hasPrefix(beginning) else { return nil }
        return before + (common == Self.quoted(common) ? common : "'\(common)")
    }

    // MARK: What can stand there

    private static func candidates(
        _ beginning: String, in command: CommandSpecification, after words: [String],
        _ context: borrowing CommandContext
    ) -> [Candidate] {
        let isOver = words.contains("--")
        if !isOver, beginning.hasPrefix("--") {
            guard let equals = beginning.firstIndex(of: "=") else {
                return options(of: command).filter { $0.word.hasPrefix(beginning) }
            }
            let start = beginning[...equals]
            let option = command.option(named: String(start.dropLast()))
            guard let kind = option?.value?.kind else { return [] }
            return values(kind, String(beginning[beginning.index(after: equals)...]), context)
                .map { Candidate(word: start + $0.word, description: $0.description) }
        }
        if !isOver, let last = words.last, let kind = command.option(named: last)?.value?.kind {
            return values(kind, beginning, context)
        }
        return kinds(of: command, after: words).flatMap { values($0, beginning, context) }
    }

    /// The options by their long names; those with a value end with an equals sign.
    private static func options(of command: CommandSpecification) -> [Candidate] {
        command.allOptions.flatMap { option in
            option.longNames.map { name in
                Candidate(
                    word: "--\(name)" + (option.value == nil ? "" : "="),
                    description: option.summary)
            }
        }
    }

    /// The kind of the next operand.
    private static func kinds(
        of command: CommandSpecification, after words: [String]
    ) -> [OperandKind] {
        let operands = Operands(command)
        var given: [String] = []
        var isValue = false
        for word in words where word != "--" {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-"), word != "-" {
                isValue = command.option(named: word)?.value != nil
            } else {
                given.append(word)
            }
        }
        if let form = operands.subcommands.first(where: { $0.word == given.first }) {
            return form.kinds.last.map { [$0] } ?? []
        }
        var kinds: [OperandKind] = []
        if operands.kinds.indices.contains(given.count) {
            kinds = [operands.kinds[given.count]]
        } else if operands.isRepeated, let last = operands.kinds.last {
            kinds = [last]
        }
        if given.isEmpty, !operands.subcommands.isEmpty {
            kinds.append(.word(operands.subcommands.map(\.word)))
        }
        return kinds
    }

    private static func values(
        _ kind: OperandKind, _ beginning: String, _ context: borrowing CommandContext
    ) -> [Candidate] {
        switch kind {
        case .name(let kind): return names(kind, beginning, context)
        case .taskOrNode:
            return names(.task, beginning, context) + names(.node, beginning, context)
        case .configurationKey: return words(ConfigurationKey.all.map(\.name), beginning)
        case .word(let choices): return words(choices, beginning)
        case .file, .directory: return files(beginning, context)
        case .other: return []
        }
    }

    private static func words(_ words: [String], _ beginning: String) -> [Candidate] {
        words.filter { $0.hasPrefix(beginning) }.map { Candidate(word: $0) }
    }

    /// Unreadable things have no names here: the command itself reports the error.
    private static func names(
        _ kind: NameKind, _ beginning: String, _ context: borrowing CommandContext
    ) -> [Candidate] {
        let found = try? NameCompletion(beginning: beginning).candidates(kind, context)
        context.incompleteness.forget()
        return (found ?? []).filter { $0.line != nil }
            .map { Candidate(word: $0.name, description: $0.description.printable) }
    }

    /// The entries of the directory of a path, if it can be listed.
    private static func files(
        _ beginning: String, _ context: borrowing CommandContext
    ) -> [Candidate] {
        let end = beginning.lastIndex(of: "/").map(beginning.index(after:)) ?? beginning.startIndex
        let directory = String(beginning[..<end])
        let current = (try? context.surroundings.currentDirectory()) ?? "."
        let path = directory.hasPrefix("/") ? directory : Path.join(current, directory)
        guard let names = try? Files.names(in: path) else { return [] }
        let start = beginning[end...]
        // Hidden files are meant where a dot was typed.
        return names.filter {
            $0.hasPrefix(start) && $0 == $0.printable
                && (!$0.hasPrefix(".") || start.hasPrefix("."))
        }.sorted().map { Candidate(word: directory + $0) }
    }

    // MARK: Words

    private static func startOfLastWord(in line: String) -> String.Index {
        var start = line.startIndex
        var quote: Character?
        for position in line.indices {
            let character = line[position]
            if let open = quote {
                if character == open { quote = nil }
            } else if "'\"".contains(character) {
                quote = character
            } else if character == " " {
                start = line.index(after: position)
            }
        }
        return start
    }

    /// A word as a command line has it: in quotes where a character would mean something.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy {
            $0.isLetter || $0.isNumber || "-_=./:,@+%~".contains($0)
        }
        return isPlain ? word : shellWord(word)
    }
}

extension CommandSpecification {
    /// The option that a word names by its long name or its letter; nil for any other word.
    fileprivate func option(named word: String) -> OptionSpecification? {
        if word.hasPrefix("--") { return allOptions.first { $0.name == word.dropFirst(2) } }
        guard word.count == 2, word.first == "-", let letter = word.last else { return nil }
        return allOptions.first { $0.letter == letter }
    }
}
