import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The intervals of work of one user that run while a batch does.
struct BatchWork {
    private var running: [TaskID: RunningInterval] = [:]

    /// - Parameter user: whose intervals count.
    init(_ running: [Organisation.WorkInterval], of user: Principal) {
        for interval in running where interval.author == user {
            self.running[interval.task] = RunningInterval(interval)
        }
    }

    /// Begins an interval unless one runs.
    mutating func start(
        _ task: TaskState, _ fields: [JSONMember], _ writer: inout TaskWriter
    ) throws(RedoError) {
        let moment = try moment(fields, writer.now)
        if running[task.id] != nil { return }
        let (id, certificate) = writer.newID(.work)
        try writer.add(
            familyNode: .startWork, of: task.id,
            Organisation.WorkInterval.fields(id, at: moment) + certificate)
        running[task.id] = RunningInterval(id, of: task.id, since: moment ?? writer.now)
    }

    /// - Throws: wrong usage if none runs, or an end before the start.
    mutating func stop(
        _ task: TaskState, _ fields: [JSONMember], now: Instant, _ writer: inout TaskWriter
    ) throws(RedoError) {
        let moment = try moment(fields, now)
        guard let interval = running.removeValue(forKey: task.id) else {
            throw .usage("nothing is running on '\(task.title.printable)'")
        }
        if let start = interval.start, moment ?? now < start {
            throw .usage("\(task.title.printable) was started later")
        }
        try writer.end(interval, at: moment)
    }

    /// The field `at`; nil without it.
    private func moment(
        _ fields: [JSONMember], _ now: Instant
    ) throws(RedoError) -> Instant? {
        guard let field = fields.first else { return nil }
        guard fields.count == 1, field.name == "at", let moment = field.value.string?.instant,
            moment <= now
        else {
            throw RedoError(
                .schemaMismatch, "start and stop take 'at', a time that is not in the future")
        }
        return moment
    }
}
