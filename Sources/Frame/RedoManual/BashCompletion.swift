import RedoCommandLine

/// The branch of a command in `_redo_command`.
enum BashCompletion {
    static func lines(_ command: CommandSpecification) -> [String] {
        var options: [String] = []
        var values: [String] = []
        for option in command.allOptions {
            let end = option.requiredValue == nil ? "" : "="
            let names =
                option.longNames.map { "--\($0)" } + (option.letter.map { ["-\($0)"] } ?? [])
            options += names.map { "\($0)\(end)" }
            let kind = option.value.map { text($0.kind) } ?? ""
            if !kind.isEmpty { values += names.map { "\($0):\(kind)" } }
        }
        return [
            "    \(command.name))",
            "        options=\(shellQuoted(options.joined(separator: " ")))",
        ]
            + assignment("values", values.joined(separator: " "))
            + assignment("operands", text(Operands(command)))
            + assignment("fields", command.takesOwnFields ? "own" : "") + ["        ;;"]
    }

    private static func assignment(_ name: String, _ text: String) -> [String] {
        text.isEmpty ? [] : ["        \(name)=\(shellQuoted(text))"]
    }

    /// The kinds of the places, or `|` and a word and the kinds after it, for each word.
    private static func text(_ operands: Operands) -> String {
        let forms = operands.subcommands.map { form in
            " |"
                + ([form.word] + form.kinds.map { text($0, orNothing: "-") }).joined(separator: " ")
        }
        let kinds = operands.kinds.map { text($0, orNothing: "-") }.joined(separator: " ")
        return kinds + (operands.isRepeated ? "..." : "") + forms.joined()
    }

    private static func text(_ kind: OperandKind, orNothing: String = "") -> String {
        switch kind {
        case .name(let kind): kind.rawValue
        case .taskOrNode: "name"
        case .configurationKey: "key"
        case .file: "file"
        case .directory: "dir"
        case .word(let words): "=" + words.joined(separator: ",")
        case .other: orNothing
        }
    }
}
