/// The effective history of a log's tasks: each task without the nodes that are void (docs/extensions.md, section 4).
/// Stage 3 is repeated without them; paths lead through them.
package struct EffectiveView: Sendable {
    package let authority: Authority
    /// Stage 3 over the nodes that are not void.
    package let validation: HistoryValidation

    package init(authority: Authority, validation: HistoryValidation) {
        self.authority = authority
        self.validation = validation
    }

    /// - Parameters:
    ///   - facts: those of all nodes, none of them ignored.
    ///   - isIgnored: whether a node that is not void has no effect either; nil if all of them have one.
    package init(
        _ facts: LogFacts, _ authority: Authority,
        ignoring isIgnored: ((_ number: Int) -> Bool)? = nil
    ) {
        self.authority = authority
        let voids = authority.voids
        if let isIgnored {
            validation = HistoryValidation(
                facts.ignoring { voids[$0] != nil || isIgnored($0) })
        } else {
            validation = HistoryValidation(
                voids.isEmpty ? facts : facts.ignoring { voids[$0] != nil })
        }
    }
}
