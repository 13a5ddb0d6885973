import RedoJSON
import RedoModel
import RedoRepository

/// What brings the tasks of a log to what they were at some point.
struct PastState {
    private let log: Log
    private let now: State
    private let past: State

    /// - Parameter ends: the nodes that were there, beside their ancestors.
    init(_ log: Log, _ ends: [Int]) {
        self.log = log
        now = log.replay.foldState()
        past = log.replay.foldState(among: ends)
    }

    /// The compensations of the tasks that are not as they were.
    func compensations(_ dialect: Dialect) -> [Compensation] {
        log.replay.validation.graph.taskIDs.compactMap { compensation($0, dialect) }
    }

    private func compensation(_ id: TaskID, _ dialect: Dialect) -> Compensation? {
        let title = (now[id] ?? past[id])?.title.printable ?? id.description
        var compensation = Compensation(id, title: title, dialect)
        switch (past[id], now[id]) {
        case (nil, nil): return nil
        case (.some, nil): compensation.noteDeletion()
        case (nil, let now?):
            if !now.isPutAway { compensation.archive() }
            compensation.settleCompletions(of: now)
            if compensation.isEmpty { return nil }
            compensation.effect = now.isPutAway ? .changes : .archives
        case (let before?, let now?):
            for name in differences(before, now) { compensation.bringBack(name, before, now) }
            compensation.bringBackTodos(before, now) { _ in true }
            if compensation.isEmpty, compensation.isWhole { return nil }
            compensation.effect = .changes
        }
        return compensation
    }

    /// The members of a task, but for to-dos, that are not what they were.
    private func differences(_ before: TaskState, _ now: TaskState) -> [JSONString] {
        var names: [JSONString] = []
        if before.isArchived != now.isArchived { names.append("archived") }
        if before.completedAt != now.completedAt { names.append("completedAt") }
        if before.hidingTime != now.hidingTime { names.append("snoozedUntil") }
        let fields = before.fields.members + now.fields.members
        for name in Set(fields.map(\.name)).sorted()
        where before.fieldValue(name) != now.fieldValue(name) {
            names.append(name)
        }
        return names
    }
}

extension TaskState {
    /// Until when the task is hidden; nil also for a time that never hid it.
    fileprivate var hidingTime: JSONString? {
        guard let text = snoozedUntil, let time = Instant(iso8601: text.utf8.span),
            time <= created
        else { return snoozedUntil }
        return nil
    }

    /// A field's value; nil also for what stands for none.
    fileprivate func fieldValue(_ name: JSONString) -> JSONValue? {
        let value = fields[name]
        let isNothing = value == .null || (name == "tags" && value == .array([]))
        return isNothing ? Optional.none : value
    }
}
