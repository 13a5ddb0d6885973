import RedoCommandLine

/// The branch of a command in `_redo_command`, a call of `_arguments`.
enum ZshCompletion {
    static func lines(_ command: CommandSpecification) -> [String] {
        var lines = ["    \(command.name))", "        _arguments -s -S \\"]
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
            guard let value = option.valueName else { return "\(others)\(name)\(summary)" }
            let end = name.hasPrefix("--") ? "=" : "+"
            let action = action(WordKind(option, of: command.name))
            return "\(others)\(name)\(end)\(summary):\(escaped(value)):\(action)"
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
        return operands.kinds.enumerated().map { place, kind in
            let isLast = place == operands.kinds.count - 1
            let start = isLast && operands.isRepeated ? "*" : "\(place + 1)"
            return "\(start):\(title(kind)):\(action(kind))"
        }
    }

    private static func title(_ kind: WordKind) -> String {
        switch kind {
        case .tasks, .openTasks, .archivedTasks: "task"
        case .nodes: "node"
        case .names: "task or node"
        case .remotes: "remote"
        case .users: "user"
        case .authors: "author"
        case .configuration: "name"
        case .files: "file"
        case .directories: "folder"
        case .words, .other: "operand"
        }
    }

    private static func action(_ kind: WordKind) -> String {
        switch kind {
        case .tasks: "_redo_tasks"
        case .openTasks: "_redo_open_tasks"
        case .archivedTasks: "_redo_archived_tasks"
        case .nodes: "_redo_nodes"
        case .names: "_redo_tasks_and_nodes"
        case .remotes: "_redo_remotes"
        case .users: "_redo_users"
        case .authors: "_redo_authors"
        case .configuration: "_redo_keys"
        case .files: "_files"
        case .directories: "_directories"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .other: " "
        }
    }

    /// A text within a specification of `_arguments`.
    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
