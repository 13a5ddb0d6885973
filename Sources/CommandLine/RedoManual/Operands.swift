import RedoCommandLine
import RedoModel
import RedoRepository

/// What a word of a command line names, for completions.
package enum WordKind: Equatable, Sendable {
    case tasks, openTasks, archivedTasks, nodes, names, remotes, users, authors, configuration,
        files,
        directories
    case words([String])
    case other

    /// - Parameter name: what stands in angle brackets.
    init(placeholder name: String, of command: String) {
        switch (name, command) {
        case ("task", "done"), ("task", "snooze"): self = .openTasks
        case ("task", "unarchive"), ("task", "restore"): self = .archivedTasks
        case ("task", _): self = .tasks
        case ("node", _): self = .nodes
        case ("name", "rev-parse"): self = .names
        case ("name", "config"): self = .configuration
        case ("remote", _): self = .remotes
        case ("user", _): self = .users
        case ("author", _): self = .authors
        case ("file", _): self = .files
        case ("dir", _), ("url", _): self = .directories
        case ("action", _): self = .words(Action.knownNames)
        default: self = .other
        }
    }

    init(_ option: OptionSpecification, of command: String) {
        self =
            option.choices.isEmpty
            ? WordKind(placeholder: option.valueName ?? "", of: command) : .words(option.choices)
    }
}

/// What the operands of a command are, as completions have to know it.
package struct Operands: Equatable, Sendable {
    /// What can stand in each place. The last of them stands for all that follow, if it is repeated.
    package private(set) var kinds: [WordKind] = []
    package private(set) var isRepeated = false
    /// Where the first operand is a word such as `add`: what follows it.
    package private(set) var subcommands: [(word: String, kinds: [WordKind])] = []

    package static func == (left: Operands, right: Operands) -> Bool {
        left.kinds == right.kinds && left.isRepeated == right.isRepeated
            && left.subcommands.map(\.word) == right.subcommands.map(\.word)
            && left.subcommands.map(\.kinds) == right.subcommands.map(\.kinds)
    }

    package init(_ command: CommandSpecification) {
        for form in command.operands {
            let parts = Self.parts(form, command)
            isRepeated = isRepeated || parts.isRepeated
            if let word = parts.word {
                subcommands.append((word, parts.kinds))
            } else {
                for (place, kind) in parts.kinds.enumerated() {
                    if place == kinds.count {
                        kinds.append(kind)
                    } else if kinds[place] != kind {
                        // A place that can hold either: names of both.
                        kinds[place] = .names
                    }
                }
            }
        }
    }

    private static func parts(
        _ form: String, _ command: CommandSpecification
    ) -> (word: String?, kinds: [WordKind], isRepeated: Bool) {
        var word: String?
        var kinds: [WordKind] = []
        var isAlternative = false
        var takesValue = false
        var depth = 0
        for token in form.split(separator: " ") {
            let isChoice = depth > 0 || token.hasPrefix("(")
            depth += token.count { $0 == "(" } - token.count { $0 == ")" }
            let text = token.filter { !"[]().".contains($0) }
            if isChoice || text == "|" || text.isEmpty {
                isAlternative = text == "|"
            } else if text.hasPrefix("-") {
                takesValue = command.options.contains {
                    "--\($0.name)" == text && $0.valueName != nil
                }
            } else if isAlternative || takesValue {
                isAlternative = false
                takesValue = false
            } else if let open = text.firstIndex(of: "<"), let close = text.firstIndex(of: ">") {
                kinds.append(
                    WordKind(
                        placeholder: String(text[text.index(after: open)..<close]), of: command.name
                    )
                )
            } else if kinds.isEmpty, word == nil {
                word = text
            }
        }
        return (word, kinds, form.containsText("..."))
    }
}
