import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// The words on standard error for a filter that no task passes: what it looked for, and what was probably meant.
package struct EmptyAnswer {
    /// The parts of the filter as they were written.
    private let parts: [String]
    /// The question, without what lists hide by default.
    private let query: Query
    private let context: TaskContext?
    /// The report that is shown; nil for none.
    private let reportName: String?
    /// The part of the question that only hides what is done, put away or hidden until later; nil if nothing is hidden.
    private let visible: Query?

    /// - Parameters:
    ///   - parts: queries and options; empty ones do not count.
    ///   - visible: what the list leaves out by default, and shows with `--all`.
    package init(
        to parts: [String], _ query: Query, in context: TaskContext? = nil, report: String? = nil,
        visible: Query? = nil
    ) {
        reportName = report
        self.parts = parts.filter { !isBlank($0) }
        self.query = query
        self.context = context
        self.visible = visible
    }

    /// Prints the words. Tasks that cannot be read are reported by the command itself.
    package func report(_ context: borrowing CommandContext, _ repository: Repository) {
        let reports = ConfiguredReports(repository.store.configuration).names.sorted()
        let state = try? repository.tasks().state
        context.note(sentence(reports))
        var hints =
            parts.count == 1 && word != nil
            ? []
            : query.words.compactMap { word in
                Self.report(meantBy: word, reports).map { "the report is '\($0)': --report \($0)" }
            }
        if let state {
            hints += Self.hints(of: query, state, repository)
            if let hint = hint(ofHidden: state, context, repository) { hints.append(hint) }
        }
        context.complain(hints: hints)
    }

    /// The only part, if it is a text.
    private var word: String? { if case .text(let text) = query { text } else { nil } }

    private func sentence(_ reports: [String]) -> String {
        let scope =
            (reportName.map { " in the report '\($0.printable)'" } ?? "")
            + (context.map { " in the context '\($0.name.printable)'" } ?? "")
        if let word, parts.count == 1 {
            let meant = Self.report(meantBy: word, reports).map { "; the report is '\($0)'" } ?? ""
            return "no task\(scope) has '\(word.printable)' in it\(meant)"
        }
        if parts.isEmpty { return "no task is\(scope.isEmpty ? " left" : scope)" }
        return "no task\(scope) matches '\(parts.joined(separator: " ").printable)'"
    }

    /// The report whose name a word is, or nearly is.
    private static func report(meantBy word: String, _ reports: [String]) -> String? {
        reports.contains(word) ? word : similarNames(to: word.lowercased(), among: reports).first
    }

    // MARK: Hints

    /// The maximum number of names of one hint.
    private static let maximumNameCount = 5

    /// What is known of the tags, projects and categories that a query names.
    private static func hints(
        of query: Query, _ state: State, _ repository: Repository
    ) -> [String] {
        let tasks = state.tasks.filter { !$0.isInTrash }
        return query.conjuncts.compactMap { part in
            guard case .term(let term) = part, case .value(let name) = term.test else { return nil }
            switch term.key {
            case TaskField.tags.key:
                return hint("tag", name, among: Set(tasks.flatMap { $0.tags.map(\.description) }))
            case TaskField.project.key:
                let known = Set(tasks.compactMap { $0.project?.description })
                let written = ([name] + query.words).joined(separator: " ")
                if !query.words.isEmpty, known.contains(written) {
                    return "in quotes a value can have a space: 'project:\"\(written)\"'"
                }
                // The beginning of a project means it, too.
                return known.contains { $0.hasPrefix(name) }
                    ? nil : hint("project", name, among: known)
            case TaskField.category.key: return hint(ofCategory: name, repository)
            default: return nil
            }
        }
    }

    /// That a category does not exist; nil if it does.
    private static func hint(ofCategory name: String, _ repository: Repository) -> String? {
        guard let organisation = try? repository.family(Organisation.self) else { return nil }
        let known = Set(organisation.categories.map(\.name.description))
        let wanted = name.lowercased()
        guard !known.contains(where: { $0.lowercased() == wanted }) else { return nil }
        let similar = similarNames(to: name, among: known.sorted())
        return "there is no category '\(name)'"
            + offer(similar + known.filter { $0.lowercased().containsText(wanted) })
    }

    private static func hint(_ kind: String, _ name: String, among known: Set<String>) -> String? {
        guard !known.contains(name) else { return nil }
        let similar =
            similarNames(to: name, among: known.sorted())
            + known.filter { $0.lowercased() == name.lowercased() }
        return "no task has the \(kind) '\(name)'" + offer(similar)
    }

    /// The end of a hint: the names that were probably meant; empty for none.
    private static func offer(_ similar: [String]) -> String {
        let names = Array(Set(similar)).sorted().prefix(maximumNameCount).map { "'\($0)'" }
        return names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))"
    }

    /// The number of tasks that are left out because they are done, put away or hidden.
    private func hint(
        ofHidden state: State, _ context: borrowing CommandContext, _ repository: Repository
    ) -> String? {
        guard let visible, visible != .everything, let now = try? context.now() else { return nil }
        let asked = Query.joining([query, self.context?.query ?? .everything])
        guard
            let organisation = try? repository.organisationFacts(
                at: now, withComments: asked.readsTexts),
            let queryFacts = try? context.facts(for: asked, repository),
            let compiled = try? asked.compiled(
                repository.store.configuration.taskFields, now: now, facts: queryFacts)
        else { return nil }
        let facts = StateFacts(state, at: now, organisation)
        let count = state.tasks.count {
            !$0.isInTrash && compiled.includes($0, facts.facts(of: $0))
        }
        guard count > 0 else { return nil }
        let verb =
            count == 1
            ? "is done, archived or hidden until later and matches"
            : "are done, archived or hidden until later and match"
        return "\(counted(count, "task")) \(verb): --all shows them"
    }
}

extension Query {
    /// The texts that a task must have.
    fileprivate var words: [String] {
        conjuncts.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}
