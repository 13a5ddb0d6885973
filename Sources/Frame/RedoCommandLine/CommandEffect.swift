/// The effect of a command on the data of its user. The aliases of a store, which can come from someone else, stand for
/// command lines that only read.
package enum CommandEffect: Sendable {
    /// It may write a task, a node, the configuration, a key or a file of the user's, or run a program.
    case writes
    case reads
    /// It reads if it has none of these options.
    case readsWithout([OptionSpecification])
}

extension CommandSuite {
    /// Whether a command line only reads.
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
        }
    }
}

extension OptionSpecification {
    /// Whether a word of a command line may be the option.
    fileprivate func mayBe(_ word: String) -> Bool {
        if word.hasPrefix("--") {
            let beginning = word.dropFirst(2).prefix { $0 != "=" }
            // A long option may be cut short.
            return !beginning.isEmpty && name.hasPrefix(beginning)
        }
        return word.hasPrefix("-") && letter.map { word.contains($0) } ?? false
    }
}
