import RedoCommandLine

/// The lines of a command, one for each option.
enum FishCompletion {
    static func lines(_ command: CommandSpecification) -> [String] {
        let start = "complete -c redo -n '__redo_is \(command.name)'"
        var lines = ["", "complete -c redo-\(command.name) -w 'redo \(command.name)'"]
        for option in command.allOptions {
            for name in option.longNames {
                let letter = name == option.name ? option.letter.map { " -s \($0)" } ?? "" : ""
                let value =
                    option.valueName == nil ? "" : value(WordKind(option, of: command.name))
                lines.append("\(start)\(letter) -l \(name)\(value) -d \(quoted(option.summary))")
            }
        }
        let operands = Operands(command)
        var kinds: [WordKind] = []
        for kind in operands.kinds where !kinds.contains(kind) { kinds.append(kind) }
        lines += kinds.filter { $0 != .other }.map { "\(start)\(argument($0))" }
        for form in operands.subcommands {
            let words = operands.subcommands.map(\.word).joined(separator: " ")
            lines.append(
                "complete -c redo -n '__redo_is \(command.name); and not __redo_follows \(words)'"
                    + " -a \(form.word)")
            if let kind = form.kinds.last, kind != .other {
                lines.append(
                    "complete -c redo -n '__redo_is \(command.name); and __redo_follows \(form.word)'"
                        + argument(kind))
            }
        }
        return lines
    }

    private static func argument(_ kind: WordKind) -> String {
        kind == .files ? " -F" : " -a \(candidates(kind))"
    }

    private static func value(_ kind: WordKind) -> String {
        switch kind {
        case .files: " -r -F"
        case .other: " -x"
        default: " -x -a \(candidates(kind))"
        }
    }

    private static func candidates(_ kind: WordKind) -> String {
        switch kind {
        case .tasks: "'(__redo_names task)'"
        case .openTasks: "'(__redo_names open-task)'"
        case .archivedTasks: "'(__redo_names archived-task)'"
        case .nodes: "'(__redo_names node)'"
        case .names: "'(__redo_names task; __redo_names node)'"
        case .remotes: "'(__redo_names remote)'"
        case .users: "'(__redo_names user)'"
        case .authors: "'(__redo_names author)'"
        case .configuration: "'$__redo_keys'"
        case .files: "''"
        case .directories: "'(__redo_directories)'"
        case .words(let words): quoted(words.joined(separator: " "))
        case .other: "''"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
