import RedoSystem

/// The effect of a command on the data of its user. The aliases of a store, which can come from someone else, stand for
/// command lines that only read.
package enum CommandEffect: Sendable {
    /// It may write a task, a node, the configuration, a key or a file of the user's, or run a program.
    case writes
    case reads
    /// It reads if it has none of these options.
    case readsWithout([OptionSpecification])
    /// It reads if its first operand is one of these words; nil stands for a command without operands.
    case readsAs([String?])
    /// It reads if it has this option.
    case readsWith(OptionSpecification)

    /// Whether a command with these arguments only reads.
    func isReading(_ arguments: Arguments) -> Bool {
        switch self {
        case .writes: false
        case .reads: true
        case .readsWithout(let options): !options.contains(where: arguments.isGiven)
        case .readsAs(let words): words.contains(arguments.operands.first)
        case .readsWith(let option): arguments.isGiven(option)
        }
    }
}

/// The switch with which a command refuses to write.
package enum ReadOnly {
    /// The variable that switches it on, for the command and all that it starts.
    package static let variable = "REDO_READONLY"

    /// Whether it is on: any value counts but an empty one and git's false words, so that a slip is on the safe side.
    package static func isOn(_ variables: EnvironmentVariables) -> Bool {
        guard let value = variables.value(of: variable) else { return false }
        return !["", "0", "false", "no", "off"].contains(value.lowercased())
    }

    /// The refusal of a command line that may write.
    ///
    /// - Parameter name: the command with the word that says which form of it: `category add`.
    package static func refusal(of name: String) -> RedoError {
        RedoError(
            .readOnly, "'redo \(name)' may write, and this session is read-only",
            hints: [
                "\(variable) or --read-only switched writing off"
            ])
    }
}

extension CommandSuite {
    /// True if a command line only reads.
    ///
    /// - Parameter words: the name of the command, and its arguments, looked at with suspicion: one that may be a
    ///   writing option is taken for it.
    package func onlyReads(_ words: [String]) -> Bool {
        guard let name = words.first else { return false }
        switch command(named: name)?.specification.effect {
        case .writes, nil: return false
        case .reads: return true
        case .readsWithout(let options):
            return !words.dropFirst().contains { word in options.contains { $0.mayBe(word) } }
        // What the user adds to the words of an alias could make these commands write.
        case .readsAs, .readsWith: return false
        }
    }
}

extension OptionSpecification {
    /// True if a word of a command line may be the option.
    fileprivate func mayBe(_ word: String) -> Bool {
        if word.hasPrefix("--") {
            let beginning = word.dropFirst(2).prefix { $0 != "=" }
            // A long option may be cut short.
            return !beginning.isEmpty && name.hasPrefix(beginning)
        }
        return word.hasPrefix("-") && letter.map { word.contains($0) } ?? false
    }
}
