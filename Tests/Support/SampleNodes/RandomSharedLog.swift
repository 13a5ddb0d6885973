import RedoCrypto
import RedoJSON
import TestSupport

@testable import RedoModel

/// A random log of several persons with several devices, of which some are thieves: they add and revoke devices,
/// share tasks and a category, take that back, and date nodes back.
///
/// All nodes pass stages 1 and 2.
package struct RandomSharedLog {
    package private(set) var nodes: [Node] = []
    private var random: SeededGenerator
    private let writers: [Writer]
    /// What each device knows, as places in ``nodes``.
    private var views: [Set<Int>]
    private let tasks: [TaskID]
    /// A further task of some logs, whose id the first writer certifies.
    private let certified: TaskID?
    private static let nonce: JSONString = "00112233445566778899aabbccddeeff"
    private let category = "c0ffee22-1111-4111-8111-000000000001"
    private var todos: [TaskID: [JSONValue]] = [:]
    private var comments: [JSONValue] = []

    private let isNarrow: Bool
    /// Whether most nodes are about persons.
    private let isAboutPersons: Bool

    private static let all = (1...10).map { Writer(UInt8($0)) }

    /// - Parameter isNarrow: whether the nodes of a task follow no others.
    package init(seed: UInt64, count: ClosedRange<Int> = 15...60, isNarrow: Bool = false) {
        self.isNarrow = isNarrow
        random = SeededGenerator(seed: seed)
        let writerCount = Int.random(in: 3...7, using: &random)
        writers = Array(Self.all.prefix(writerCount))
        views = Array(repeating: [], count: writerCount)
        isAboutPersons = Bool.random(using: &random)
        var tasks = (0..<Int.random(in: 1...2, using: &random)).map { Sample.taskID($0 + 1) }
        let key = Bool.random(using: &random) ? writers[0].author.publicKey : nil
        certified = key.map { TaskID(OwnedKind.task.certifiedID($0, nonce: Self.nonce)) }
        if let certified { tasks.append(certified) }
        self.tasks = tasks
        let wanted = Int.random(in: count, using: &random)
        for _ in 0..<(wanted * 4) where nodes.count < wanted { step() }
        nodes = nodes.inReplayOrder
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &random)
    }

    private mutating func step() {
        let device = Int.random(in: views.indices, using: &random)
        if chance(45), let other = views.indices.randomElement(using: &random) {
            views[device].formUnion(views[other])
        }
        let view = views[device].sorted().map { nodes[$0] }
        let names = [
            "CREATE_PERSON", "ADD_DEVICE", "ADD_DEVICE", "JOIN_PERSON", "JOIN_PERSON",
            "UPDATE_PERSON", "REVOKE_DEVICE", "KEEP_NODES", "RECOVER", "CREATE", "CREATE",
            "UPDATE", "UPDATE", "UPDATE", "CREATE_TODO", "COMPLETE_TODO", "DELETE", "SHARE",
            "SHARE", "SHARE", "SHARE", "SHARE", "UNSHARE", "UNSHARE", "UNSHARE",
            "CREATE_CATEGORY", "UPDATE_CATEGORY", "DELETE_CATEGORY", "ADD_COMMENT",
            "EDIT_COMMENT", "DELETE_COMMENT",
        ]
        let about = isAboutPersons && chance(60) ? Array(names.prefix(9)) : names
        guard let name = pick(about), let action = Action(name),
            let (task, fields) = content(name, view, device)
        else { return }
        let parents = parents(view, task)
        guard action.isKnown == false || action == .create || !parents.isEmpty else { return }
        let least = (parents.map(\.timestamp.lamport).max() ?? 0) + 1
        // Dated back as far as the parents let it, or ahead.
        let lamport = least + (chance(15) ? Int.random(in: 0...9, using: &random) : 0)
        let minute = chance(25) ? 0 : Int.random(in: 0...90, using: &random)
        guard
            let node = node(
                action, writers[device], task, parents, lamport, minute, fields),
            !nodes.contains(where: { $0.id == node.id })
        else { return }
        views[device].formUnion(closed(parents))
        views[device].insert(nodes.count)
        nodes.append(node)
        if case .createTodo(let todo) = node.payload, let task {
            todos[task, default: []].append(.string(JSONString(todo.id.description)))
        }
    }

    private mutating func node(
        _ action: Action, _ writer: Writer, _ task: TaskID?, _ parents: [Node], _ lamport: Int,
        _ minute: Int, _ fields: JSONValue
    ) -> Node? {
        guard chance(4), case .object(let members) = fields else {
            return try? writer.node(
                action, task: task, after: parents, lamport: lamport, minute: minute, fields)
        }
        // Without a signature, and perhaps without a key.
        var author = writer.author
        if chance(50) { author.publicKey = nil }
        let wall = Instant(milliseconds: Sample.wall.milliseconds + Int64(minute) * 60_000)
        return try? NodeDraft(
            action: action, taskID: task, parents: parents.map(\.id),
            timestamp: Timestamp(lamport: lamport, wall: wall), author: author, dialect: .fields,
            fields: members
        ).unsignedNode(validator: NodeValidator())
    }

    private func closed(_ starts: [Node]) -> Set<Int> {
        var ids = Set(starts.map(\.id))
        var places: Set<Int> = []
        for place in nodes.indices.reversed() where ids.contains(nodes[place].id) {
            places.insert(place)
            ids.formUnion(nodes[place].parents)
        }
        return places
    }

    /// Mostly the heads of what the device knows of the subject, sometimes of all, sometimes an old node.
    private mutating func parents(_ view: [Node], _ task: TaskID?) -> [Node] {
        let isWide = chance(45) && !(isNarrow && task != nil)
        let known = isWide ? view : view.filter { $0.taskID == task }
        if known.isEmpty { return task == nil || isNarrow ? [] : Array(view.suffix(1)) }
        if chance(20) { return pick(known).map { [$0] } ?? [] }
        let followed = Set(known.flatMap(\.parents))
        let heads = known.filter { !followed.contains($0.id) }.shuffled(using: &random)
        return Array(heads.prefix(chance(80) ? 10 : 1))
    }

    private func text(_ text: String) -> JSONValue { .string(JSONString(text)) }

    private mutating func key() -> JSONValue {
        text(pick(writers)?.author.publicKey?.hexadecimal ?? "")
    }

    private mutating func recovery() -> JSONValue {
        let writer =
            chance(80) ? pick(Array(Self.all.suffix(3)) + writers.prefix(2)) : pick(writers)
        let bytes = writer?.author.publicKey?.bytes ?? []
        return text(SHA256.digest(bytes.span).hexadecimal)
    }

    private mutating func keeps(_ view: [Node]) -> JSONValue {
        let count = chance(40) ? 0 : Int.random(in: 1...3, using: &random)
        return .array((0..<count).compactMap { _ in pick(view)?.reference })
    }

    private mutating func principal(_ view: [Node]) -> JSONValue {
        let persons = view.filter { $0.action.isNamed("CREATE_PERSON") }
        if chance(40), let person = pick(persons) { return person.reference }
        return text(pick(writers)?.author.userID.description ?? "")
    }

    private mutating func principals(_ view: [Node]) -> JSONValue {
        .array((0..<(chance(80) ? 1 : 2)).map { _ in principal(view) })
    }

    /// What a node of an action says: its task, and its fields.
    private mutating func content(
        _ name: String, _ view: [Node], _ device: Int
    ) -> (TaskID?, JSONValue)? {
        guard let task = pick(tasks) else { return nil }
        let person = pick(view.filter { $0.action.isNamed("CREATE_PERSON") })?.reference
        switch name {
        case "CREATE_PERSON":
            if nodes.count(where: { $0.action.isNamed("CREATE_PERSON") }) > 3 { return nil }
            return (nil, ["name": "P", "recovery": recovery()])
        case "ADD_DEVICE":
            guard let person else { return nil }
            return (nil, ["person": person, "key": key(), "name": text("device \(nodes.count)")])
        case "JOIN_PERSON":
            guard let person else { return nil }
            return (nil, ["person": person])
        case "UPDATE_PERSON":
            guard let person else { return nil }
            // An empty name makes it malformed.
            return (nil, ["person": person, "name": text(chance(90) ? "Q\(nodes.count)" : "")])
        case "REVOKE_DEVICE":
            guard let person else { return nil }
            return (nil, ["person": person, "key": key(), "keeps": keeps(view)])
        case "KEEP_NODES":
            let revocations = view.filter {
                $0.action.isNamed("REVOKE_DEVICE") || $0.action.isNamed("RECOVER")
            }
            let own = revocations.filter { $0.author.userID == writers[device].author.userID }
            guard let revocation = pick(own.isEmpty ? revocations : own), let kept = pick(view)
            else { return nil }
            return (nil, ["revocation": revocation.reference, "keeps": [kept.reference]])
        case "RECOVER":
            guard let person else { return nil }
            var revokes: [JSONValue] = []
            if chance(60) { revokes.append(["key": key(), "keeps": keeps(view)]) }
            return (
                nil,
                [
                    "person": person, "recovery": recovery(), "key": key(),
                    "revokes": .array(revokes),
                ]
            )
        default: return taskContent(name, view, device, task)
        }
    }

    private mutating func taskContent(
        _ name: String, _ view: [Node], _ device: Int, _ task: TaskID
    ) -> (TaskID?, JSONValue)? {
        let isCategory = chance(20)
        switch name {
        case "CREATE":
            let isThere = nodes.contains { $0.action == .create && $0.taskID == task }
            if isThere && chance(85) { return nil }
            guard task == certified else { return (task, ["title": text("T\(nodes.count)")]) }
            // Most are by the one that can certify the id, and close the task.
            if device != 0, chance(60) { return nil }
            let closed: JSONValue = chance(85) ? .bool(true) : "true"
            return (
                task,
                [
                    "title": text("T\(nodes.count)"), "ownerNonce": .string(Self.nonce),
                    "closed": closed,
                ]
            )
        case "UPDATE": return (task, ["title": text("U\(nodes.count)")])
        case "CREATE_TODO":
            let digits = String(100_000_000_000 + nodes.count)
            return (task, ["todoTaskId": text("aaaaaaaa-0000-4000-8000-\(digits)")])
        case "COMPLETE_TODO":
            guard let todo = pick(todos[task] ?? []) else { return nil }
            return (task, ["todoTaskId": todo, "completed": "2025-02-01T09:00:00Z"])
        case "DELETE":
            guard chance(25) else { return nil }
            let own = view.filter { $0.taskID == task }
            return own.isEmpty ? nil : (task, ["deletedChain": .array(own.map(\.reference))])
        case "SHARE":
            let words = ["read", "write", "write", "admin", "admin"]
            let grants: [JSONValue] = (0..<(chance(75) ? 1 : 2)).map { _ in
                ["grantee": principal(view), "permission": text(pick(words) ?? "")]
            }
            return isCategory
                ? (nil, ["categoryId": text(category), "grants": .array(grants)])
                : (task, ["grants": .array(grants)])
        case "UNSHARE":
            return isCategory
                ? (nil, ["categoryId": text(category), "grantees": principals(view)])
                : (task, ["grantees": principals(view)])
        case "CREATE_CATEGORY":
            let isThere = nodes.contains { $0.action == .createCategory }
            return isThere && chance(80)
                ? nil : (nil, ["categoryId": text(category), "name": "C", "color": "#112233"])
        case "UPDATE_CATEGORY":
            return (nil, ["categoryId": text(category), "name": text("C\(nodes.count)")])
        case "DELETE_CATEGORY": return (nil, ["categoryId": text(category)])
        case "ADD_COMMENT":
            let id = text("dddddddd-0000-4000-8000-\(100_000_000_000 + nodes.count)")
            comments.append(id)
            return (task, ["commentId": id, "text": "hello"])
        case "EDIT_COMMENT", "DELETE_COMMENT":
            guard let comment = pick(comments) else { return nil }
            return (
                task,
                name == "EDIT_COMMENT"
                    ? ["commentId": comment, "text": "again"] : ["commentId": comment]
            )
        default: return nil
        }
    }
}
