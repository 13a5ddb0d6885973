import RedoJSON
import RedoModel
import RedoSystem

/// The compiler of one term into a predicate.
struct TermCompiler {
    let term: QueryTerm
    let environment: QueryEnvironment

    init(_ term: QueryTerm, _ environment: QueryEnvironment) {
        self.term = term
        self.environment = environment
    }

    func predicate() throws(QueryError) -> CompiledQuery.Predicate {
        if let field = environment.customField(term) { return try predicate(of: field) }
        if let key = QueryKey(rawValue: term.key) { return try predicate(of: key) }
        if let field = environment.fields.field(key: term.key), field.uses.contains(.query) {
            return try predicate(of: field)
        }
        let possible = QueryKeyName.candidates(term.key)
        throw QueryError(
            possible.isEmpty
                ? "unknown query key '\(term.key)'"
                : "the key '\(term.key)' could be \(possible.joined(separator: " or "))",
            at: term.range.bytes, name: term.key, among: possible.isEmpty ? environment.keys : [],
            hint: "in quotes it is a text: \"\(term.key):…\"")
    }

    // MARK: Keys

    private func predicate(of key: QueryKey) throws(QueryError) -> CompiledQuery.Predicate {
        let now = environment.now
        switch key {
        case .id:
            let beginning = try word().lowercased()
            return { task, _ in task.id.description.hasPrefix(beginning) }
        case .text:
            if let expression = try expression() {
                return { task, facts in task.hasText(facts, where: expression.matches) }
            }
            let pattern = try pattern()
            return { task, facts in task.hasText(pattern, facts) }
        case .status:
            if term.test == .present { return { _, _ in true } }
            let status = try choice(QueryStatus.allCases)
            return { task, facts in status.includes(task, facts) }
        case .mark:
            if case .value(let name) = term.test, let status = QueryStatus(rawValue: name) {
                return { task, facts in status.includes(task, facts) }
            }
            let names = QueryStatus.allCases.map(\.rawValue) + QueryMark.allCases.map(\.rawValue)
            let mark = try choice(QueryMark.allCases, names: names)
            return { task, facts in mark.includes(task, facts, at: now) }
        case .presence: return try presence()
        case .due: return try dates(isPast: false) { $0.due }
        case .created: return try dates(isPast: true) { $0.creation }
        case .updated: return try dates(isPast: true) { $0.lastUpdated }
        case .completed: return try dates(isPast: true, \.lastCompletion)
        case .comments:
            let test = try numbers { Double($0) }
            return { _, facts in test.includes(Double(facts.commentCount)) }
        case .owner, .sharedWith: return try sharing(key)
        case .claimed: return try holder()
        }
    }

    /// Tests the owner of a task, or with whom it is shared.
    private func sharing(_ key: QueryKey) throws(QueryError) -> CompiledQuery.Predicate {
        let facts: SharingFacts
        var isNameRequired = true
        switch environment.sharing {
        case .known(let known): facts = known
        case .renewed(let renewed): (facts, isNameRequired) = (renewed, false)
        case .unasked: return { _, _ in false }
        }
        if key == .sharedWith {
            switch term.test {
            case .absent: return { task, _ in facts.grantees(of: task.id).isEmpty }
            case .present: return { task, _ in !facts.grantees(of: task.id).isEmpty }
            default: break
            }
        }
        let name = try word()
        let wanted = facts.principals(named: name)
        guard !wanted.isEmpty || !isNameRequired else {
            throw QueryError(
                "there is no person '\(name)'", at: term.range.bytes,
                hint: "a person is named by name, a key by four digits or more of its userId")
        }
        if key == .owner { return { task, _ in facts.isOwned(task, by: wanted) } }
        return { task, _ in !facts.grantees(of: task.id).isDisjoint(with: wanted) }
    }

    /// Tests who holds the claim of a task: a person or key, or who has the name in the claim itself.
    private func holder() throws(QueryError) -> CompiledQuery.Predicate {
        switch term.test {
        case .absent: return { _, facts in facts.claim == nil }
        case .present: return { _, facts in facts.claim != nil }
        default: break
        }
        let name = try word()
        guard let facts = environment.sharing.facts else { return { _, _ in false } }
        let wanted = facts.principals(named: name)
        let folded = FoldedText(name).bytes
        return { _, taskFacts in
            guard let claim = taskFacts.claim else { return false }
            return wanted.contains(facts.principal(of: UserID(claim.key)))
                || claim.name.map { FoldedText($0.utf8).bytes == folded } ?? false
        }
    }

    private func presence() throws(QueryError) -> CompiledQuery.Predicate {
        let name = try word()
        switch name {
        case QueryKey.due.rawValue: return { task, _ in task.due != nil }
        case QueryKey.completed.rawValue: return { task, _ in task.lastCompletion != nil }
        case QueryKey.comments.rawValue: return { _, facts in facts.commentCount > 0 }
        case "notes": return { task, _ in task.todos.contains { !$0.notes.isEmpty } }
        default: break
        }
        let fields = environment.fields.fields(usedAs: .query)
        guard let field = fields.first(where: { $0.key == name || $0.column == name }) else {
            throw QueryError(
                "tasks have no '\(name)'", at: term.range.bytes, name: name,
                among: ["due", "completed", "comments", "notes"] + fields.map(\.key))
        }
        return { task, _ in field.isPresent(in: task) }
    }

    // MARK: Fields

    private func predicate(of field: TaskField) throws(QueryError) -> CompiledQuery.Predicate {
        switch term.test {
        // A parent that does not exist counts as absent, and so does one of a circle.
        case .absent where field == .parent: return { _, facts in !facts.marks.contains(.part) }
        case .present where field == .parent: return { _, facts in facts.marks.contains(.part) }
        case .absent: return { task, _ in !field.isPresent(in: task) }
        case .present: return { task, _ in field.isPresent(in: task) }
        case .value, .range, .comparison, .exact, .expression: break
        }
        switch field.form {
        case .date: return try dates(isPast: field == .trashedAt) { $0.date(field) }
        case .number:
            let test = try numbers(field == .priority ? Self.priority : Self.number)
            return { task, _ in
                guard case .number(let number)? = field.value(of: task) else { return false }
                return test.includes(number)
            }
        case .duration:
            let test = try numbers { Minutes.read($0).map(Double.init) }
            return { task, _ in
                guard case .minutes(let minutes)? = field.value(of: task) else { return false }
                return test.includes(minutes)
            }
        case .text: return try predicate(ofTextIn: field)
        case .choice(let words):
            let word = CanonicalText(try choice(among: words))
            return { task, _ in
                guard case .text(let text)? = field.value(of: task) else { return false }
                return word.equals(text)
            }
        case .boolean:
            let value = ["yes", "true"].contains(try choice(among: ["yes", "no", "true", "false"]))
            return { task, _ in field.value(of: task) == .boolean(value) }
        case .tasks, .task: return try predicate(ofTasksIn: field)
        case .path, .strings, .uuid: return try predicate(ofNamesIn: field)
        }
    }

    private func predicate(
        ofTextIn field: TaskField
    ) throws(QueryError) -> CompiledQuery.Predicate {
        let includes: @Sendable (JSONString) -> Bool
        if let expression = try expression() {
            includes = { expression.matches($0) }
        } else {
            let pattern = try pattern()
            let isWhole = term.isExact
            includes = { text in
                let folded = FoldedText(text.utf8)
                return isWhole
                    ? folded.bytes == pattern.bytes : folded.firstMatch(of: pattern) != nil
            }
        }
        return { task, _ in
            guard case .text(let text)? = field.value(of: task) else { return false }
            return includes(text)
        }
    }

    /// Tests a project: the named one and those under it. If no task has that, those whose names begin so.
    private func predicate(
        of name: CanonicalText, in field: TaskField
    ) -> CompiledQuery.Predicate {
        let includes: @Sendable (JSONString) -> Bool
        if term.isExact {
            includes = { name.equals($0) }
        } else if field == .project, let projects = environment.projects, !projects.has(name) {
            includes = { name.isBeginning(of: $0) }
        } else {
            includes = { name.contains(path: $0) }
        }
        return { task, _ in
            guard case .path(let path)? = field.value(of: task) else { return false }
            return includes(path)
        }
    }

    private func predicate(
        ofNamesIn field: TaskField
    ) throws(QueryError) -> CompiledQuery.Predicate {
        let text = try word()
        switch field.form {
        case .path: return predicate(of: CanonicalText(text), in: field)
        case .strings:
            let name = CanonicalText(text)
            return { task, _ in
                guard case .strings(let strings)? = field.value(of: task) else { return false }
                return strings.contains { name.equals($0) }
            }
        default:
            let folded = FoldedText(OrganisationFacts.pathName(JSONString(text)).utf8).bytes
            let beginning = text.lowercased()
            return { task, facts in
                if facts.categoryPath.contains(where: { FoldedText($0.utf8).bytes == folded }) {
                    return true
                }
                guard beginning.utf8.count >= 4, case .uuid(let id)? = field.value(of: task) else {
                    return false
                }
                return id.text.hasPrefix(beginning)
            }
        }
    }

    /// Tests the tasks that a field names: those that a name can mean, and those whose ids begin with it.
    private func predicate(
        ofTasksIn field: TaskField
    ) throws(QueryError) -> CompiledQuery.Predicate {
        let name = try word()
        let beginning = name.lowercased()
        let meant: Set<TaskID>
        switch environment.sharing {
        case .known(let facts):
            meant = facts.tasks[name] ?? []
            guard !meant.isEmpty else {
                throw QueryError(
                    "there is no task '\(name)'", at: term.range.bytes,
                    hint: "a task is named by its title, or by the beginning of its id")
            }
        case .renewed(let facts): meant = facts.tasks[name] ?? []
        case .unasked: meant = []
        }
        @Sendable func includes(_ id: TaskID) -> Bool {
            meant.contains(id) || meant.isEmpty && id.description.hasPrefix(beginning)
        }
        return { task, facts in
            switch field.value(of: task) {
            case .tasks(let tasks)?: tasks.contains(where: includes)
            case .task(let other)?:
                includes(other) && (field != .parent || facts.marks.contains(.part))
            default: false
            }
        }
    }

    // MARK: Values

    /// The value of a term that accepts a single one.
    private func word() throws(QueryError) -> String {
        switch term.test {
        case .value(let text) where !text.isEmpty || allowsEmpty: return text
        case .exact(let text): return text
        default: throw QueryError("\(term.key): takes one value", at: term.range.bytes)
        }
    }

    /// The regular expression of a term; nil for a term of another form.
    private func expression() throws(QueryError) -> QueryExpression? {
        guard case .expression(let pattern) = term.test else { return nil }
        do throws(RegularExpression.ParseError) {
            return try QueryExpression(pattern)
        } catch {
            throw QueryError(
                "'\(pattern)' is not a regular expression: \(error.reason)", at: term.range.bytes)
        }
    }

    private func pattern() throws(QueryError) -> FoldedText {
        let pattern = FoldedText(pattern: try word())
        guard !pattern.bytes.isEmpty else {
            throw QueryError("an empty text is in every task", at: term.range.bytes)
        }
        return pattern
    }

    /// True if the empty text is a valid value: other programs write empty tags.
    private var allowsEmpty: Bool { environment.fields.field(key: term.key)?.form == .strings }

    private func choice<Value: RawRepresentable<String>>(
        _ values: [Value], names: [String]? = nil
    ) throws(QueryError) -> Value {
        let name = try word()
        if let value = values.first(where: { $0.rawValue == name }) { return value }
        throw notAValue(name, among: names ?? values.map(\.rawValue))
    }

    private func notAValue(_ name: String, among words: [String]) -> QueryError {
        QueryError(
            "'\(name)' is not a value of \(term.key)", at: term.range.bytes, name: name,
            among: words)
    }

    private func choice(among words: [String]) throws(QueryError) -> String {
        let name = try word()
        guard words.contains(name) else { throw notAValue(name, among: words) }
        return name
    }

    private static func number(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func priority(_ text: String) -> Double? {
        switch text {
        case "critical": 5
        case "high": 4
        case "medium": 3
        case "low": 1
        default: number(text)
        }
    }

    private func numbers(
        _ read: (String) -> Double?
    ) throws(QueryError) -> OrderedTest<Double> {
        let range = term.range.bytes
        return try OrderedTest(term) { (text) throws(QueryError) in
            guard let number = read(text) else {
                throw QueryError("\(term.key): does not take '\(text)'", at: range)
            }
            return number...number
        }
    }

    private func dates(
        isPast: Bool, _ date: @escaping @Sendable (TaskState) -> Instant?
    ) throws(QueryError) -> CompiledQuery.Predicate {
        switch term.test {
        case .absent: return { task, _ in date(task) == nil }
        case .present: return { task, _ in date(task) != nil }
        case .value, .range, .comparison, .exact, .expression: break
        }
        let range = term.range.bytes
        let test = try OrderedTest(term) { (text) throws(QueryError) in
            do throws(QueryEnvironment.DateError) {
                return try environment.date(text, isPast)
            } catch {
                throw QueryError(error.reason, at: range, hint: error.hint)
            }
        }
        return { task, _ in date(task).map(test.includes) ?? false }
    }
}

/// The test of an ordered value by a range or a comparison.
private struct OrderedTest<Value: Comparable & Sendable>: Sendable {
    private var low: Value?
    private var high: Value?
    private var isLowExcluded = false
    private var isHighExcluded = false

    /// - Parameter read: returns the first and the last value that a text means.
    init(
        _ term: QueryTerm, _ read: (String) throws(QueryError) -> ClosedRange<Value>
    ) throws(QueryError) {
        switch term.test {
        case .absent, .present, .expression:
            throw QueryError("\(term.key): takes a value or a range", at: term.range.bytes)
        case .value(let text), .exact(let text):
            let value = try read(text)
            (low, high) = (value.lowerBound, value.upperBound)
        case .range(let first, let last):
            if let first { low = try read(first).lowerBound }
            if let last { high = try read(last).upperBound }
            if let low, let high, low > high {
                throw QueryError("the range ends before it begins", at: term.range.bytes)
            }
        case .comparison(let comparison, let text):
            let value = try read(text)
            switch comparison {
            case .less: (high, isHighExcluded) = (value.lowerBound, true)
            case .atMost: high = value.upperBound
            case .greater: (low, isLowExcluded) = (value.upperBound, true)
            case .atLeast: low = value.lowerBound
            }
        }
    }

    func includes(_ value: Value) -> Bool {
        if let low, isLowExcluded ? value <= low : value < low { return false }
        if let high, isHighExcluded ? value >= high : value > high { return false }
        return true
    }
}

extension TaskField {
    /// True if a task has a value in the form of the field, other than one that means nothing.
    func isPresent(in task: TaskState) -> Bool {
        switch value(of: task) {
        case nil: false
        case .text(let text): !text.isEmpty
        case .strings(let strings): !strings.isEmpty
        case .tasks(let tasks): !tasks.isEmpty
        case .boolean(let value): self != .isPrivate || value
        case .number(let number): self != .every || number > 0
        case .date, .minutes, .path, .task, .uuid: true
        }
    }
}

extension TaskState {
    /// The moment of the last completion that counts, of the task or of a to-do.
    package var lastCompletion: Instant? {
        let todos = self.todos.filter { !$0.isSuperseded }.compactMap(\.completed)
        return ((completedAt.map { [$0] } ?? []) + todos)
            .compactMap(\.instant).max()
    }
}
