import RedoCommandLine

extension CommandContext {
    /// Prints on standard error what a filter of nodes looked for, if it left none. While nodes cannot be read, it is
    /// unknown whether there is none, and the command warns of that instead.
    package func noteIfEmpty(_ numbers: [Int], _ filter: NodeFilter.Request) {
        guard numbers.isEmpty, !filter.words.isEmpty, incompleteness.count == 0 else { return }
        note("there is no node to show for '\(filter.words.joined(separator: " ").printable)'")
    }
}
