import RedoModel
import RedoSystem

/// The names of tasks: the beginning of an id, or a part of a title.
package struct TaskNames {
    package typealias Tasks = () throws(RedoError) -> [TaskState]

    /// May contain duplicates.
    private let ids: [TaskID]
    private let tasks: ComputedOnce
    private let deletedTasks: Tasks
    private let rule: NameRule

    private static let smallestPrefix = 2

    /// - Parameters:
    ///   - tasks: those of the state; called only for a name that is not an id.
    ///   - deletedTasks: deleted ones in their last state; called only for a name without any other meaning.
    package init(
        _ ids: some Sequence<TaskID>, _ rule: NameRule, tasks: @escaping Tasks,
        deletedTasks: @escaping Tasks = { () throws(RedoError) in [] }
    ) {
        self.ids = Array(ids)
        self.rule = rule
        self.tasks = ComputedOnce(tasks)
        self.deletedTasks = deletedTasks
    }

    /// The names of the tasks of a store that are not deleted.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package init(_ repository: Repository) throws(RedoError) {
        let tasks = try repository.tasks()
        self.init(tasks.ids, repository.options.nameRule) { tasks.state.tasks }
    }

    /// The task that a name means.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func id(
        named name: String, about aspect: TaskAspect = .any
    ) throws(RedoError) -> TaskID {
        try match(name, about: aspect).one(named: name, orElse: UnclearName.task)
    }

    /// The task that a name means: the beginning of its id, its title, or a part of its title.
    ///
    /// A whole title counts before a part of another one, and of several tasks those that the command applies to.
    package func match(
        _ name: String, about aspect: TaskAspect = .any
    ) throws(RedoError) -> NameMatch<TaskID> {
        guard !name.isEmpty else { return .none }
        try rule.checkTask(name)
        let byID = ids(withPrefix: name)
        if byID.count == 1, !Self.canBeTitle(name) { return .one(byID[0]) }
        let titled = try tasks()
        let living = titled.tasks
        if !byID.isEmpty { return match(name, byID, titled) }
        let title = name.lowercased()
        let found = titled.best(title)
        let fitting = found.filter(aspect.includes)
        if !fitting.isEmpty { return match(name, fitting, living) }
        let former = TitledTasks(try deletedTasks()).best(title)
        return match(name, former.isEmpty ? found : former, living)
    }

    /// All tasks that a name can mean, as for a query, which changes nothing: those whose ids begin with it, and those
    /// with the title, or a part of it.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func all(named name: String) throws(RedoError) -> Set<TaskID> {
        if name.isEmpty { return [] }
        let byID = ids(withPrefix: name)
        if byID.count == 1, !Self.canBeTitle(name) { return Set(byID) }
        return Set(byID + (try tasks().best(name.lowercased()).map(\.id)))
    }

    /// The meaning of the beginning of ids that is also the title of a task.
    private func match(
        _ name: String, _ byID: [TaskID], _ tasks: TitledTasks
    ) -> NameMatch<TaskID> {
        let living = tasks.tasks
        let titled = tasks.exact(name.lowercased()).filter { !byID.contains($0.id) }
        if byID.count == 1, titled.isEmpty { return .one(byID[0]) }
        if byID.count > 1, titled.count == 1 { return .one(titled[0].id) }
        let known = Set(living.map(\.id))
        let deleted = byID.filter { !known.contains($0) }.map { "\($0) (deleted)" }
        let named = living.filter { byID.contains($0.id) } + titled
        return .several(name, lines(of: named, living) + deleted)
    }

    private func match(
        _ name: String, _ tasks: [TaskState], _ living: [TaskState]
    ) -> NameMatch<TaskID> {
        switch tasks.count {
        case 0: .none
        case 1: .one(tasks[0].id)
        default: .several(name, lines(of: tasks, living))
        }
    }

    private func lines(of tasks: [TaskState], _ living: [TaskState]) -> [String] {
        rule.describe?(tasks, ids, Set(living.map(\.id)))
            ?? tasks.map { "\($0.id)  \($0.title.printable)" }
    }

    /// Whether users could mean a title by the beginning of an id: 'dead', '2026' or 'b1'. For others titles are not
    /// read.
    private static func canBeTitle(_ prefix: String) -> Bool {
        let digitCount = prefix.utf8.count { (0x30...0x39).contains($0) }
        let isLikeThoseShown = prefix.utf8.count >= 4
        return !isLikeThoseShown || digitCount == 0 || digitCount == prefix.utf8.count
    }

    /// The ids with a prefix, sorted.
    private func ids(withPrefix prefix: String) -> [TaskID] {
        guard prefix.utf8.count >= Self.smallestPrefix, let range = TaskID.range(ofPrefix: prefix)
        else { return [] }
        return Set(ids.filter(range.contains)).sorted()
    }
}

/// Tasks that are computed when the first name needs them, and kept for further names.
private final class ComputedOnce {
    private let ask: TaskNames.Tasks
    private var tasks: TitledTasks?

    init(_ ask: @escaping TaskNames.Tasks) { self.ask = ask }

    func callAsFunction() throws(RedoError) -> TitledTasks {
        if let tasks { return tasks }
        let tasks = TitledTasks(try ask())
        self.tasks = tasks
        return tasks
    }
}

/// Tasks with their titles in lower case, for comparing many names with them.
private final class TitledTasks {
    let tasks: [TaskState]
    private let titles: [String]
    /// The tasks of each title, by index. For a single name a linear search is faster.
    private lazy var indicesByTitle: [String: [Int]] = {
        var indicesByTitle: [String: [Int]] = [:]
        for (index, title) in titles.enumerated() {
            indicesByTitle[title, default: []].append(index)
        }
        return indicesByTitle
    }()
    private var isFurtherName = false

    /// - Complexity: O(n) for titles of n bytes.
    init(_ tasks: [TaskState]) {
        self.tasks = tasks
        titles = tasks.map { $0.title.description.lowercased() }
    }

    /// The tasks whose title equals a lower-case text.
    func exact(_ title: String) -> [TaskState] {
        defer { isFurtherName = true }
        if isFurtherName { return (indicesByTitle[title] ?? []).map { tasks[$0] } }
        return titles.indices.filter { titles[$0] == title }.map { tasks[$0] }
    }

    /// The tasks whose title equals a lower-case text, or else those whose titles contain it.
    func best(_ title: String) -> [TaskState] {
        let exact = exact(title)
        if !exact.isEmpty { return exact }
        return titles.indices.filter { titles[$0].containsText(title) }.map { tasks[$0] }
    }
}
