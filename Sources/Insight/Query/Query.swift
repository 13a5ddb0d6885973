import RedoModel

/// A question about tasks, in the language of redo-query(7).
package enum Query: Hashable, Sendable {
    /// Every task.
    case everything
    /// Tasks with a text somewhere.
    case text(String)
    case term(QueryTerm)
    indirect case not(Query)
    /// Tasks that all of some queries include.
    case all([Query])
    /// Tasks that one of some queries includes.
    case any([Query])
}

/// A key and what is asked of it: `due:..eow`.
package struct QueryTerm: Hashable, Sendable {
    /// How a value is compared.
    package enum Comparison: String, CaseIterable, Hashable, Sendable {
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
    }

    /// What a term asks of a key.
    package enum Test: Hashable, Sendable {
        /// `none`: it is absent.
        case absent
        /// `any`: it is present.
        case present
        case value(String)
        /// `low..high`; at least one of them is there.
        case range(low: String?, high: String?)
        case comparison(Comparison, String)
    }

    package let key: String
    package let test: Test
    package let place: QueryPlace

    package init(_ key: String, _ test: Test, at place: QueryPlace = QueryPlace(0..<0)) {
        self.key = key
        self.test = test
        self.place = place
    }
}

/// The place of a part in the text of a query. It is not part of the meaning, so all places are equal.
package struct QueryPlace: Hashable, Sendable {
    /// In bytes.
    package let range: Range<Int>

    package init(_ range: Range<Int>) { self.range = range }

    package static func == (left: QueryPlace, right: QueryPlace) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

/// A mistake in the text of a query.
package struct QueryError: Error, Hashable, Sendable {
    package let message: String
    /// What the mistake is about, in bytes.
    package let place: Range<Int>
    /// The names that can stand there, if there is a fixed set of them.
    package let candidates: [String]
    /// What was written in their place.
    package let name: String
    /// What helps; nil if nothing more can be said.
    package let hint: String?

    package init(
        _ message: String, at place: Range<Int>, name: String = "", among candidates: [String] = [],
        hint: String? = nil
    ) {
        self.message = message
        self.place = place
        self.name = name
        self.candidates = candidates
        self.hint = hint
    }
}

extension Query {
    /// The tasks that all of some queries include; without one, every task.
    package static func joining(_ queries: [Query]) -> Query {
        let parts = queries.filter { $0 != .everything }
        return parts.count > 1 ? .all(parts) : parts.first ?? .everything
    }

    /// Whether a part of the query satisfies a condition.
    package func contains(_ condition: (Query) -> Bool) -> Bool {
        if condition(self) { return true }
        switch self {
        case .everything, .text, .term: return false
        case .not(let query): return query.contains(condition)
        case .all(let queries), .any(let queries):
            return queries.contains { $0.contains(condition) }
        }
    }

    /// Whether no task that is not open (``TaskState/isOpen``) is included, as far as the form of the query tells.
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

    /// Whether the query says itself which of open, finished and hidden tasks it is about.
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
