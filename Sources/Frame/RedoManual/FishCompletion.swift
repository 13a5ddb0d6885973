import RedoCommandLine

/// The lines of a command, one for each option.
enum FishCompletion {
    static func lines(_ command: CommandSpecification) -> [String] {
        let start = "complete -c redo -n '__redo_is \(command.name)'"
        var lines = ["", "complete -c redo-\(command.name) -w 'redo \(command.name)'"]
        for option in command.allOptions {
            for name in option.longNames {
                let letter = name == option.name ? option.letter.map { " -s \($0)" } ?? "" : ""
                let value = option.requiredValue.map { Self.value($0.kind) } ?? ""
                lines.append("\(start)\(letter) -l \(name)\(value) -d \(quoted(option.summary))")
            }
        }
        if command.takesOwnFields {
            lines.append(
                "\(start) -a \"(__redo_names field | string replace -r -- '^' --)\"")
            lines.append("\(start) -a '(__redo_field_values)'")
        }
        let operands = Operands(command)
        var kinds: [OperandKind] = []
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

    private static func argument(_ kind: OperandKind) -> String {
        kind == .file ? " -F" : " -a \(candidates(kind))"
    }

    private static func value(_ kind: OperandKind) -> String {
        switch kind {
        case .file: " -r -F"
        case .other: " -x"
        default: " -x -a \(candidates(kind))"
        }
    }

    private static func candidates(_ kind: OperandKind) -> String {
        switch kind {
        case .name(let kind): "'(__redo_names \(kind.rawValue))'"
        case .taskOrNode: "'(__redo_names task; __redo_names node)'"
        case .configurationKey: "'$__redo_keys'"
        case .directory: "'(__redo_directories)'"
        case .word(let words): quoted(words.joined(separator: " "))
        case .file, .other: "''"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
