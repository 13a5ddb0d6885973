import RedoJSON
import RedoSystem

/// The state of the family `organisation`: categories, comments and work intervals (docs/extensions.md).
package struct Organisation: Sendable {
    /// The maximum number of live categories of a person (docs/extensions.md).
    package static let maximumCategoryCount = 20

    /// The live categories, sorted by id.
    package private(set) var categories: [Category] = []
    /// In replay order of the nodes that created them, without deleted ones.
    package private(set) var comments: [Comment] = []
    /// In replay order of the nodes that created them, without deleted ones.
    package private(set) var work: [WorkInterval] = []
    package private(set) var voidNodes: [VoidNode] = []
    private let people: People

    /// A category, in which tasks can be filed.
    package struct Category: Sendable {
        package let id: UUIDValue
        package let owner: Principal
        package let created: Instant
        package fileprivate(set) var name: JSONString
        /// `#RRGGBB`, as it was written.
        package fileprivate(set) var color: JSONString
        package fileprivate(set) var parent: UUIDValue?
        package fileprivate(set) var lastUpdated: Instant
        /// The nodes about it that count and that no other of them follows, in replay order, including SHAREs: a new
        /// node follows them.
        package fileprivate(set) var heads: [Node]
    }

    /// A comment of a person on a task.
    package struct Comment: Sendable {
        package let id: UUIDValue
        package let task: TaskID
        package let author: Principal
        /// The user of the key that wrote it.
        package let user: UserID
        package let created: Instant
        package fileprivate(set) var text: JSONString
        package fileprivate(set) var edited: Instant?
    }

    /// The time between a start and a stop, by one author on one task.
    package struct WorkInterval: Sendable {
        package let id: UUIDValue
        package let task: TaskID
        package let author: Principal
        /// The user of the key that wrote it.
        package let user: UserID
        /// An ISO 8601 time as it was written.
        package fileprivate(set) var start: JSONString
        /// The start that START_WORK gave, whatever edits say: no STOP_WORK counts that is before it.
        package let firstStart: JSONString
        /// An ISO 8601 time as it was written, which an edit can put before the start; nil while it runs.
        package fileprivate(set) var end: JSONString?

        /// Gives it another start, as an edit does.
        package mutating func set(start moment: Instant) { start = JSONString(moment.wallText) }

        /// Gives it another end, as an edit does.
        ///
        /// - Parameter moment: nil if it runs.
        package mutating func set(end moment: Instant?) {
            end = moment.map { JSONString($0.wallText) }
        }
    }
}

extension Organisation: FamilyReducer {
    package static let actions = OrganisationActions.all

    package init(_ log: FamilyLog) { self = Self.reduced(log) { _ in } }

    /// - Parameter note: is called with each node that is not void, in replay order.
    static func reduced(
        _ log: FamilyLog, note: (OrganisationHistory.Change) -> Void
    ) -> Organisation {
        var reduction = OrganisationReduction(log)
        reduction.run(note)
        return Organisation(reduction)
    }

    private init(_ reduction: consuming OrganisationReduction) {
        categories = reduction.categories.values.filter { !$0.isGone }.map(\.thing)
            .sorted { $0.id < $1.id }
        for position in categories.indices {
            categories[position].heads = reduction.heads[categories[position].id]?.nodes ?? []
            // A new node about a category follows its SHAREs, too.
            if let heads = reduction.log.categoryHeads[categories[position].id] {
                categories[position].heads = heads
            }
        }
        comments = reduction.comments.inOrder.filter { !$0.isGone }.map(\.thing)
        work = reduction.work.inOrder.filter { !$0.isGone }.map(\.thing)
        voidNodes = reduction.voidNodes
        people = reduction.log.authority.people
    }

    /// The state of a log without nodes of the family.
    package static var empty: Organisation { Organisation(.empty) }

    /// The principal whose key writes a node, as the members of the organisation name their owners and authors.
    package func principal(of author: Author) -> Principal { people.principal(of: author) }

    /// The principal of a user, as the members of the organisation name their owners and authors.
    package func principal(of user: UserID) -> Principal { people.principal(of: user) }

    package var canonicalState: JSONValue {
        [
            "categories": .array(categories.map(\.json)),
            "comments": .array(comments.map(\.json)),
            "work": .array(work.map(\.json)),
        ]
    }
}

extension Organisation {
    /// The intervals that have not ended.
    package var running: [WorkInterval] { work.filter { $0.end == nil } }
}

extension Organisation.Category {
    /// The category in the canonical state.
    package var json: JSONValue {
        [
            "color": .string(color), "created": .wall(created), "id": .text(id.text),
            "lastUpdated": .wall(lastUpdated), "name": .string(name),
            "owner": .text("\(owner)"), "parentCategory": parent.map { .text($0.text) } ?? .null,
        ]
    }
}

extension Organisation.Comment {
    /// The comment in the canonical state.
    package var json: JSONValue {
        [
            "author": .text("\(author)"), "created": .wall(created),
            "edited": edited.map { .wall($0) } ?? .null, "id": .text(id.text),
            "taskId": .text("\(task)"), "text": .string(text),
        ]
    }
}

extension Organisation.WorkInterval {
    /// The interval in the canonical state.
    package var json: JSONValue {
        [
            "author": .text("\(author)"), "end": end.map { .string($0) } ?? .null,
            "id": .text(id.text), "start": .string(start), "taskId": .text("\(task)"),
        ]
    }
}

extension JSONValue {
    fileprivate static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
    fileprivate static func wall(_ instant: Instant) -> JSONValue { .text(instant.wallText) }
}

/// The fold of a log into an organisation.
private struct OrganisationReduction {
    let log: FamilyLog
    var categories: [UUIDValue: Made<Organisation.Category>] = [:]
    var comments = MadeInOrder<Organisation.Comment>()
    var work = MadeInOrder<Organisation.WorkInterval>()
    var voidNodes: [VoidNode] = []
    /// The node that creates each thing.
    private var makers = Makers()
    /// The heads of each category so far.
    var heads: [UUIDValue: HeadNodes] = [:]
    /// The numbers of the nodes that gave each interval the end that it has.
    private var ends: [UUIDValue: Int] = [:]

    init(_ log: FamilyLog) { self.log = log }

    mutating func run(_ note: (OrganisationHistory.Change) -> Void) {
        let steps = log.nodes.compactMap { step($0) }
        for step in steps where step.verb == .make { claim(step) }
        for step in steps {
            if let reason = apply(step) {
                voidNodes.append(VoidNode(number: step.number, id: step.node.id, reason: reason))
            } else if let id = step.id {
                let thing = OwnedThing(kind: step.kind, id: id)
                note(
                    OrganisationHistory.Change(
                        node: step.node, author: step.author, thing: thing, verb: step.verb))
            }
        }
    }

    /// Reads a node; nil for one without effect and code.
    private func step(_ member: FamilyNode) -> Step? {
        guard let (kind, verb, definition) = OrganisationActions.effect(of: member.node.action)
        else { return nil }
        let fields = member.node.fields
        var reason = definition.fault(in: member.node, fields: fields)
        switch member.standing {
        case .hidden: return nil
        case .void(let other): reason = reason ?? other
        case .counts: break
        }
        let id = fields?[kind.idName]?.withCharacters { UUIDValue(text: $0) }
        return Step(
            number: member.number, node: member.node, kind: kind, verb: verb, id: id,
            fields: fields, author: log.authority.people.principal(of: member.node.author),
            reason: reason)
    }

    /// Records the node that creates a thing.
    private mutating func claim(_ step: Step) {
        guard step.reason == nil, let id = step.id else { return }
        makers.claim(
            OwnedThing(kind: step.kind, id: id), number: step.number, step.node, step.fields)
    }

    /// Applies a node to the state, or returns why it is void.
    private mutating func apply(_ step: Step) -> VoidReason? {
        if let reason = step.reason { return reason }
        guard let id = step.id, let maker = makers[OwnedThing(kind: step.kind, id: id)] else {
            return .nothingMade
        }
        guard maker.task == step.node.taskID else { return .otherTask(maker: maker.number) }
        if step.verb == .make {
            guard maker.number == step.number else { return .madeAlready(by: maker.number) }
            make(step, id)
            return nil
        }
        guard maker.number < step.number else { return .madeLater(by: maker.number) }
        switch step.kind {
        case .category: return changeCategory(id, step)
        case .comment: return changeComment(id, step, maker.number)
        case .work: return changeWork(id, step, maker.number)
        case .task: return nil
        }
    }

    private mutating func make(_ step: Step, _ id: UUIDValue) {
        let (author, wall) = (step.author, step.node.timestamp.wall)
        switch step.kind {
        case .category:
            categories[id] = Made(
                Organisation.Category(
                    id: id, owner: author, created: wall, name: step.text("name") ?? "",
                    color: step.text("color") ?? "", parent: step.uuid("parentCategory"),
                    lastUpdated: wall, heads: []))
            heads[id] = HeadNodes(step.node)
        case .comment:
            guard let task = step.node.taskID else { return }
            comments.append(
                Organisation.Comment(
                    id: id, task: task, author: author, user: step.node.author.userID,
                    created: wall,
                    text: step.text("text") ?? ""), id)
        case .work:
            guard let task = step.node.taskID else { return }
            work.append(
                Organisation.WorkInterval(
                    id: id, task: task, author: author, user: step.node.author.userID,
                    start: step.moment, firstStart: step.moment),
                id)
        case .task: break
        }
    }

    private mutating func changeCategory(_ id: UUIDValue, _ step: Step) -> VoidReason? {
        guard let category = categories[id] else { return .nothingMade }
        if let shared = log.authority.categories[id] {
            if let reason = shared.reasons[step.number] { return reason }
        } else if step.verb == .remove, category.thing.owner != step.author {
            return .ownerOnly
        }
        if step.verb == .remove {
            categories[id]?.isGone = true
            return nil
        }
        if category.isGone { return nil }
        var changed = category.thing
        if let name = step.text("name") { changed.name = name }
        if let color = step.text("color") { changed.color = color }
        if step.fields?["parentCategory"] != nil { changed.parent = step.uuid("parentCategory") }
        changed.lastUpdated = step.node.timestamp.wall
        heads[id]?.append(step.node)
        categories[id] = Made(changed)
        return nil
    }

    private mutating func changeComment(
        _ id: UUIDValue, _ step: Step, _ maker: Int
    ) -> VoidReason? {
        guard let comment = comments[id]?.thing else { return .nothingMade }
        let isAllowed =
            comment.author == step.author
            || (step.verb == .remove && log.owner(of: comment.task) == step.author)
        guard isAllowed else { return .notTheMakers(maker) }
        comments.update(id) { made in
            if step.verb == .remove {
                made.isGone = true
            } else if let text = step.text("text") {
                made.thing.text = text
                made.thing.edited = step.node.timestamp.wall
            }
        }
        return nil
    }

    private mutating func changeWork(
        _ id: UUIDValue, _ step: Step, _ maker: Int
    ) -> VoidReason? {
        guard let interval = work[id]?.thing else { return .nothingMade }
        let isStop = step.node.action == .stopWork
        if isStop {
            if step.moment.isBefore(interval.firstStart) { return .endsBeforeStart(maker) }
            if let end = ends[id] { return .endedAlready(by: end) }
        }
        let isAllowed =
            interval.author == step.author
            || (step.verb == .remove && log.owner(of: interval.task) == step.author)
        guard isAllowed else { return .notTheMakers(maker) }
        if step.verb == .remove {
            work.update(id) { $0.isGone = true }
        } else if isStop {
            setEnd(of: id, step.moment, step.number)
        } else {
            if let start = step.text("start") { work.update(id) { $0.thing.start = start } }
            if step.fields?["end"] != nil { setEnd(of: id, step.text("end"), step.number) }
        }
        return nil
    }

    /// - Parameter end: nil if the interval runs on.
    private mutating func setEnd(of id: UUIDValue, _ end: JSONString?, _ number: Int) {
        work.update(id) { $0.thing.end = end }
        ends[id] = end == nil ? nil : number
    }
}

/// The nodes about a thing that no other of them follows, in their order.
private struct HeadNodes {
    /// The nodes; nil in the slot of a node that another one follows.
    private var slots: [Node?]
    private var indices: [NodeID: Int]

    init(_ first: Node) {
        slots = [first]
        indices = [first.id: 0]
    }

    /// Adds a node, and removes those that it follows.
    ///
    /// - Complexity: O(p) for p parents: many nodes can be heads at the same time.
    mutating func append(_ node: Node) {
        for parent in node.parents {
            if let index = indices.removeValue(forKey: parent) { slots[index] = nil }
        }
        indices[node.id] = slots.count
        slots.append(node)
    }

    var nodes: [Node] { slots.compactMap(\.self) }
}

/// A node of the family that has been read.
private struct Step {
    let number: Int
    let node: Node
    let kind: OwnedKind
    let verb: OrganisationActions.Verb
    /// The id of the thing; nil for a node without one.
    let id: UUIDValue?
    let fields: JSONElement?
    let author: Principal
    /// Why the node is void in any state; nil for one that can have an effect.
    let reason: VoidReason?

    func text(_ name: StaticString) -> JSONString? { fields?[name]?.string }

    func uuid(_ name: StaticString) -> UUIDValue? {
        fields?[name]?.withCharacters { UUIDValue(text: $0) }
    }

    /// The time at which an interval begins or ends.
    var moment: JSONString { text("at") ?? JSONString(node.timestamp.wall.wallText) }
}

/// A thing, and the node that created it.
private struct Made<Thing> {
    var thing: Thing
    var isGone = false

    init(_ thing: Thing) { self.thing = thing }
}

/// Things in the order of their creation, found by id.
private struct MadeInOrder<Thing> {
    private(set) var inOrder: [Made<Thing>] = []
    private var indices: [UUIDValue: Int] = [:]

    mutating func append(_ thing: Thing, _ id: UUIDValue) {
        indices[id] = inOrder.count
        inOrder.append(Made(thing))
    }

    subscript(id: UUIDValue) -> Made<Thing>? { indices[id].map { inOrder[$0] } }

    mutating func update(_ id: UUIDValue, _ body: (inout Made<Thing>) -> Void) {
        if let index = indices[id] { body(&inOrder[index]) }
    }
}

extension JSONString {
    /// Whether an ISO 8601 time is before another one, to the last digit that was written.
    fileprivate func isBefore(_ other: JSONString) -> Bool {
        guard let own = instant, let others = other.instant else { return false }
        return own == others ? subMilliseconds < other.subMilliseconds : own < others
    }

    /// The nanoseconds after the last whole millisecond.
    private var subMilliseconds: Int {
        guard let point = utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
        let digits = utf8[(point + 1)...].prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return (3..<9).reduce(0) { value, index in
            value * 10
                + (index < digits.count ? Int(digits[point + 1 + index] - UInt8(ascii: "0")) : 0)
        }
    }
}
