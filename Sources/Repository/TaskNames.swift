import RedoModel
import RedoSystem

/// What tasks can be called: by the beginning of their ids, or by a part of their titles.
package struct TaskNames {
    package typealias Tasks = () throws(RedoError) -> [TaskState]

    /// Some can be here twice.
    private let ids: [TaskID]
    private let tasks: AskedOnce
    private let deletedTasks: Tasks
    private let describe: Repository.TaskDescriber?

    private static let smallestPrefix = 2

    /// - Parameters:
    ///   - tasks: those of the state; only what is not an id asks for them.
    ///   - deletedTasks: deleted ones as they were; only what can be nothing else asks for them.
    ///   - describe: nil for ids alone.
    package init(
        _ ids: some Sequence<TaskID>, _ describe: Repository.TaskDescriber?, tasks: @escaping Tasks,
        deletedTasks: @escaping Tasks = { () throws(RedoError) in [] }
    ) {
        self.ids = Array(ids)
        self.describe = describe
        self.tasks = AskedOnce(tasks)
        self.deletedTasks = deletedTasks
    }

    /// The names of the tasks of a store that are not deleted.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package init(_ repository: Repository) throws(RedoError) {
        let tasks = try repository.tasks()
        self.init(tasks.ids, repository.options.describe) { tasks.state.tasks }
    }

    /// The task that a name means.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func id(
        named name: String, about aspect: TaskAspect = .any
    ) throws(RedoError) -> TaskID {
        try match(name, about: aspect).one(named: name, orElse: UnclearName.task)
    }

    /// The task that the beginning of its id, its title, or a part of its title names.
    ///
    /// A whole title counts before a part of another one, and of several tasks the one with which the
    /// command has something to do.
    package func match(
        _ name: String, about aspect: TaskAspect = .any
    ) throws(RedoError) -> NameMatch<TaskID> {
        guard !name.isEmpty else { return .none }
        let byID = ids(withPrefix: name)
        if byID.count == 1, !Self.looksLikeTitle(name) { return .one(byID[0]) }
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

    /// What is meant by the beginning of ids that is also the title of a task.
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
        describe?(tasks, ids, Set(living.map(\.id)))
            ?? tasks.map { "\($0.id)  \($0.title.printable)" }
    }

    /// Whether people could mean a title with the beginning of an id: 'dead', '2026' or 'b1'. Others need no titles.
    private static func looksLikeTitle(_ prefix: String) -> Bool {
        let digitCount = prefix.utf8.count { (0x30...0x39).contains($0) }
        let isLikeThoseShown = prefix.utf8.count >= 4
        return !isLikeThoseShown || digitCount == 0 || digitCount == prefix.utf8.count
    }

    /// The ids that start so, sorted.
    private func ids(withPrefix prefix: String) -> [TaskID] {
        guard prefix.utf8.count >= Self.smallestPrefix, let range = TaskID.range(ofPrefix: prefix)
        else { return [] }
        return Set(ids.filter(range.contains)).sorted()
    }
}

/// Tasks that are asked for when the first name needs them, and kept for further names.
private final class AskedOnce {
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

/// Tasks with their titles in small letters, which many names can be compared with.
private final class TitledTasks {
    let tasks: [TaskState]
    private let titles: [String]
    /// The tasks of each title. For a single name a walk over all titles is faster.
    private lazy var places: [String: [Int]] = {
        var places: [String: [Int]] = [:]
        for (place, title) in titles.enumerated() { places[title, default: []].append(place) }
        return places
    }()
    private var isAskedAgain = false

    /// - Complexity: O(n) for titles of n bytes.
    init(_ tasks: [TaskState]) {
        self.tasks = tasks
        titles = tasks.map { $0.title.description.lowercased() }
    }

    /// The tasks whose titles a text in small letters is.
    func exact(_ title: String) -> [TaskState] {
        defer { isAskedAgain = true }
        if isAskedAgain { return (places[title] ?? []).map { tasks[$0] } }
        return titles.indices.filter { titles[$0] == title }.map { tasks[$0] }
    }

    /// The tasks whose titles a text in small letters is, or else those of whose titles it is a part.
    func best(_ title: String) -> [TaskState] {
        let exact = exact(title)
        if !exact.isEmpty { return exact }
        return titles.indices.filter { titles[$0].containsText(title) }.map { tasks[$0] }
    }
}
