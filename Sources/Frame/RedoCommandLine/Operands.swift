/// The operands of a command, for completions.
package struct Operands {
    /// The kind of each operand. If the last one is repeated, it is the kind of all that follow.
    package private(set) var kinds: [OperandKind] = []
    package let isRepeated: Bool
    /// If the first operand is a word such as `add`: what follows it.
    package private(set) var subcommands: [(word: String, kinds: [OperandKind])] = []

    package init(_ command: CommandSpecification) {
        isRepeated = command.readsWords || command.operands.contains(where: \.isRepeated)
        for form in command.operands {
            if let word = form.firstWord {
                subcommands.append((word, form.kinds))
                continue
            }
            for (index, kind) in form.kinds.enumerated() {
                if index == kinds.count {
                    kinds.append(kind)
                } else if kinds[index] == .other {
                    kinds[index] = kind
                } else if kinds[index] == .name(.report), kind == .name(.query) {
                    kinds[index] = .name(.reportOrQuery)
                } else if kind != .other, kinds[index] != kind {
                    // An operand that can be either: names of both.
                    kinds[index] = .taskOrNode
                }
            }
        }
        guard command.readsWords else { return }
        // Words that set fields come with the title, or after the name of a task.
        if kinds.last == .other { kinds.removeLast() }
        kinds.append(.name(.attribute))
    }
}
