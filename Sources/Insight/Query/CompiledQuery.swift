import RedoJSON
import RedoModel

/// A query whose keys and values have been resolved.
package struct CompiledQuery: Sendable {
    package typealias Predicate = @Sendable (TaskState, TaskFacts) -> Bool

    package let query: Query
    private let predicate: Predicate

    /// - Throws: the first unknown key or invalid value, with its range.
    /// - Complexity: O(n) for a query of n bytes.
    package init(_ query: Query, _ environment: QueryEnvironment) throws(QueryError) {
        self.query = query
        predicate = try Self.predicate(query, environment)
    }

    /// True if the query includes a task.
    package func includes(_ task: TaskState, _ facts: TaskFacts) -> Bool { predicate(task, facts) }

    private static func predicate(
        _ query: Query, _ environment: QueryEnvironment
    ) throws(QueryError) -> Predicate {
        switch query {
        case .everything: return { _, _ in true }
        case .text(let text):
            let pattern = FoldedText(pattern: text)
            return { task, facts in task.hasText(pattern, facts) }
        case .term(let term): return try TermCompiler(term, environment).predicate()
        case .not(let query):
            let part = try predicate(query, environment)
            return { !part($0, $1) }
        case .all(let queries):
            let parts = try predicates(queries, environment)
            return { task, facts in parts.allSatisfy { $0(task, facts) } }
        case .any(let queries):
            let parts = try predicates(queries, environment)
            return { task, facts in parts.contains { $0(task, facts) } }
        }
    }

    private static func predicates(
        _ queries: [Query], _ environment: QueryEnvironment
    ) throws(QueryError) -> [Predicate] {
        var predicates: [Predicate] = []
        for query in queries { predicates.append(try predicate(query, environment)) }
        return predicates
    }
}

/// The environment in which the values of a query are read.
package struct QueryEnvironment: Sendable {
    /// The error for a text that is not a date.
    package struct DateError: Error, Sendable {
        package let reason: String
        package let hint: String?

        package init(_ reason: String, hint: String?) {
            self.reason = reason
            self.hint = hint
        }
    }

    /// The names of all projects; nil if the query does not ask for them, or the caller only checks its form.
    package let projects: ProjectNames?

    /// Reads a date as people write it, as the first and the last moment that it can mean.
    package typealias DateReader =
        @Sendable (_ text: String, _ isPast: Bool) throws(DateError) -> ClosedRange<Instant>

    /// Facts about who has which tasks.
    package enum Sharing: Sendable {
        case known(SharingFacts)
        /// The facts for a query that was valid before: a name that no one has any more means no one.
        case renewed(SharingFacts)
        /// The query does not need them, or the caller only checks its form.
        case unasked

        /// The facts; nil if they are not there.
        var facts: SharingFacts? {
            switch self {
            case .known(let facts), .renewed(let facts): facts
            case .unasked: nil
            }
        }
    }

    package let now: Instant
    package let fields: TaskFieldCatalog
    package let sharing: Sharing
    package let date: DateReader

    package init(
        now: Instant, fields: TaskFieldCatalog, sharing: Sharing, projects: ProjectNames? = nil,
        date: @escaping DateReader
    ) {
        self.projects = projects
        self.now = now
        self.fields = fields
        self.sharing = sharing
        self.date = date
    }

    /// The names that may precede a colon.
    var keys: [String] { QueryKey.names(fields) }

    /// The custom field that a key means: its name, or a beginning that no other key has.
    func customField(_ term: QueryTerm) -> TaskField? {
        let written = term.range.writtenKey ?? term.key
        if let field = fields.own.first(where: { $0.key == written }) { return field }
        guard !keys.contains(term.key), QueryKeyName.candidates(written).isEmpty else { return nil }
        let matches = fields.own.filter { $0.key.hasPrefix(written) }
        return matches.count == 1 ? matches.first : nil
    }
}

extension TaskState {
    /// True if one of the task's texts contains a pattern: title, tags, description, titles and notes of to-dos,
    /// comments.
    func hasText(_ pattern: FoldedText, _ facts: TaskFacts) -> Bool {
        hasText(facts) { text in
            FoldedText.canStand(pattern, in: text.utf8)
                && FoldedText(text.utf8).firstMatch(of: pattern) != nil
        }
    }

    /// True if one of the task's texts satisfies a condition.
    func hasText(_ facts: TaskFacts, where has: (JSONString) -> Bool) -> Bool {
        has(title) || has(description) || tags.contains(where: has)
            || todos.contains { has($0.notes) || $0.title.map(has) ?? false }
            || facts.comments.contains(where: has)
    }
}
