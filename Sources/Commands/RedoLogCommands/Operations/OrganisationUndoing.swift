import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository

/// The compensation of nodes of the family `organisation`.
///
/// A member that was set since stays as it is. What is gone for good gets a successor, which then stands for it:
/// ``OrganisationHistory/incarnations(of:)``.
struct OrganisationUndoing {
    private let history: OrganisationHistory
    private let log: Log
    /// Who takes them back.
    private let user: Principal
    /// What the categories of some tasks become by the same operation.
    private let moves: [TaskID: JSONValue]

    init(
        _ history: OrganisationHistory, _ log: Log, by user: Principal,
        moving moves: [TaskID: JSONValue] = [:]
    ) {
        self.moves = moves
        self.history = history
        self.log = log
        self.user = user
    }

    /// One compensation for each thing that the nodes are about, in the order of the first of them.
    ///
    /// - Parameters:
    ///   - passed: nodes that were taken back before, and those that took them back.
    ///   - histories: those of the log.
    func compensations(
        takingBack nodes: [NodeID], passed: Set<NodeID>, _ histories: inout TaskHistories
    ) -> [Compensation] {
        let passed = passed.union(nodes)
        var groups: [(incarnations: [OwnedThing], changes: [OrganisationHistory.Change])] = []
        var slots: [OwnedThing: Int] = [:]
        for change in nodes.compactMap({ history.change(by: $0) }) {
            let incarnations = history.incarnations(of: change.thing)
            guard let present = incarnations.last else { continue }
            if let slot = slots[present] {
                groups[slot].changes.append(change)
            } else {
                slots[present] = groups.count
                groups.append((incarnations, [change]))
            }
        }
        let living = groups.isEmpty ? Living() : Living(history.organisation)
        return groups.compactMap { incarnations, changes in
            // What made or removed the thing counts before what changed it.
            let change =
                changes.first { $0.verb == .make } ?? changes.first { $0.verb == .remove }
                ?? changes.first
            guard let present = incarnations.last, let change else { return nil }
            let all = history.changes(of: incarnations)
            switch present.kind {
            case .category: return ofCategory(present, incarnations, change, changes, all, passed)
            case .comment:
                return ofComment(present, change, changes, all, passed, living, &histories)
            case .work:
                return ofWork(present, change, changes, all, passed, living, &histories)
            case .task: return nil
            }
        }
    }

    // MARK: Categories

    private func ofCategory(
        _ present: OwnedThing, _ incarnations: [OwnedThing], _ change: OrganisationHistory.Change,
        _ changes: [OrganisationHistory.Change], _ all: [OrganisationHistory.Change],
        _ passed: Set<NodeID>
    ) -> Compensation {
        let category = history.organisation.categories.first { $0.id == present.id }
        let name = category.map(\.name) ?? all.lastValue("name").string ?? ""
        var compensation = Compensation("category \(name.printable)")
        switch change.verb {
        case .make:
            guard let category else { return compensation }
            if category.owner == user {
                compensation.takeBack(change.node.action, on: present, after: category.heads)
            } else {
                compensation.note("it belongs to \(category.owner): only its owner can delete it")
            }
        case .remove:
            let ids = Set(incarnations.map(\.id))
            if category == nil, let maker = all.first(where: { $0.verb == .make })?.author,
                maker != user
            {
                compensation.note("it belonged to \(maker): only its former owner can add it again")
            } else if category == nil {
                let tasks = log.replay.foldState().tasks(where: { task in
                    let value = moves[task.id] ?? task.fields[TaskField.category.name]
                    return value.flatMap(UUIDValue.init(json:)).map(ids.contains) ?? false
                })
                makeAgain(incarnations, all, tasks: tasks, &compensation)
            }
        case .change:
            guard let category else {
                compensation.note("it was deleted since")
                return compensation
            }
            self.change(category, &compensation) { name, compensation in
                value(of: name, before: changes, all, passed, &compensation)
            }
        }
        return compensation
    }

    /// Creates another category in the place of one that is gone for good.
    ///
    /// - Parameters:
    ///   - changes: give its members their values.
    ///   - tasks: those that should be in it.
    func makeAgain(
        _ incarnations: [OwnedThing], _ changes: [OrganisationHistory.Change], tasks: [TaskID],
        _ compensation: inout Compensation
    ) {
        let live = history.organisation.categories
        guard let last = incarnations.last else { return }
        guard live.count(where: { $0.owner == user }) < Organisation.maximumCategoryCount else {
            return compensation.note(
                "you have \(Organisation.maximumCategoryCount) categories, which is the maximum")
        }
        let ids = Set(incarnations.map(\.id))
        let members = Action.updateCategory.organisationMembers.map { name in
            JSONMember(JSONString("\(name)"), present(changes.lastValue(name), of: name))
        }
        compensation.takeBack(.deleteCategory, on: last, members)
        compensation.fill(tasks, live.filter { $0.parent.map(ids.contains) ?? false })
    }

    /// Gives members of a category the values that they had.
    ///
    /// - Parameter value: the value that a member had; nil if it stays.
    func change(
        _ category: Organisation.Category, _ compensation: inout Compensation,
        to value: (StaticString, inout Compensation) -> JSONValue?
    ) {
        var members: [JSONMember] = []
        for name in Action.updateCategory.organisationMembers {
            guard let value = value(name, &compensation),
                let member = member(name, value, of: category, &compensation)
            else { continue }
            members.append(member)
        }
        guard !members.isEmpty else { return }
        compensation.takeBack(
            .updateCategory, on: category.thing, members, after: category.heads)
    }

    /// A member of a category with the value that it had; nil if it has that, or cannot get it.
    private func member(
        _ name: StaticString, _ value: JSONValue, of category: Organisation.Category,
        _ compensation: inout Compensation
    ) -> JSONMember? {
        let value = present(value, of: name)
        let member = JSONMember(JSONString("\(name)"), value)
        guard member.name == "parentCategory" else {
            return value
                == (member.name == "name" ? .string(category.name) : .string(category.color))
                ? nil : member
        }
        let parent = UUIDValue(json: value)
        if parent == category.parent { return nil }
        if let parent, CategoryNames(history.organisation).isWithin(parent, category.id) {
            compensation.note("its former parent is below it now, so its parent is kept")
            return nil
        }
        return member
    }

    /// A value of a member: of a category that is gone its present incarnation.
    private func present(_ value: JSONValue, of name: StaticString) -> JSONValue {
        guard "\(name)" == "parentCategory",
            let id = UUIDValue(json: value)
        else { return value }
        return .string(JSONString(history.present(id).text))
    }

    /// The value that a member had before some changes set it.
    ///
    /// - Returns: nil if they do not set it, or if it was set since, which is noted.
    private func value(
        of name: StaticString, before changes: [OrganisationHistory.Change],
        _ all: [OrganisationHistory.Change], _ passed: Set<NodeID>,
        _ compensation: inout Compensation
    ) -> JSONValue? {
        let setting = Set(changes.filter { $0.value(name) != nil }.map(\.node.id))
        guard let first = all.firstIndex(where: { setting.contains($0.node.id) }),
            let last = all.lastIndex(where: { setting.contains($0.node.id) })
        else { return nil }
        let isOverwritten = all[(last + 1)...].contains {
            $0.value(name) != nil && !passed.contains($0.node.id)
        }
        if isOverwritten {
            compensation.note("\(name) was changed later, and is kept")
            return nil
        }
        return all[..<first].lastValue(name)
    }

    // MARK: Comments

    private func ofComment(
        _ present: OwnedThing, _ change: OrganisationHistory.Change,
        _ changes: [OrganisationHistory.Change], _ all: [OrganisationHistory.Change],
        _ passed: Set<NodeID>, _ living: Living, _ histories: inout TaskHistories
    ) -> Compensation? {
        guard let maker = all.first(where: { $0.verb == .make }), let task = maker.node.taskID
        else { return nil }
        let comment = living.comments[present.id]
        let title = histories.title(of: task)
        var compensation = Compensation(
            "comment \(present.id.text.prefix(8)) on \(title)")
        switch change.verb {
        case .make:
            if let comment, comment.author == user || owner(of: task, &histories) == user {
                compensation.takeBack(change.node.action, on: present, of: task)
            } else if comment != nil {
                compensation.note("only its author and the owner of the task can delete it")
            }
        case .remove:
            if comment != nil { return compensation }
            if maker.author == user {
                let text = JSONMember("text", all.lastValue("text"))
                compensation.takeBack(change.node.action, on: present, [text], of: task)
                compensation.noteCopy([text], named: "the comment on \(title)")
            } else {
                compensation.note("it was deleted, and only its author can write it again")
            }
        case .change:
            guard let comment else {
                compensation.note("it was deleted since")
                return compensation
            }
            guard let text = value(of: "text", before: changes, all, passed, &compensation),
                text != .string(comment.text)
            else { return compensation }
            if comment.author == user {
                compensation.takeBack(
                    change.node.action, on: present, [JSONMember("text", text)], of: task)
            } else {
                compensation.note("only its author can change it")
            }
        }
        return compensation
    }

    // MARK: Work

    private func ofWork(
        _ present: OwnedThing, _ change: OrganisationHistory.Change,
        _ changes: [OrganisationHistory.Change], _ all: [OrganisationHistory.Change],
        _ passed: Set<NodeID>, _ living: Living, _ histories: inout TaskHistories
    ) -> Compensation? {
        guard let maker = all.first(where: { $0.verb == .make }), let task = maker.node.taskID
        else { return nil }
        let interval = living.work[present.id]
        var compensation = Compensation("work on \(histories.title(of: task))")
        switch change.verb {
        case .make:
            if interval?.author == user || (interval != nil && owner(of: task, &histories) == user)
            {
                compensation.takeBack(change.node.action, on: present, of: task)
            } else if let interval {
                compensation.note(
                    "only \(interval.author), who did the work, and the owner of the task can delete it"
                )
            }
        case .remove:
            if interval != nil { return compensation }
            if maker.author == user {
                compensation.makeAgain(
                    present, of: task, start: all.lastValue("start"), end: all.lastValue("end"))
            } else {
                compensation.note("it was deleted, and only \(maker.author) can record it again")
            }
        case .change:
            guard let interval else {
                compensation.note("it was deleted since")
                return compensation
            }
            guard interval.author == user else {
                compensation.note("only \(interval.author), who did the work, can change it")
                return compensation
            }
            let times = times(of: interval, before: changes, all, passed, living, &compensation)
            if !times.isEmpty {
                compensation.takeBack(change.node.action, on: present, times, of: task)
            }
        }
        return compensation
    }

    /// The start and end that an interval had before some changes, as far as they differ and can come back.
    private func times(
        of interval: Organisation.WorkInterval, before changes: [OrganisationHistory.Change],
        _ all: [OrganisationHistory.Change], _ passed: Set<NodeID>, _ living: Living,
        _ compensation: inout Compensation
    ) -> [JSONMember] {
        var times: [JSONMember] = []
        if let start = value(of: "start", before: changes, all, passed, &compensation),
            start != .string(interval.start)
        {
            times.append(JSONMember("start", start))
        }
        if let end = value(of: "end", before: changes, all, passed, &compensation),
            end != interval.end.map({ .string($0) }) ?? .null
        {
            if end == .null, living.running[interval.task]?.contains(user) ?? false {
                compensation.note("it was started again since")
            } else {
                times.append(JSONMember("end", end))
            }
        }
        return times
    }

    private func owner(of task: TaskID, _ histories: inout TaskHistories) -> Principal? {
        histories.task(task).map { history.organisation.principal(of: $0.owner) }
    }
}

/// What there is now of what people made, by its id.
private struct Living {
    var comments: [UUIDValue: Organisation.Comment] = [:]
    var work: [UUIDValue: Organisation.WorkInterval] = [:]
    /// Who works on a task now.
    var running: [TaskID: [Principal]] = [:]

    init() {}

    init(_ organisation: Organisation) {
        for comment in organisation.comments where comments[comment.id] == nil {
            comments[comment.id] = comment
        }
        for interval in organisation.work {
            if work[interval.id] == nil { work[interval.id] = interval }
            if interval.end == nil { running[interval.task, default: []].append(interval.author) }
        }
    }
}

extension Organisation.Category {
    var thing: OwnedThing { OwnedThing(kind: .category, id: id) }
}

extension State {
    /// The ids of some tasks.
    fileprivate func tasks(where isWanted: (TaskState) -> Bool) -> [TaskID] {
        tasks.filter(isWanted).map(\.id)
    }

    /// The tasks whose category is one of some.
    func tasks(in categories: Set<UUIDValue>) -> [TaskID] {
        tasks(where: { task in
            task.fields[TaskField.category.name].flatMap(UUIDValue.init(json:))
                .map(categories.contains) ?? false
        })
    }
}

extension UUIDValue {
    /// - Returns: nil for JSON that is not text with an id.
    fileprivate init?(json: JSONValue) {
        guard let text = json.string, let id = UUIDValue(text: text.utf8.span) else { return nil }
        self = id
    }
}
