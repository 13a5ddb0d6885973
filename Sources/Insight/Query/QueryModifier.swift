/// A word between a key and its colon that says how the value is compared: `due.before:friday`.
///
/// Each is another spelling of a test, for people who know it from other programs.
package struct QueryModifier: Sendable {
    /// The meaning of a modifier.
    enum Meaning: Sendable {
        case value, exactly, unlike
        case comparison(QueryTerm.Comparison)
        /// The value is ignored.
        case absent, present
    }

    let name: String
    let meaning: Meaning

    private static func rows(_ meaning: Meaning, _ names: String...) -> [QueryModifier] {
        names.map { QueryModifier(name: $0, meaning: meaning) }
    }

    /// All modifiers: the one table of their names.
    static let all =
        rows(.comparison(.less), "before", "below", "under")
        + rows(.comparison(.atMost), "by", "max")
        + rows(.comparison(.greater), "after", "above", "over")
        + rows(.comparison(.atLeast), "from", "since", "min")
        + rows(.exactly, "is", "equals") + rows(.value, "has", "contains")
        + rows(.unlike, "not", "isnt", "hasnt") + rows(.absent, "none")
        + rows(.present, "any")

    package static let names = all.map(\.name)

    /// The test of a value, and whether the term is negated.
    func test(_ value: String) -> (test: QueryTerm.Test, isNegated: Bool) {
        switch meaning {
        case .value: (.value(value), false)
        case .exactly: (.exact(value), false)
        case .unlike: (.value(value), true)
        case .comparison(let comparison): (.comparison(comparison, value), false)
        case .absent: (.absent, false)
        case .present: (.present, false)
        }
    }
}
