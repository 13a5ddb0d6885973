import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The state of a store as a program needs it: how many tasks there are of each kind, and the first ones.
struct PrimeState {
    /// A group of tasks.
    enum Section: String, CaseIterable {
        /// Someone with the reader's key works on them or has claimed them.
        case mine
        case claimed, due, blocked, ready

        /// The maximum number of tasks that are listed.
        var limit: Int {
            switch self {
            case .due, .ready: 12
            case .mine, .claimed, .blocked: 8
            }
        }

        var heading: String {
            switch self {
            case .mine: "MINE: claimed by you, or being worked on"
            case .claimed: "CLAIMED by others: leave them alone"
            case .due: "DUE: overdue, or within seven days"
            case .blocked: "BLOCKED: they wait for other tasks"
            case .ready: "READY: the most urgent others that can be done now"
            }
        }
    }

    /// How many open tasks there are of a kind.
    struct Counts {
        var open = 0
        var ready = 0
        var overdue = 0
        var blocked = 0
        var hidden = 0
    }

    /// The number of all tasks, done ones too.
    let allCount: Int
    let counts: Counts
    /// The projects with the most open tasks, and how many each has.
    let projects: [(name: JSONString, openCount: Int)]
    let projectCount: Int
    /// The tasks of each section, the first ones first, and how many there are in all.
    let sections: [(section: Section, tasks: [TaskState], count: Int)]
    let table: TaskTable
    let authors: TextAuthors
    let own: UserID?
    let storePath: String

    private static let maximumProjectCount = 15
    private static let soon: Int64 = 7 * 86_400_000

    /// - Throws: ``RedoError`` if the log cannot be read.
    init(_ context: borrowing CommandContext) throws(RedoError) {
        let repository = try context.openRepository()
        let store = repository.store
        var table = try TaskTable(context, store)
        let now = table.moment
        let own = context.reader(of: repository)
        let organisation = try repository.organisationFacts(at: now)
        let read = try repository.withListedTasks(areOpen: true) { tasks throws(TaskDamage) in
            try table.take(tasks, organisation)
            return try Reading(tasks, table, own: own)
        }
        self.table = table
        self.own = own
        allCount = read.allCount
        counts = read.counts
        let projects = read.projects.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
        }
        projectCount = projects.count
        self.projects = projects.prefix(Self.maximumProjectCount).map { ($0.key, $0.value) }
        sections = read.sections
        authors = try TextAuthors(
            of: read.sections.flatMap { $0.tasks.map(\.id) }, repository, own: own)
        storePath = store.path
    }

    /// What a look at all open tasks finds. A task is named by its number among them.
    private struct Survey: Sendable {
        var counts = Counts()
        var projects: [JSONString: Int] = [:]
        /// The tasks of ``Section/due``.
        var due: [(moment: Instant, number: Int)] = []
        /// The tasks of ``Section/ready`` and ``Section/blocked``, as a list orders them.
        var ready: [RankKey] = []
        var blocked: [RankKey] = []

        mutating func add(_ task: TaskState, _ number: Int, _ table: TaskTable) {
            let facts = table.facts
            let its = facts.facts(of: task)
            if its.isBlocked { blocked.append(table.key(of: task, number)) }
            guard its.isShown else {
                counts.hidden += 1
                return
            }
            counts.open += 1
            if let project = task.project { projects[project, default: 0] += 1 }
            if let moment = task.due,
                moment.milliseconds <= facts.now.milliseconds + PrimeState.soon
            {
                due.append((moment, number))
                if moment < facts.now { counts.overdue += 1 }
            }
            if its.isReady(task, at: facts.now) { ready.append(table.key(of: task, number)) }
        }
    }

    /// The survey, and the first tasks of each section.
    private struct Reading {
        let allCount: Int
        private(set) var counts = Counts()
        private(set) var projects: [JSONString: Int] = [:]
        private(set) var sections: [(section: Section, tasks: [TaskState], count: Int)] = []

        init(
            _ tasks: ListedTasks, _ table: TaskTable, own: UserID?
        ) throws(TaskDamage) {
            allCount = tasks.allCount
            // Each task is decoded once, and those that are shown once more.
            let parts = try tasks.parts { range throws(TaskDamage) in
                var survey = Survey()
                try tasks.forEach(in: range) { survey.add($1, $0, table) }
                return survey
            }
            for part in parts {
                counts.open += part.counts.open
                counts.overdue += part.counts.overdue
                counts.hidden += part.counts.hidden
                counts.ready += part.ready.count
                counts.blocked += part.blocked.count
                projects.merge(part.projects, uniquingKeysWith: +)
            }
            var shown: Set<Int> = []
            for section in Section.allCases {
                let (numbers, count) = Self.numbers(
                    of: section, tasks, table, parts, own: own, without: shown)
                if count == 0 { continue }
                shown.formUnion(numbers)
                sections.append((section, try tasks.tasks(at: numbers), count))
            }
        }

        /// The numbers of the first tasks of a section, and how many it has.
        ///
        /// - Parameter shown: the numbers of the tasks in the sections before.
        private static func numbers(
            of section: Section, _ tasks: ListedTasks, _ table: TaskTable, _ parts: [Survey],
            own: UserID?, without shown: Set<Int>
        ) -> (first: [Int], count: Int) {
            let all: [Int]
            switch section {
            case .mine, .claimed:
                let facts = table.facts
                let isOwn = section == .mine
                var ids = Set(
                    facts.organisation.claims.keys.filter {
                        facts.claim(of: $0).map { (UserID($0.key) == own) == isOwn } ?? false
                    })
                if isOwn { ids.formUnion(facts.organisation.activeTasks) }
                all = ids.compactMap { tasks.number(of: $0) }.filter { !shown.contains($0) }
                    .sorted()
            case .due:
                all = parts.flatMap(\.due).sorted {
                    $0.moment != $1.moment ? $0.moment < $1.moment : $0.number < $1.number
                }.map(\.number)
            case .blocked:
                let keys = parts.map(\.blocked)
                return (table.first(section.limit, of: keys, in: tasks), keys.joined().count)
            case .ready:
                let keys = parts.map(\.ready)
                let others = keys.map { $0.filter { !shown.contains($0.position) } }
                return (table.first(section.limit, of: others, in: tasks), keys.joined().count)
            }
            return (Array(all.prefix(section.limit)), all.count)
        }
    }
}
