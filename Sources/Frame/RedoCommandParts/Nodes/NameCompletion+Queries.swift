import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The completions of parts of queries, and of the words of a new task.
extension NameCompletion {
    /// The candidates of what follows a part of the beginning, each with that part before it.
    private func candidates(
        after prefix: String,
        _ candidates: (NameCompletion) throws(RedoError) -> [Candidate]
    ) throws(RedoError) -> [Candidate] {
        let rest = NameCompletion(beginning: String(beginning.dropFirst(prefix.count)))
        return try candidates(rest).map {
            Candidate(name: prefix + $0.name, description: $0.description)
        }
    }

    private func words(_ words: [String], _ description: String = "") -> [Candidate] {
        words.filter { $0.hasPrefix(beginning) }
            .map { Candidate(name: $0, description: description) }
    }

    // MARK: Tags and projects

    /// The tags or projects of tasks that are not done, the last of several with commas between them.
    func groups(
        _ kind: TaskGroup.Kind, _ context: borrowing CommandContext
    ) throws(RedoError) -> [Candidate] {
        let last = beginning.lastIndex(of: ",").map { String(beginning[...$0]) } ?? ""
        let now = try context.now()
        let groups = try context.openRepository().withListedTasks(areOpen: true) {
            tasks throws(TaskDamage) in
            TaskGroup.all(kind, of: try tasks.state().tasks, at: now)
        }
        return try candidates(after: kind == .tag ? last : "") { rest in
            groups.lazy.filter { $0.name.hasPrefix(rest.beginning) && $0.open + $0.hidden > 0 }
                .prefix(Self.maximumCount)
                .map { Candidate(name: $0.name, description: counted($0.open, "open task")) }
        }
    }

    // MARK: Orders and dates

    func sortKeys(_ fields: TaskFieldCatalog) throws(RedoError) -> [Candidate] {
        let end = beginning.lastIndex { $0 == "," || $0 == "-" }
        let prefix = end.map { String(beginning[...$0]) } ?? ""
        return try candidates(after: prefix) { $0.words(SortKey.names(fields)) }
    }

    /// Dates in words.
    static let dates = [
        "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday", "eow", "eom", "eoy", "next week", "none",
    ]

    func dates() -> [Candidate] { words(Self.dates) }

    // MARK: Queries

    /// The part of a query at the end of a line: a sign with a tag, or a key and its value.
    ///
    /// - Parameter hasReports: whether it can be the name of a report.
    func queryParts(
        hasReports: Bool, _ context: borrowing CommandContext
    ) throws(RedoError) -> [Candidate] {
        let configuration = try context.openStore().configuration
        let fields = configuration.taskFields
        if let prefix = signs(["+", "#", "@"], afterMinus: true) {
            return try candidates(after: prefix) { (rest) throws(RedoError) in
                try rest.groups(.tag, context)
            }
        }
        guard let colon = beginning.firstIndex(of: ":") else {
            let minus = beginning.hasPrefix("-") ? "-" : ""
            let keys = try candidates(after: minus) { rest in
                rest.words(QueryKey.names(fields).sorted().map { "\($0):" })
            }
            return (hasReports ? reports(configuration) : []) + keys
        }
        let written = beginning[..<colon].drop { $0 == "-" }
        let name = String(written.prefix { $0 != "." })
        let key = QueryWords.key(named: name, fields) ?? name
        return try candidates(after: String(beginning[...colon])) { (rest) throws(RedoError) in
            try rest.values(of: key, fields, context)
        }
    }

    /// A sign at the beginning, with the minus sign before it.
    private func signs(_ signs: [String], afterMinus: Bool) -> String? {
        let minus = afterMinus && beginning.hasPrefix("-") ? "-" : ""
        return signs.map { minus + $0 }.first { beginning.hasPrefix($0) }
    }

    private func values(
        of key: String, _ fields: TaskFieldCatalog, _ context: borrowing CommandContext
    ) throws(RedoError) -> [Candidate] {
        let fixed = QueryWords.words(of: key, fields)
        if !fixed.isEmpty { return words(fixed) }
        if QueryWords.takesDate(key, fields) { return dates() }
        switch key {
        case TaskField.tags.key: return try groups(.tag, context)
        case TaskField.project.key: return try groups(.project, context)
        case TaskField.category.key: return try categories(context)
        case TaskField.dependsOn.key, "parent":
            return try tasks(try context.openRepository(), .open)
        case QueryKey.owner.rawValue, QueryKey.sharedWith.rawValue, QueryKey.claimed.rawValue:
            return words(["me"]) + (try persons(context))
        default: return []
        }
    }

    /// The end of the words of a new task: `+tag`, or an attribute with its value.
    func attributes(_ context: borrowing CommandContext) throws(RedoError) -> [Candidate] {
        let fields = try context.openStore().configuration.taskFields
        if let prefix = signs(["+", "@"], afterMinus: false) {
            return try candidates(after: prefix) { (rest) throws(RedoError) in
                try rest.groups(.tag, context)
            }
        }
        guard let colon = beginning.firstIndex(of: ":") else {
            // A word of a title is nothing that is offered.
            guard !beginning.isEmpty else { return [] }
            let names = ["due"] + fields.fields(usedAs: .option).map(\.key)
            return words(names.sorted().map { "\($0):" })
        }
        let name = String(beginning[..<colon])
        let key = QueryWords.key(named: name, fields) ?? name
        return try candidates(after: String(beginning[...colon])) { (rest) throws(RedoError) in
            try rest.values(of: key, fields, context)
        }
    }
}
