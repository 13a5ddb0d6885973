import RedoCalendar
import RedoModel
import RedoSystem

/// A task that recurs, with the occurrences of it that the calendar describes apart (RFC 5545, section 3.8.4.4): a
/// completed one is a completed occurrence, a cancelled one is an exception, and a moved one has other dates.
struct CalendarSeries {
    private let settings: InterchangeSettings
    private var task: ForeignTask
    private let zone: TimeZoneRules
    /// The described occurrences that were not used yet.
    private var overrides: [CalendarEntry]
    /// The days that are skipped.
    private var exceptions: Set<String>
    /// The excluded days on which a further instance, which is not excluded, is skipped as well.
    private var partialDays: Set<String>
    private var hasNext = true

    init(_ master: CalendarEntry, _ overrides: [CalendarEntry], _ settings: InterchangeSettings) {
        self.settings = settings
        self.overrides = overrides
        task = master.task
        zone = master.zone
        exceptions = Set(master.exclusions).union(task.recurrence?.exceptions ?? [])
        partialDays = master.partialDays
    }

    /// The task, with the dates of its first occurrence that is open.
    mutating func joined() -> ForeignTask {
        guard task.recurrence != nil, task.rule != nil else {
            let count = overrides.count
            if count > 0 {
                task.remarks.append(
                    "\(counted(count, "occurrence")) (RECURRENCE-ID) left out: the task has no rule"
                )
            }
            return task
        }
        refuseFollowing()
        excludeCancelled()
        countAll()
        task.recurrence = task.recurrence.map { $0.excepting(Array(exceptions)) }
        if task.status == .open { advance() }
        finishOthers()
        task.occurrences.sort { $0.completed < $1.completed }
        task.recurrence = task.recurrence.map { $0.excepting(Array(exceptions)) }
        if let day = partialDays.min() {
            let count = partialDays.count > 1 ? " and \(partialDays.count - 1) more" : ""
            task.remarks.append(
                "an exception (EXDATE) leaves out a whole day, with all times that the rule gives: "
                    + "\(day)\(count)")
        }
        return task
    }

    /// Skips the day of an instance.
    private mutating func exclude(_ day: String) {
        exceptions.insert(day)
        if task.rule?.countPerDay != 1 { partialDays.insert(day) }
    }

    // MARK: Overrides

    /// Leaves out changes of an occurrence and all that follow: they describe a second series, and a task has one.
    private mutating func refuseFollowing() {
        let count = overrides.count
        overrides.removeAll { $0.occurrence?.isWithFollowing == true }
        if overrides.count < count {
            task.remarks.append(
                "\(counted(count - overrides.count, "change")) of an occurrence and those after it "
                    + "(RANGE=THISANDFUTURE) left out")
        }
    }

    private mutating func excludeCancelled() {
        for entry in overrides where entry.task.status == .deleted {
            if let day = day(of: entry) { exclude(day) }
        }
        overrides.removeAll { $0.task.status == .deleted }
    }

    /// Converts COUNT. In a calendar it counts from DTSTART and includes excluded occurrences; in a task it counts
    /// completed ones, from the first.
    private mutating func countAll() {
        guard var rule = task.rule, let count = rule.count, let recurrence = task.recurrence,
            let instance
        else { return }
        let first = zone.day(of: instance)
        let excluded = exceptions.count { $0 >= first }
        rule.count = max(1, count - excluded + task.occurrences.count)
        task.recurrence = recurrence.replacing(rule: rule.text)
    }

    private func day(of entry: CalendarEntry) -> String? {
        entry.occurrence.map { $0.time.day ?? zone.day(of: $0.time.moment) }
    }

    /// What the rule gives of the current occurrence: its start or its deadline.
    private var instance: Instant? {
        task.recurrence?.subject == .scheduled
            ? task.given?.scheduled ?? task.scheduled : task.given?.due ?? task.due
    }

    /// The index of the description of an instance; nil without one.
    private func override(of instance: Instant, _ day: String) -> Int? {
        overrides.firstIndex { entry in
            entry.occurrence.map { $0.time.moment == instance || $0.time.day == day } ?? false
        }
    }

    // MARK: Occurrences

    /// Goes to the first occurrence that is neither completed nor excluded.
    private mutating func advance() {
        while hasNext, let instance {
            let day = zone.day(of: instance)
            if let index = override(of: instance, day) {
                let entry = overrides.remove(at: index)
                guard entry.task.status == .completed else {
                    move(to: entry.task)
                    return
                }
                complete(entry.task.ended ?? settings.now)
            } else if exceptions.contains(day) {
                advance(after: task.due ?? instance)
            } else {
                return
            }
        }
    }

    private mutating func complete(_ moment: Instant) {
        task.occurrences.append(ForeignTask.Occurrence(due: task.due, completed: moment))
        advance(after: moment)
        guard task.status == .completed else { return }
        // The last one is the task's own completion.
        task.occurrences.removeLast()
        (task.status, task.ended) = (.completed, moment)
    }

    private mutating func move(to other: ForeignTask) {
        let isOfStarts = task.recurrence?.subject == .scheduled
        task.given = ForeignTask.GivenDates(
            scheduled: isOfStarts ? task.scheduled : nil, due: task.due)
        if task.due != nil, let due = other.due { task.due = due }
        if isOfStarts, let start = other.scheduled { task.scheduled = start }
        if other.title != task.title {
            task.remarks.append(
                "the title of one occurrence left out: '\(other.title.prefix(100))'")
        }
        // What an occurrence does not say it has from the task.
        let others = [
            ("description", other.description.map { $0 != task.description }),
            ("priority", other.priority.map { $0 != task.priority }),
            ("tags", other.tags.isEmpty ? nil : other.tags != task.tags),
            ("alarms", other.reminders.map { $0 != task.reminders }),
        ].filter { $0.1 == true }.map(\.0)
        if !others.isEmpty {
            task.remarks.append("of one occurrence left out: \(others.joined(separator: ", "))")
        }
    }

    /// Moves the task to its next occurrence after one that was completed at a moment.
    private mutating func advance(after moment: Instant) {
        guard let recurrence = task.recurrence else { return }
        let (start, due) = (task.given?.scheduled ?? task.scheduled, task.given?.due ?? task.due)
        let isOfStarts = recurrence.subject == .scheduled
        let next = CompletedOccurrence(
            of: recurrence, given: due, moved: nil, completed: moment,
            count: task.occurrences.count, start: isOfStarts ? start : nil
        ).next()
        switch next {
        case .due(let due): (task.given, task.due) = (nil, due)
        case .begins(let start, let due, _):
            (task.given, task.scheduled, task.due) = (nil, start, due)
        case .none:
            (hasNext, task.given, task.status) = (false, nil, .completed)
            task.ended = task.ended ?? moment
        case .excessive(let reason):
            hasNext = false
            task.remarks.append("the next occurrence is not computed: \(reason)")
        }
    }

    /// Uses the descriptions of other occurrences than the current one.
    private mutating func finishOthers() {
        for entry in overrides {
            guard let day = day(of: entry), let time = entry.occurrence?.time else { continue }
            let isLater = instance.map { time.moment > $0 } ?? false
            if entry.task.status == .completed {
                let ended = entry.task.ended ?? settings.now
                task.occurrences.append(
                    ForeignTask.Occurrence(
                        due: entry.task.due ?? deadline(of: time), completed: ended))
                if isLater, hasNext || task.status == .open { exclude(day) }
            } else {
                task.remarks.append("the change of the occurrence of \(day) left out")
            }
        }
    }

    /// The deadline that the rule gives an occurrence; nil for a task without deadlines.
    private func deadline(of time: CalendarTime) -> Instant? {
        guard let due = task.given?.due ?? task.due, let instance else { return nil }
        let distance = zone.wallSeconds(from: instance, to: due)
        let isOfStarts = task.recurrence?.subject == .scheduled
        let first = isOfStarts ? time.moment : time.deadline(zone)
        return zone.instant(first, wallSecondsLater: distance)
    }
}
