import RedoInsight
import RedoModel

/// The tasks that are due, scheduled and done on some days.
struct Agenda {
    /// Something that stands on a day.
    struct Entry {
        let kind: Kind
        /// The deadline, when it starts, or when it was done.
        let moment: Instant
        let task: TaskState
        /// The position among the entries of a day. A start at the beginning of a day is a day without a time, which comes
        /// with the deadlines of the day.
        let order: Instant

        init(kind: Kind, moment: Instant, task: TaskState, order: Instant? = nil) {
            (self.kind, self.moment, self.task) = (kind, moment, task)
            self.order = order ?? moment
        }
    }

    enum Kind: String, CaseIterable {
        /// Due before now, and not done.
        case overdue
        case due, scheduled
        /// A rule of recurrence will make it due, once what is due before is done.
        case expected
        case done

        /// The mark before a line.
        var mark: String {
            switch self {
            case .overdue: "!"
            case .due: "o"
            case .scheduled: ">"
            case .expected: "~"
            case .done: "x"
            }
        }
    }

    let now: Instant
    let calendar: LocalCalendar
    let today: LocalCalendar.Day
    /// The overdue tasks, the oldest first; if today is not among the days, they are listed on their days.
    private(set) var overdue: [Entry] = []
    private var byDay: [LocalCalendar.Day: [Entry]] = [:]

    /// - Parameters:
    ///   - tasks: without those in the trash.
    ///   - days: the ones that are requested.
    ///   - expected: what rules of recurrence will bring.
    ///   - gathersOverdue: whether what is overdue is kept apart if today is among the days.
    /// - Complexity: O(n log n) for n to-dos.
    init(
        _ tasks: [TaskState], _ days: Range<LocalCalendar.Day>,
        expecting expected: [ExpectedOccurrences.Occurrence] = [], gathersOverdue: Bool,
        at now: Instant,
        _ calendar: LocalCalendar
    ) {
        self.now = now
        self.calendar = calendar
        today = calendar.day(of: now)
        let isApart = gathersOverdue && days.contains(today)
        for item in Analytics(tasks, at: now, calendar).items {
            switch item.status {
            case .left: continue
            case .completed(let time):
                // A clock that is ahead somewhere makes no future.
                if time <= now { add(Entry(kind: .done, moment: time, task: item.task), days) }
            case .pending:
                guard let due = item.todo?.due else { continue }
                let isLate = due < now
                guard !item.task.isHidden(at: isLate ? now : due) else { continue }
                let entry = Entry(kind: isLate ? .overdue : .due, moment: due, task: item.task)
                if isLate, isApart { overdue.append(entry) } else { add(entry, days) }
            }
        }
        for task in tasks where task.isOpen {
            guard let moment = task.date(.scheduled), !task.isHidden(at: max(moment, now)) else {
                continue
            }
            let day = calendar.day(of: moment)
            let isDay = calendar.start(of: day) == moment
            let order = isDay ? calendar.start(of: day.advanced(by: 1)) : moment
            add(Entry(kind: .scheduled, moment: moment, task: task, order: order), days)
        }
        for occurrence in expected {
            add(
                Entry(kind: .expected, moment: occurrence.due, task: occurrence.task), days)
        }
        overdue.sort(by: Self.isBefore)
        for day in byDay.keys { byDay[day]?.sort(by: Self.isBefore) }
    }

    private mutating func add(_ entry: Entry, _ days: Range<LocalCalendar.Day>) {
        let day = calendar.day(of: entry.moment)
        if days.contains(day) { byDay[day, default: []].append(entry) }
    }

    /// True if it has no entry.
    var isEmpty: Bool { overdue.isEmpty && byDay.values.allSatisfy(\.isEmpty) }

    /// The entries of a day: by time, done ones last.
    func entries(of day: LocalCalendar.Day) -> [Entry] { byDay[day] ?? [] }

    private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        if (left.kind == .done) != (right.kind == .done) { return right.kind == .done }
        if left.order != right.order { return left.order < right.order }
        return left.task.id < right.task.id
    }
}
