/// What the operands of a command are, as completions have to know it.
package struct Operands {
    /// What can stand in each place. The last of them stands for all that follow, if it is repeated.
    package private(set) var kinds: [OperandKind] = []
    package let isRepeated: Bool
    /// If the first operand is a word such as `add`: what follows it.
    package private(set) var subcommands: [(word: String, kinds: [OperandKind])] = []

    package init(_ command: CommandSpecification) {
        isRepeated = command.operands.contains(where: \.isRepeated)
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
                } else if kind != .other, kinds[index] != kind {
                    // A place that can hold either: names of both.
                    kinds[index] = .taskOrNode
                }
            }
        }
    }
}
