import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// The tasks that views of days show: those that the context includes, without those in the trash.
struct ViewedTasks {
    let tasks: [TaskState]
    let table: TaskTable
    /// The context that counts, if one does.
    let context: TaskContext?
    let now: Instant
    /// True if the log has tasks at all.
    let isLogEmpty: Bool
    private var expected: [ExpectedOccurrences.Occurrence] = []

    /// - Parameters:
    ///   - choice: what is requested of contexts.
    ///   - isForPeople: whether the context that is on applies.
    /// - Throws: wrong usage for a context that does not exist.
    init(
        _ choice: TaskContext.Choice, _ context: borrowing CommandContext,
        _ repository: Repository, isForPeople: Bool
    ) throws(RedoError) {
        now = try context.now()
        var table = try TaskTable(context, repository.store)
        let current = try TaskContext(
            choice, context, repository.store, isForPeople: isForPeople, table.fields, now: now)
        let state = try repository.tasks().state
        table.take(
            state,
            try repository.organisationFacts(
                at: table.moment, withComments: current?.query.readsTexts ?? false))
        var tasks = state.tasks.filter { !$0.isInTrash }
        if let current {
            let query = try current.query.compiled(
                table.fields, now: now,
                facts: try context.facts(for: current.query, repository))
            let facts = table.facts
            tasks = tasks.filter { query.includes($0, facts.facts(of: $0)) }
        }
        self.tasks = tasks
        self.table = table
        self.context = current
        isLogEmpty = state.tasks.isEmpty
    }

    /// The tasks that are due, scheduled and done on some days.
    func agenda(
        _ days: Range<LocalCalendar.Day>, gathersOverdue: Bool = true
    ) -> Agenda {
        Agenda(
            tasks, days, expecting: expected, gathersOverdue: gathersOverdue, at: now,
            LocalCalendar(.local))
    }

    /// Computes the occurrences of rules of recurrence until a day, without that day.
    mutating func expect(
        until day: LocalCalendar.Day, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        // Some hours more: what is not on the days is left out.
        let end = Instant(milliseconds: Int64(day.number + 1) * 86_400_000)
        expected =
            try ExpectedOccurrences(tasks, until: end, at: now, context).occurrences
    }
}
