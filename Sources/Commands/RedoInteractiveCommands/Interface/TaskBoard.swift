import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The tasks of a store in memory, which pages show.
struct TaskBoard {
    private let suite: CommandSuite
    private let surroundings: Surroundings
    private(set) var repository: Repository
    private(set) var tasks: CachedTasks
    private(set) var table: TaskTable
    /// The state of the store before the reading.
    private let fingerprint: Digest

    /// From this many columns beside them on projects have a column in lists.
    private static let columnsBesideProjects = 60

    /// - Parameter surroundings: of which colours and variables are.
    /// - Throws: ``RedoError`` if there is no store, or it cannot be read.
    init(_ suite: CommandSuite, _ surroundings: Surroundings) throws(RedoError) {
        let context = CommandContext(suite: suite, in: surroundings)
        self.suite = suite
        self.surroundings = surroundings
        repository = try context.openRepository()
        fingerprint = try repository.store.fingerprint()
        tasks = try repository.tasks()
        table = try TaskTable(context, repository.store)
        table.take(
            tasks.state, try repository.organisationFacts(at: table.moment, withComments: true))
        table.knownIDs = tasks.ids
    }

    /// Counts as of now what depends on the time: marks, ranks and words.
    ///
    /// - Throws: wrong usage for a configured rank that does not exist.
    /// - Complexity: O(t) for t tasks.
    mutating func advance(to now: Instant) throws(RedoError) {
        let context = CommandContext(suite: suite, in: surroundings)
        var table = try TaskTable(context, repository.store, at: now)
        table.take(tasks.state, self.table.facts.organisation)
        table.knownIDs = tasks.ids
        self.table = table
    }

    /// The next moment at which something about the tasks changes by time alone.
    var nextChange: Instant {
        ScreenClock.nextChange(
            of: tasks.state.tasks, claims: table.facts.organisation.claims.values,
            after: table.moment)
    }

    /// The current time.
    var now: Instant {
        (try? CommandContext(suite: suite, in: surroundings).now()) ?? table.moment
    }

    /// The needs of rooms that concern the user, including future ones.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    func roomNeeds(at now: Instant) throws(RedoError) -> [RoomNeed] {
        try CommandContext(suite: suite, in: surroundings).roomNeeds(repository, at: now)
    }

    /// The author of this device; nil without a key.
    var ownAuthor: Author? {
        try? CommandContext(suite: suite, in: surroundings).keyring()
            .author(for: repository.store)
    }

    /// True if the store has what was read; false also if it cannot be listed.
    var isCurrent: Bool { (try? repository.store.fingerprint()) == fingerprint }

    /// The tasks that a query includes, the most urgent first; without a query those that `redo list` shows.
    ///
    /// - Throws: wrong usage for a query that means nothing.
    /// - Complexity: O(t log t) for t tasks.
    func rows(_ text: String) throws(RedoError) -> [RankedTask] {
        let context = CommandContext(suite: suite, in: surroundings)
        // The table is advanced when a task changes; a query can name any moment.
        let now = max(try context.now(), table.moment)
        let asked = try Query(written: text)
        try asked.check(from: text, table.fields, now: now)
        let query = try Query.joining([ListFilter.visible(isAll: false, asked), asked]).compiled(
            table.fields, now: now, facts: try context.facts(for: asked, repository))
        let facts = table.facts
        return table.nested(
            table.ranked(tasks.state) { query.includes($0, facts.facts(of: $0)) })
    }

    /// A heading and a line for each of some rows.
    ///
    /// - Parameter projectWidth: the columns of the widest project of the list; 0 if no task has one.
    func lines(
        of rows: ArraySlice<RankedTask>, width: Int, projectWidth: Int
    ) -> [UInt8] {
        let context = CommandContext(suite: suite, in: surroundings)
        var table = table
        table.width = width
        // A title says more than a project.
        if projectWidth > 0, width - projectWidth >= Self.columnsBesideProjects {
            table.columns.insert(.field(.project), at: table.columns.count - 1)
        }
        return table.bytes(of: Array(rows), context: context)
    }

    /// The names that a change can choose from: those that there are.
    func names(for change: Prompt.Change) -> [String] {
        switch change {
        case .project: Set(tasks.state.tasks.compactMap { $0.project?.description }).sorted()
        case .category:
            ((try? repository.family(Organisation.self))?.categories ?? [])
                .map(\.name.description).sorted()
        case .snooze, .comment, .priority: []
        }
    }

    /// The projects of open tasks, with how many they are.
    func projects() -> [(title: String, query: String, count: Int)] {
        var projects: [String: Int] = [:]
        for task in tasks.state.tasks
        where task.isOpen && !task.isHidden(at: table.moment) {
            if let project = task.project { projects[project.description, default: 0] += 1 }
        }
        return projects.sorted { $0.key < $1.key }.map { name, count in
            (name.printable, "project:\"\(name)\"", count)
        }
    }
}
