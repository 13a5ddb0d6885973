import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// What a command understood of the fields that it sets: `due Tue 18 Nov 09:00 (tomorrow), project Flat, +home`.
struct FieldEcho {
    private let repository: Repository
    private let catalog: TaskFieldCatalog
    private let names: NamesOnDemand
    /// The titles of tasks that are written with the others, and that the log does not have.
    private let titles: [TaskID: String]
    private let now: Instant
    private let dates: UnderstoodDate

    init(_ repository: Repository, now: Instant, titles: [TaskID: String] = [:]) {
        self.repository = repository
        catalog = repository.store.configuration.taskFields
        names = NamesOnDemand(repository)
        self.titles = titles
        self.now = now
        dates = UnderstoodDate(now: now)
    }

    /// A deadline that is set; nil for none.
    func due(_ deadline: Instant?) -> String {
        deadline.map { "due \(dates.text($0, endsDay: true))" } ?? "no deadline"
    }

    /// The fields of a new task, apart from its texts, which are as they were written.
    ///
    /// - Throws: ``RedoError`` if names of categories or tasks cannot be read.
    func text(of task: NewTask) throws(RedoError) -> String {
        var parts = task.due.map { [due($0)] } ?? []
        if let words = task.recurrenceWords { parts.append(words) }
        let members = task.fields.filter {
            $0.value != .null && $0.name != TaskField.title.name
                && $0.name != TaskField.description.name
        }
        parts += try self.parts(members, of: nil)
        return parts.joined(separator: ", ")
    }

    /// The fields that are set of a task, in the order of the table.
    ///
    /// - Parameters:
    ///   - recurrence: which of the fields say how often it comes again, and what they say.
    ///   - task: as it was; nil for a new one.
    /// - Throws: ``RedoError`` if names of categories or tasks cannot be read.
    func parts(
        _ members: [JSONMember], _ recurrence: RecurrenceChange? = nil, of task: TaskState?
    ) throws(RedoError) -> [String] {
        var parts: [String] = []
        let repeated = Set(recurrence?.fields.map(\.name) ?? [])
        if let recurrence, members.contains(where: { repeated.contains($0.name) }) {
            parts.append(recurrence.words ?? "once")
        }
        for field in catalog.fields {
            guard field != .every,
                let value = members.first(where: { $0.name == field.name })?.value
            else { continue }
            let echoed = try self.parts(field, value, of: task)
            // A change that has no words, of tags that are not texts, has a name.
            parts += echoed.isEmpty && task != nil ? [field.label.lowercased()] : echoed
        }
        if let value = members.first(where: { $0.name == TaskReminder.field })?.value {
            parts.append(reminders(value))
        }
        return parts
    }

    private func parts(
        _ field: TaskField, _ json: JSONValue, of task: TaskState?
    ) throws(RedoError) -> [String] {
        let label = field.label.lowercased()
        guard json != .null, let value = field.form.value(json) else {
            return [json == .null ? "no \(field.column)" : label]
        }
        switch value {
        case .text where field.origin == .version1: return [label]
        case .date(let instant):
            return ["\(label) \(dates.text(instant, endsDay: field.endsDay))"]
        case .boolean(let isTrue) where field == .isPrivate:
            return [isTrue ? "private" : "not private"]
        case .strings(let tags) where field == .tags:
            let known = task?.tags ?? []
            return tags.filter { !known.contains($0) }.map { "+\($0.printable)" }
                + known.filter { !tags.contains($0) }.map { "-\($0.printable)" }
        case .tasks(let ids):
            let known = task?.dependencies ?? []
            return try named(ids.filter { !known.contains($0) }, "after")
                + named(known.filter { !ids.contains($0) }, "no longer after")
        case .task(let id): return try named([id], label)
        case .uuid(let id) where field == .category:
            let categories = try names.categories()
            return ["\(label) \(categories[id].map { categories.path(of: $0) } ?? id.text)"]
        default:
            return ["\(label) \(field.text(of: value) ?? "")"]
        }
    }

    /// Tasks by their titles.
    private func named(_ ids: [TaskID], _ word: String) throws(RedoError) -> [String] {
        var parts: [String] = []
        for id in ids {
            let title =
                if let title = titles[id] { title } else {
                    try repository.tasks().state[id]?.title.description
                        ?? String(id.description.prefix(8))
                }
            parts.append("\(word) \(title.printable)")
        }
        return parts
    }

    private func reminders(_ json: JSONValue) -> String {
        guard case .array(let elements) = json else { return "reminders as configured" }
        let texts = elements.compactMap { $0.string.flatMap { TaskReminder($0.description) } }
            .map { $0.text(now: now) }
        return texts.isEmpty ? "no reminders" : "remind \(texts.joined(separator: " and "))"
    }
}
