import RedoCrypto
import RedoJSON

/// What has to be known of a whole log before its first node can be replaced.
struct LogSurvey {
    /// The number of each node.
    private(set) var numbers: [NodeID: Int] = [:]
    private(set) var nodes: [NodeFacts] = []
    /// The keys of each user that nodes name; the one that signed something first.
    private(set) var keys: [UserID: [PublicKey]] = [:]
    private var signers: Set<PublicKey> = []
    /// What made the ids that certify their maker.
    private(set) var certificates: [OwnedThing: Certificate] = [:]
    /// The things that nonces say they take the place of.
    private(set) var again: [JSONString: OwnedThing] = [:]
    private var things: Set<OwnedThing> = []
    /// Whether the node that is being read is about a room.
    private var isOfRoom = false
    /// The nodes that made to-dos without an id of their own.
    private(set) var unnamedTodos: [TodoID: Int] = [:]
    /// What the ids of next occurrences are derived from.
    private(set) var nextTodos: [TodoID: Occurrence] = [:]
    /// Words and texts that must not come about by chance.
    private(set) var strings: Set<[UInt8]> = []
    /// Short texts in arrays.
    private(set) var listTexts: Set<[UInt8]> = []
    private(set) var memberNames: Set<[UInt8]> = []
    private(set) var otherNumbers: Set<Double> = []
    private(set) var walls: ClosedRange<Instant>?
    private(set) var times: ClosedRange<Instant>?

    /// The key and the nonce that a self-certifying id is made of.
    struct Certificate {
        let key: PublicKey
        let nonce: JSONString
    }

    /// A to-do of a task.
    struct Occurrence: Hashable {
        let task: TaskID
        let todo: TodoID
    }

    /// What the order of a node hangs on.
    struct NodeFacts {
        let id: NodeID
        let timestamp: Timestamp
        let user: UserID
        let groups: [Group]
        let isCreate: Bool
    }

    /// Nodes, by number, that a merge leaves equal but for their ids.
    private(set) var tiedParents: [[Int]] = []

    /// Nodes whose order among each other means something.
    enum Group: Hashable {
        case task(TaskID)
        case thing(OwnedThing)
        case room(NodeID)
        /// Nodes about persons, and who may do what.
        case people
    }

    mutating func note(_ node: Node, _ body: JSONElement) {
        let number = nodes.count
        numbers[node.id] = number
        Self.widen(&walls, node.timestamp.wall)
        Self.widen(&times, node.timestamp.wall)
        note(node.author, isSigner: node.isSigned)
        note(node, fields: body["data"]?["fields"])
        if !node.action.isKnown, !node.action.isOfSomeFamily {
            TextPseudonyms.note(Array("\(node.action)".utf8), in: &strings)
        }
        isOfRoom = node.action.isOfRoom
        if let data = body["data"] { note(data.value, named: nil, isField: false, depth: 0) }
        nodes.append(
            NodeFacts(
                id: node.id, timestamp: node.timestamp, user: node.author.userID,
                groups: groups(of: node), isCreate: node.action == .create))
        noteTies(node)
    }

    /// Ends the survey: what only the whole log tells.
    mutating func finish() {
        for thing in things {
            again[thing.kind.nonce(inPlaceOf: thing.id)] = thing
        }
        for user in keys.keys {
            keys[user]?.sort { left, right in
                let (isLeft, isRight) = (signers.contains(left), signers.contains(right))
                return isLeft == isRight
                    ? left.hexadecimal < right.hexadecimal : isLeft
            }
        }
    }

    // MARK: Nodes

    private mutating func note(_ author: Author, isSigner: Bool) {
        note(author.userID)
        if let key = author.publicKey {
            note(key)
            if isSigner { signers.insert(key) }
        }
        for text in [author.deviceID, author.name, author.email, author.deviceName] {
            if let text { TextPseudonyms.note(text.utf8, in: &strings) }
        }
    }

    private mutating func note(_ user: UserID) { keys[user, default: []] += [] }

    private mutating func note(_ key: PublicKey) {
        let user = UserID(key)
        if keys[user]?.contains(key) != true { keys[user, default: []].append(key) }
    }

    private mutating func note(_ node: Node, fields: JSONElement?) {
        if let task = node.taskID {
            things.insert(OwnedThing(kind: .task, id: task.value))
            if node.action == .create {
                certify(OwnedThing(kind: .task, id: task.value), by: node, fields)
            }
            if let todo = node.payload.todo {
                let next = TodoID(after: todo, of: task)
                nextTodos[next] = Occurrence(task: task, todo: todo)
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
        certificates[thing] = Certificate(key: key, nonce: nonce)
    }

    /// Parents that differ in none of what the rules of a merge compare. With all of it, they are of one user at one
    /// place in time, which ``Group`` sees to.
    private mutating func noteTies(_ node: Node) {
        guard case .merge(.decision(let decision)) = node.payload else { return }
        let compared = decision.rules.policy.tiebreakers
        if compared.contains(.lamport), compared.contains(.wall) { return }
        var groups: [[JSONValue]: [Int]] = [:]
        for parent in node.parents {
            guard let number = numbers[parent] else { continue }
            let facts = nodes[number]
            let key: [JSONValue] = [
                compared.contains(.lamport) ? .number(Double(facts.timestamp.lamport)) : .null,
                compared.contains(.wall)
                    ? .number(Double(facts.timestamp.wall.milliseconds)) : .null,
                compared.contains(.author) ? .string(JSONString(facts.user.description)) : .null,
            ]
            groups[key, default: []].append(number)
        }
        tiedParents += groups.values.filter { $0.count > 1 }
    }

    /// A statement about who may do what to a task or a category is ordered among those statements, and among the nodes
    /// that make what it is about.
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

    // MARK: Values

    /// - Parameters:
    ///   - name: of the member that has the value.
    ///   - isField: whether that member is a field of the node.
    private mutating func note(
        _ value: JSONValue, named name: JSONString?, isField: Bool, depth: Int
    ) {
        switch value {
        case .null, .bool: break
        case .number(let number):
            if let name,
                case .number? = FieldRule.rule(for: name, isField: isField, isOfRoom: isOfRoom)
            {
                break
            }
            otherNumbers.insert(number)
        case .string(let text): note(text, named: name)
        case .array(let elements):
            for element in elements {
                note(element, named: name, isField: false, depth: depth)
                if let text = element.string?.utf8, text.count <= 24, !Self.isIdentifier(text) {
                    listTexts.insert(text)
                }
            }
        case .object(let members):
            for member in members {
                if !KnownNames.contains(member.name.utf8, isOfRoom: isOfRoom) {
                    memberNames.insert(member.name.utf8)
                    TextPseudonyms.note(member.name.utf8, in: &strings)
                }
                note(member.value, named: member.name, isField: depth == 1, depth: depth + 1)
            }
        }
    }

    private mutating func note(_ text: JSONString, named name: JSONString?) {
        let bytes = text.utf8
        if let instant = Instant(iso8601: bytes.span) {
            Self.widen(&times, instant)
        } else if bytes.count == 64, let name, name == "key",
            let key = PublicKey(hexadecimal: bytes.span)
        {
            note(key)
        } else if bytes.count == 32, let name, name == "grantee" || name == "grantees",
            let user = UserID(text: bytes.span)
        {
            note(user)
        } else if !Self.isIdentifier(bytes) {
            TextPseudonyms.note(bytes, in: &strings)
        }
    }

    /// Whether a text is an id or a number of hexadecimal digits that has a place of its own.
    static func isIdentifier(_ text: [UInt8]) -> Bool {
        switch text.count {
        case 32: UserID(text: text.span) != nil
        case 36: UUIDValue(text: text.span) != nil
        case 64: Digest(hexadecimal: text.span) != nil
        case NodeID.textByteCount: NodeID(text: text.span) != nil
        default: false
        }
    }

    private static func widen(_ range: inout ClosedRange<Instant>?, _ instant: Instant) {
        let known = range ?? instant...instant
        range = min(known.lowerBound, instant)...max(known.upperBound, instant)
    }
}

extension Action {
    /// Whether a family other than `tasks` defines the action.
    var isOfSomeFamily: Bool { FamilyAction.definition(of: self) != nil }
}
