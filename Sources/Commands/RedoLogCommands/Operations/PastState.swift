import RedoJSON
import RedoModel
import RedoRepository

/// What brings the tasks and categories of a log to what they were at some point.
///
/// What was said and how long was worked stays: comments and intervals are a record, and no one but their authors
/// could write them again.
struct PastState {
    private let log: Log
    private let now: State
    private let past: State
    private let history: OrganisationHistory
    /// The changes of the history whose nodes were there.
    private let isThere: Set<NodeID>

    /// - Parameter ends: the nodes that were there, beside their ancestors.
    init(_ log: Log, _ ends: [Int], _ history: OrganisationHistory) {
        self.log = log
        self.history = history
        now = log.replay.foldState()
        past = log.replay.foldState(among: ends)
        let graph = log.replay.validation.graph
        var isReached = Array(repeating: false, count: graph.count)
        for number in ends { isReached[number] = true }
        for number in isReached.indices.reversed() where isReached[number] {
            for parent in graph.parents(of: number) { isReached[parent] = true }
        }
        isThere = Set(
            history.changes.map(\.node.id).filter { id in
                graph.number(of: id).map { isReached[$0] } ?? false
            })
    }

    /// What brings back the tasks and the categories that are not as they were.
    ///
    /// - Parameter user: who brings them back; nil for tasks alone.
    func plan(_ dialect: Dialect, by user: Principal?) -> CompensationPlan {
        CompensationPlan(
            log.replay.validation.graph.taskIDs.compactMap { compensation($0, dialect) },
            user.map { user in
                history.allCategories.compactMap { compensation($0, by: user) }
            } ?? [])
    }

    /// A line for people about what does not change; empty if there is nothing else to bring back.
    var remark: String {
        let isOther = history.changes.contains {
            $0.thing.kind != .category && !isThere.contains($0.node.id)
        }
        return isOther ? "comments and measured time stay as they are\n" : ""
    }

    private func compensation(
        _ category: OwnedThing, by user: Principal
    ) -> Compensation? {
        let incarnations = history.incarnations(of: category)
        let ids = Set(incarnations.map(\.id))
        let all = history.changes(of: incarnations)
        let before = all.filter { isThere.contains($0.node.id) }
        let last = before.last { $0.verb == .make }?.thing
        let wasThere =
            last != nil && !before.contains { $0.verb == .remove && $0.thing == last }
        let present = history.organisation.categories.first { ids.contains($0.id) }
        let name = present?.name ?? all.lastValue("name").string ?? ""
        var compensation = Compensation("category \(name.printable)")
        let undoing = OrganisationUndoing(history, log, by: user)
        switch (wasThere, present) {
        case (false, nil): return nil
        case (false, let present?) where present.owner == user:
            compensation.takeBack(.createCategory, on: present.thing, after: present.heads)
        case (false, let present?):
            compensation.note("it belongs to \(present.owner): only its owner can delete it")
        case (true, nil):
            let owner = before.first { $0.verb == .make }?.author
            if owner == user {
                undoing.makeAgain(incarnations, before, tasks: past.tasks(in: ids), &compensation)
            } else {
                compensation.note("it was deleted, and only its owner can make it again")
            }
        case (true, let present?):
            undoing.change(present, &compensation) { name, _ in before.lastValue(name) }
            if compensation.isEmpty, compensation.isWhole { return nil }
        }
        return compensation
    }

    private func compensation(_ id: TaskID, _ dialect: Dialect) -> Compensation? {
        let title = (now[id] ?? past[id])?.title.printable ?? id.description
        var compensation = Compensation(title, of: id, dialect)
        switch (past[id]?.withPresentCategory(history), now[id]) {
        case (nil, nil): return nil
        case (.some, nil): compensation.noteDeletion()
        case (nil, let now?):
            if !now.isPutAway { compensation.putAway() }
            compensation.settleCompletions(of: now)
            if compensation.isEmpty { return nil }
            compensation.effect = now.isPutAway ? .changes : .putsAway
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
        let fields = before.fields.members + now.fields.members
        return [Compensation.memberNames, fields.map(\.name)].flatMap { names in
            Set(names).sorted().filter { before.comparedValue($0) != now.comparedValue($0) }
        }
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

    /// A member's value; nil also for what stands for none.
    fileprivate func comparedValue(_ name: JSONString) -> JSONValue? {
        if name == "snoozedUntil" { return hidingTime.map { .string($0) } }
        let value = value(of: StateMember(name))
        let isNothing = value == .null || (name == "tags" && value == .array([]))
        return isNothing ? Optional.none : value
    }
}
