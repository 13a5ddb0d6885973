// RedoInsight owns what people want to know of tasks: queries and search, ranks, statistics, moments of reminders,
// transcripts of rooms, and anonymous copies of logs. All of it is computed from states and logs of RedoModel, and from
// the moment and the time zone that a caller passes.
//
// It reads no store, prints nothing and changes nothing: storage and remotes work without it.
//
// Start with ``Query`` and ``CompiledQuery``, ``RankRules``, ``Analytics``, ``ReminderRules``, ``RoomTranscript`` or
// ``AnonymousLog``.

import RedoModel

/// A question about tasks, in the language of redo-query(7).
///
/// ```
/// let query = try Query(parsing: "due:..eow and not has:comments")
/// let compiled = try CompiledQuery(query, environment)
/// let tasks = state.tasks.filter { compiled.includes($0, facts.facts(of: $0)) }
/// ```
package enum Query: Hashable, Sendable {
    /// Every task.
    case everything
    /// Tasks with a text in one of their texts.
    case text(String)
    case term(QueryTerm)
    indirect case not(Query)
    /// Tasks that all of some queries include.
    case all([Query])
    /// Tasks that one of some queries includes.
    case any([Query])
}

/// A key with a test: `due:..eow`.
package struct QueryTerm: Hashable, Sendable {
    /// The comparison of a value.
    package enum Comparison: String, CaseIterable, Hashable, Sendable {
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
    }

    /// The test of a term.
    package enum Test: Hashable, Sendable {
        /// `none`: the value is absent.
        case absent
        /// `any`: the value is present.
        case present
        case value(String)
        /// `low..high`; at least one bound is given.
        case range(low: String?, high: String?)
        case comparison(Comparison, String)
        /// `=value`: the whole value, where `value` alone means part of it as well.
        case exact(String)
        /// `/pattern/`: a regular expression that occurs in a text.
        case expression(String)
    }

    package let key: String
    package let test: Test
    package let range: QueryRange

    package init(_ key: String, _ test: Test, at range: QueryRange = QueryRange(0..<0)) {
        self.key = key
        self.test = test
        self.range = range
    }
}

extension QueryTerm {
    /// True if only the whole value counts.
    var isExact: Bool { if case .exact = test { true } else { false } }
}

/// The range of a part in the text of a query. It is not part of the meaning, so all ranges are equal.
package struct QueryRange: Hashable, Sendable {
    package let bytes: Range<Int>
    /// The key as it was written, which can be the beginning of a name; nil for a part that was not parsed.
    let writtenKey: String?

    package init(_ bytes: Range<Int>, key: String? = nil) {
        self.bytes = bytes
        writtenKey = key
    }

    package static func == (left: QueryRange, right: QueryRange) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

/// A mistake in the text of a query.
package struct QueryError: Error, Hashable, Sendable {
    package let message: String
    /// The range of the wrong text, in bytes.
    package let range: Range<Int>
    /// The names that are possible there, if the set of them is fixed.
    package let candidates: [String]
    /// The name that was written there.
    package let name: String
    /// A hint; nil if there is none.
    package let hint: String?
    /// True if other names are possible beside the candidates.
    package let hasOtherCandidates: Bool

    package init(
        _ message: String, at range: Range<Int>, name: String = "", among candidates: [String] = [],
        hint: String? = nil, hasOtherCandidates: Bool = false
    ) {
        self.hasOtherCandidates = hasOtherCandidates
        self.message = message
        self.range = range
        self.name = name
        self.candidates = candidates
        self.hint = hint
    }
}

extension Query {
    /// The tasks that all of some queries include; without queries, every task.
    package static func joining(_ queries: [Query]) -> Query {
        let parts = queries.filter { $0 != .everything }
        return parts.count > 1 ? .all(parts) : parts.first ?? .everything
    }

    /// True if a part of the query satisfies a condition.
    package func contains(_ condition: (Query) -> Bool) -> Bool {
        if condition(self) { return true }
        switch self {
        case .everything, .text, .term: return false
        case .not(let query): return query.contains(condition)
        case .all(let queries), .any(let queries):
            return queries.contains { $0.contains(condition) }
        }
    }

    /// True if the form of the query excludes every task that is not open (``TaskState/isOpen``).
    package var isOfOpenTasks: Bool {
        switch self {
        case .all(let queries): queries.contains(where: \.isOfOpenTasks)
        case .any(let queries): queries.allSatisfy(\.isOfOpenTasks)
        case .term(let term):
            term.key == QueryKey.status.rawValue
                && QueryStatus.ofOpenTasks.contains { term.test == .value($0.rawValue) }
        case .everything, .text, .not: false
        }
    }

    /// The parts that all have to be true, from left to right.
    package var conjuncts: [Query] {
        switch self {
        case .everything: []
        case .all(let queries): queries.flatMap(\.conjuncts)
        case .text, .term, .not, .any: [self]
        }
    }

    /// True if it asks for the project of tasks.
    package var asksOfProjects: Bool {
        contains {
            guard case .term(let term) = $0 else { return false }
            return term.key == TaskField.project.key
        }
    }

    /// True if it looks into the texts of tasks, including their comments.
    package var readsTexts: Bool {
        contains {
            switch $0 {
            case .text: true
            case .term(let term): term.key == QueryKey.text.rawValue
            default: false
            }
        }
    }

    /// True if the query itself states which of open, finished and hidden tasks it is about.
    package var namesStatus: Bool {
        contains {
            guard case .term(let term) = $0 else { return false }
            if term.key == QueryKey.status.rawValue { return true }
            guard term.key == QueryKey.mark.rawValue, case .value(let word) = term.test else {
                return false
            }
            return QueryStatus(rawValue: word).map { $0 != .open && $0 != .blocked } ?? false
        }
    }
}
