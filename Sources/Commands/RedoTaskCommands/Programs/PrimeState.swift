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
        let ready = try Query(written: "is:ready").compiled(
            table.fields, now: now, facts: QueryFacts(sharing: .unasked))
        let read = try repository.withListedTasks(areOpen: true) { tasks throws(TaskDamage) in
            try table.take(tasks, organisation)
            return try Reading(tasks, table, isReady: ready, own: own)
        }
        self.table = table
        self.own = own
        allCount = read.allCount
        counts = read.survey.counts
        let projects = read.survey.projects.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
        }
        projectCount = projects.count
        self.projects = projects.prefix(Self.maximumProjectCount).map { ($0.key, $0.value) }
        sections = read.sections
        authors = try TextAuthors(
            of: read.sections.flatMap { $0.tasks.map(\.id) }, repository, own: own)
        storePath = store.path
    }

    /// What a look at all open tasks finds.
    private struct Survey: Sendable {
        var counts = Counts()
        var projects: [JSONString: Int] = [:]
        /// The tasks of ``Section/due``, by their numbers.
        var due: [(moment: Instant, number: Int)] = []
        /// The tasks of ``Section/ready`` and ``Section/blocked``, by their numbers.
        var ready: [Int] = []
        var blocked: [Int] = []

        mutating func add(
            _ task: TaskState, _ number: Int, _ facts: StateFacts, isReady: CompiledQuery
        ) {
            let its = facts.facts(of: task)
            if QueryStatus.open.includes(task, its) {
                counts.open += 1
                if let project = task.project { projects[project, default: 0] += 1 }
                if let moment = task.due,
                    moment.milliseconds <= facts.now.milliseconds + PrimeState.soon
                {
                    due.append((moment, number))
                    if task.isOverdue(at: facts.now, due: moment) { counts.overdue += 1 }
                }
                if isReady.includes(task, its) { ready.append(number) }
            } else {
                counts.hidden += 1
            }
            if QueryStatus.blocked.includes(task, its) { blocked.append(number) }
        }

        mutating func add(_ other: Survey) {
            counts.open += other.counts.open
            counts.overdue += other.counts.overdue
            counts.hidden += other.counts.hidden
            projects.merge(other.projects, uniquingKeysWith: +)
            due += other.due
            ready += other.ready
            blocked += other.blocked
        }
    }

    /// The survey, and the first tasks of each section.
    private struct Reading {
        var survey = Survey()
        let allCount: Int
        /// The minimum number of tasks for which a further processor is worth using.
        private static let smallestShare = 512
        private(set) var sections: [(section: Section, tasks: [TaskState], count: Int)] = []

        init(
            _ tasks: ListedTasks, _ table: TaskTable, isReady: CompiledQuery, own: UserID?
        ) throws(TaskDamage) {
            allCount = tasks.allCount
            let facts = table.facts
            // Each task is read once: the cache is decoded for every look at it.
            let state = try tasks.state()
            let all = state.tasks
            let parts = Parallel.map(count: all.count, smallestShare: Self.smallestShare) { range in
                var part = Survey()
                for number in range { part.add(all[number], number, facts, isReady: isReady) }
                return [part]
            }
            for part in parts { survey.add(part) }
            survey.counts.ready = survey.ready.count
            survey.counts.blocked = survey.blocked.count
            func ranked(_ numbers: [Int], _ section: Section, without shown: Set<TaskID>)
                -> [TaskState]
            {
                let some = State(tasks: numbers.map { all[$0] })
                return table.ranked(some, limit: section.limit) { !shown.contains($0.id) }.map(
                    \.task)
            }
            var shown: Set<TaskID> = []
            let organisation = facts.organisation
            for section in Section.allCases {
                var count = 0
                var rows: [TaskState] = []
                switch section {
                case .mine, .claimed:
                    let claims = organisation.claims.keys.filter { facts.claim(of: $0) != nil }
                    let isOwn = section == .mine
                    var ids = Set(
                        claims.filter { id in
                            let holder = facts.claim(of: id).map { UserID($0.key) }
                            return isOwn == (holder == own)
                        })
                    if isOwn { ids.formUnion(organisation.activeTasks) }
                    let numbers = ids.subtracting(shown).sorted().compactMap {
                        tasks.number(of: $0)
                    }
                    count = numbers.count
                    rows = numbers.prefix(section.limit).map { all[$0] }
                case .due:
                    let due = survey.due.sorted {
                        $0.moment != $1.moment ? $0.moment < $1.moment : $0.number < $1.number
                    }
                    count = due.count
                    rows = due.prefix(section.limit).map { all[$0.number] }
                case .blocked:
                    count = survey.blocked.count
                    rows = ranked(survey.blocked, section, without: [])
                case .ready:
                    count = survey.ready.count
                    rows = ranked(survey.ready, section, without: shown)
                }
                shown.formUnion(rows.map(\.id))
                if count > 0 { sections.append((section, rows, count)) }
            }
        }
    }
}
