import RedoCommandLine

/// The branch of a command in `_redo_command`, a call of `_arguments`.
enum ZshCompletion {
    static func lines(_ command: CommandSpecification) -> [String] {
        var lines = ["    \(command.name))"]
        if command.takesOwnFields { lines.append("        _redo_fields") }
        lines.append("        _arguments -s -S \(command.takesOwnFields ? "$fields " : "")\\")
        for option in command.allOptions {
            for specification in specifications(option, command) {
                lines.append("            \(shellQuoted(specification)) \\")
            }
        }
        lines += operands(Operands(command)).map { "            \(shellQuoted($0)) \\" }
        lines[lines.count - 1].removeLast(2)
        return lines + ["        ;;"]
    }

    /// `*--task=[only nodes of this task]:task:_redo_tasks`, one for each spelling.
    private static func specifications(
        _ option: OptionSpecification, _ command: CommandSpecification
    ) -> [String] {
        let letter = option.letter.map { "-\($0)" }
        let names = option.longNames.map { "--\($0)" } + (letter.map { [$0] } ?? [])
        let others =
            option.isRepeatable ? "*" : names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
        let summary = "[\(escaped(option.summary))]"
        return names.map { name in
            guard let value = option.requiredValue else {
                return "\(others)\(name)\(summary)"
            }
            let end = name.hasPrefix("--") ? "=" : "+"
            let action = action(value.kind)
            return "\(others)\(name)\(end)\(summary):\(escaped(value.name)):\(action)"
        }
    }

    private static func operands(_ operands: Operands) -> [String] {
        if !operands.subcommands.isEmpty {
            let words = operands.subcommands.map(\.word).joined(separator: " ")
            // One function completes all operands of a form: the first that can be completed.
            let forms = operands.subcommands.compactMap { form in
                form.kinds.first { $0 != .other }.map { "\(form.word)=\(action($0))" }
            }
            return [
                "1:command:(\(words))",
                "*:operand:_redo_after \(forms.joined(separator: " "))",
            ]
        }
        return operands.kinds.enumerated().map { index, kind in
            let isLast = index == operands.kinds.count - 1
            let start = isLast && operands.isRepeated ? "*" : "\(index + 1)"
            return "\(start):\(title(kind)):\(action(kind))"
        }
    }

    private static func title(_ kind: OperandKind) -> String {
        switch kind {
        case .name(.openTask), .name(.archivedTask): "task"
        case .name(let kind): kind.rawValue
        case .taskOrNode: "task or node"
        case .configurationKey: "name"
        case .file: "file"
        case .directory: "folder"
        case .word, .other: "operand"
        }
    }

    private static func action(_ kind: OperandKind) -> String {
        switch kind {
        case .name(.openTask): "_redo_open_tasks"
        case .name(.archivedTask): "_redo_archived_tasks"
        case .name(let kind): "_redo_\(kind.rawValue)s"
        case .taskOrNode: "_redo_tasks_and_nodes"
        case .configurationKey: "_redo_keys"
        case .file: "_files"
        case .directory: "_directories"
        case .word(let words): "(\(words.joined(separator: " ")))"
        case .other: " "
        }
    }

    /// A text within a specification of `_arguments`.
    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
