import RedoCommandLine

extension CommandContext {
    /// Says on standard error what a filter of nodes looked for, if it left none.
    package func noteIfEmpty(_ numbers: [Int], _ filter: NodeFilter.Request) {
        guard numbers.isEmpty, !filter.words.isEmpty else { return }
        note("there is no node to show for '\(filter.words.joined(separator: " ").printable)'")
    }
}
