import RedoCrypto
import RedoJSON
import RedoModel

/// Facts of a whole log that are needed before its first node can be replaced.
struct LogSurvey {
    private let shift: TimeShift
    /// The number of each node.
    private(set) var numbers: [NodeID: Int] = [:]
    private(set) var nodes: [NodeFacts] = []
    /// The keys of each author, the one that signed something first at the front.
    private(set) var keys: [UserID: [PublicKey]] = [:]
    private var signers: Set<PublicKey> = []
    /// The sources of the ids that certify their creator.
    private(set) var certificates: [UUIDValue: Certificate] = [:]
    /// The things that nonces name as replaced.
    private(set) var again: [JSONString: OwnedThing] = [:]
    private var things: Set<OwnedThing> = []
    /// The nodes that created to-dos without their own id.
    private(set) var unnamedTodos: [TodoID: Int] = [:]
    /// The sources of the ids of next occurrences.
    private(set) var nextTodos: [TodoID: Occurrence] = [:]
    /// The numbers of all fields.
    private(set) var values: Set<Double> = []
    /// Nodes that a merge considers equal except for their ids, in the order of these.
    private(set) var tiedParents: [[Int]] = []

    /// The source of a self-certifying id.
    struct Certificate {
        let kind: OwnedKind
        let key: PublicKey
        let nonce: JSONString
    }

    /// A to-do of a task.
    struct Occurrence {
        let task: TaskID
        let todo: TodoID
    }

    /// The values that determine the order of a node.
    struct NodeFacts {
        let position: ReplayPosition
        /// The wall time in the copy.
        let wall: Instant
        let user: UserID
        let groups: [Group]
        let isCreate: Bool
    }

    /// Nodes whose relative order has a meaning.
    enum Group: Hashable {
        case task(TaskID)
        case thing(OwnedThing)
        case room(NodeID)
        /// Nodes about persons, and about who may do what.
        case people
    }

    init(_ shift: TimeShift) { self.shift = shift }

    mutating func note(_ node: Node) {
        let number = nodes.count
        numbers[node.id] = number
        note(node.author, isSigner: node.isSigned)
        if let data = (try? JSONDocument(node.encoding.body))?.root["data"] {
            note(node, fields: data["fields"])
            noteNumbers(in: data)
        }
        nodes.append(
            NodeFacts(
                position: node.position, wall: shift.image(of: node.timestamp.wall),
                user: node.author.userID, groups: groups(of: node),
                isCreate: node.action == .create))
        noteTies(node)
    }

    /// Ends the survey with the facts that depend on the whole log.
    mutating func finish() {
        for thing in things {
            again[thing.kind.nonce(replacing: thing.id)] = thing
        }
        for user in keys.keys {
            keys[user]?.sort { left, right in
                let (isLeft, isRight) = (signers.contains(left), signers.contains(right))
                return isLeft == isRight
                    ? left.hexadecimal < right.hexadecimal : isLeft
            }
        }
    }

    /// The id from which another one is computed; nil if there is none.
    func source(of id: UUIDValue) -> UUIDValue? {
        if let certificate = certificates[id] { return again[certificate.nonce]?.id }
        return nextTodos[TodoID(id)]?.todo.value
    }

    // MARK: Nodes

    private mutating func note(_ author: Author, isSigner: Bool) {
        guard let key = author.publicKey else {
            keys[author.userID, default: []] += []
            return
        }
        if isSigner { signers.insert(key) }
        if keys[author.userID]?.contains(key) != true {
            keys[author.userID, default: []].append(key)
        }
    }

    private mutating func note(_ node: Node, fields: JSONElement?) {
        if let task = node.taskID {
            let thing = OwnedThing(kind: .task, id: task.value)
            things.insert(thing)
            if node.action == .create { certify(thing, by: node, fields) }
            if let todo = node.payload.todo {
                nextTodos[TodoID(after: todo, of: task)] = Occurrence(task: task, todo: todo)
                if case .createTodo = node.payload, todo == TodoID(unnamedTodoOf: node.id) {
                    unnamedTodos[todo] = nodes.count
                }
            }
        }
        guard let effect = OrganisationActions.effect(of: node.action),
            let id = fields?[effect.kind.idName]?.withCharacters({ UUIDValue(text: $0) })
        else { return }
        let thing = OwnedThing(kind: effect.kind, id: id)
        things.insert(thing)
        if effect.verb == .make { certify(thing, by: node, fields) }
    }

    private mutating func certify(_ thing: OwnedThing, by node: Node, _ fields: JSONElement?) {
        guard thing.kind.isCertified(thing.id, by: fields, node.author.publicKey),
            let key = node.author.publicKey, let nonce = fields?[thing.kind.nonceName]?.string
        else { return }
        certificates[thing.id] = Certificate(kind: thing.kind, key: key, nonce: nonce)
    }

    private mutating func noteNumbers(in value: JSONElement) {
        if let number = value.number { values.insert(number) }
        for element in value.elements { noteNumbers(in: element) }
        for member in value.members { noteNumbers(in: member.value) }
    }

    /// Records parents that are equal in everything that the rules of a merge compare. Parents that are equal in all of
    /// it are nodes of one user at one time, which ``Group`` covers.
    private mutating func noteTies(_ node: Node) {
        guard case .merge(.decision(let decision)) = node.payload else { return }
        let compared = decision.rules.policy.tiebreakers
        if compared.contains(.lamport), compared.contains(.wall) { return }
        var groups: [[JSONValue]: [Int]] = [:]
        for parent in node.parents.sorted() {
            guard let number = numbers[parent] else { continue }
            let facts = nodes[number]
            let key: [JSONValue] = [
                compared.contains(.lamport)
                    ? .number(Double(facts.position.timestamp.lamport)) : .null,
                compared.contains(.wall) ? .number(Double(facts.wall.milliseconds)) : .null,
                compared.contains(.author) ? .string(JSONString(facts.user.description)) : .null,
            ]
            groups[key, default: []].append(number)
        }
        tiedParents += groups.values.filter { $0.count > 1 }
    }

    /// The groups of a node. A statement about who may do what with a task or a category is ordered among those
    /// statements, and among the nodes that create the subject.
    private func groups(of node: Node) -> [Group] {
        if let effect = OrganisationActions.effect(of: node.action) {
            return thing(effect.kind, in: node).map { [.thing($0)] } ?? []
        }
        if node.action.isOfRoom {
            let room = node.fields?["room"]?.withCharacters { NodeID(text: $0) }
            return [.room(room ?? node.id)]
        }
        var groups = node.taskID.map { [Group.task($0)] } ?? []
        if node.action.isSharing, let category = thing(.category, in: node) {
            groups.append(.thing(category))
        }
        if node.action.isSharing || People.has(node.action) { groups.append(.people) }
        return groups
    }

    private func thing(_ kind: OwnedKind, in node: Node) -> OwnedThing? {
        let id = node.fields?[kind.idName]?.withCharacters { UUIDValue(text: $0) }
        return id.map { OwnedThing(kind: kind, id: $0) }
    }
}
