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

    /// What rooms need of the user, also later.
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
    func lines(of rows: ArraySlice<RankedTask>, width: Int) -> [UInt8] {
        let context = CommandContext(suite: suite, in: surroundings)
        var table = table
        table.width = width
        return table.bytes(of: Array(rows), context: context)
    }

    /// The projects and categories of open tasks, with how many they are.
    func groups() -> [(title: String, query: String, count: Int)] {
        var projects: [String: Int] = [:]
        var categories: [String: Int] = [:]
        for task in tasks.state.tasks
        where task.isOpen && !task.isHidden(at: table.moment) {
            if let project = task.project { projects[project.description, default: 0] += 1 }
            if let name = table.facts.facts(of: task).categoryPath.last {
                categories[name.description, default: 0] += 1
            }
        }
        func rows(_ counts: [String: Int], _ key: String) -> [(String, String, Int)] {
            counts.sorted { $0.key < $1.key }.map { name, count in
                ("\(key): \(name.printable)", "\(key):\"\(name)\"", count)
            }
        }
        return rows(projects, "project") + rows(categories, "category")
    }
}
