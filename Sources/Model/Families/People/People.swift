import RedoCrypto
import RedoJSON
import RedoSystem

/// The state of the family `people`: persons and their devices (docs/extensions.md, section 3).
package struct People: Sendable {
    /// Sorted by id.
    package private(set) var persons: [Person] = []
    package private(set) var voidNodes: [VoidNode] = []
    /// For each node that a revocation cuts off, the number of the revocation in the log.
    private(set) var cutOff: [NodeID: Int] = [:]
    /// By key, the revocations of it that count, in replay order.
    private var revocations: [PublicKey: [Revocation]] = [:]
    /// By person, listed or not, the revocations of its devices by other persons, one for each device and person.
    package private(set) var foreignRevocations: [NodeID: [ForeignRevocation]] = [:]
    /// The statements that have no effect because their persons are ignored, with these.
    package private(set) var ignored: [NodeID: NodeID] = [:]
    /// The ids of all well-formed CREATE_PERSONs, void ones as well: their persons can have revoked keys.
    package private(set) var ids: [NodeID] = []
    /// The id of the person that each key belongs to, listed or not.
    private var personsOfKeys: [PublicKey: NodeID] = [:]
    /// The id of the person that each user belongs to, for nodes without a key.
    private var personsOfUsers: [UserID: NodeID] = [:]
    /// The shortest digits that distinguish persons, and those that distinguish keys.
    private var personDigits = DistinctDigits([] as [String])
    private var keyDigits = DistinctDigits([] as [String])
    /// By key, the statements that made it a device in their own pasts, in replay order.
    private var belongings: [PublicKey: [Belonging]] = [:]

    /// A CREATE_PERSON or a JOIN_PERSON that its own past backs, cut off or not.
    package struct Belonging: Sendable {
        let node: NodeID
        /// The id of the person.
        package let person: NodeID
    }

    /// A revocation of a key that counts.
    package struct Revocation: Sendable {
        /// The node's index in replay order.
        let number: Int
        /// The id of the person whose device it revokes.
        package let person: NodeID
        package let revoked: Instant
    }

    /// A person with devices.
    package struct Person: Sendable {
        /// The id of the CREATE_PERSON.
        package let id: NodeID
        /// The prefix of the id that distinguishes the person from the others of the log.
        package let digits: String
        package fileprivate(set) var name: JSONString
        package fileprivate(set) var email: JSONString?
        package let created: Instant
        /// The SHA-256 of the public key that must sign the next RECOVER.
        package let recovery: Digest
        /// Sorted by key.
        package fileprivate(set) var devices: [Device] = []
        /// The keys that a device or a RECOVER has let in and that have not joined, in replay order.
        package fileprivate(set) var invitations: [Invitation] = []
        /// The statements about the person that count, in replay order.
        package fileprivate(set) var statements: [Node] = []
        /// The statements that no other one has seen, in replay order: a new statement follows them.
        package fileprivate(set) var heads: [Node] = []
    }

    /// An ADD_DEVICE that counts, or the key that a RECOVER names.
    package struct Invitation: Sendable {
        package let key: PublicKey
        /// See ``Device/digits``.
        package let digits: String
        package let name: JSONString?
        package let added: Instant
    }

    /// A key of a person.
    package struct Device: Sendable {
        package let key: PublicKey
        /// The prefix of the key that distinguishes it from the others of the log.
        package let digits: String
        package let name: JSONString?
        package let added: Instant
        /// The signer of the ADD_DEVICE that its JOIN_PERSON follows; nil for the key that created the person, and for
        /// one that a RECOVER let in.
        package let addedBy: PublicKey?
        package let revoked: Instant?
    }

    /// Whether the log has no statement about a person that counts.
    package var isEmpty: Bool {
        personsOfKeys.isEmpty && personsOfUsers.isEmpty && cutOff.isEmpty && revocations.isEmpty
            && ignored.isEmpty
    }

    /// A log without persons.
    package static var none: People { People() }

    private init() {}

    /// - Parameters:
    ///   - facts: those of all nodes, none of them ignored.
    ///   - persons: the persons whose statements have no effect. The statements remain in the graph.
    /// - Returns: nil if a required node cannot be read.
    /// - Complexity: O(n) for n nodes by columns, plus the statements about persons.
    package init?(
        _ facts: LogFacts, ignoring persons: Set<NodeID> = [], reading reader: some NodeReader
    ) {
        guard let numbers = facts.columns.numbers(withAction: Self.has) else { return nil }
        if numbers.isEmpty {
            self = .none
            return
        }
        guard let nodes = reader.nodes(Set(numbers)), let authors = facts.columns.authors() else {
            return nil
        }
        self.init(
            numbers.compactMap { number in nodes[number].map { (number, $0) } },
            in: facts.graph, authors, ignoring: persons)
    }

    /// - Parameters:
    ///   - nodes: the nodes of the family's actions, in replay order.
    ///   - authors: the author of each node of the log.
    ///   - persons: the persons whose statements have no effect.
    private init(
        _ nodes: [(number: Int, node: Node)], in graph: LogGraph, _ authors: LogAuthors,
        ignoring persons: Set<NodeID>
    ) {
        if nodes.isEmpty { return }
        var wellFormed: [Statement] = []
        var faults: [Int: VoidReason] = [:]
        for (number, node) in nodes {
            guard let definition = FamilyAction.definition(of: node.action) else { continue }
            let fields = node.fields
            if let statement = Statement(number, node, definition, fields) {
                if let person = statement.ignoredPerson(among: persons, ignored) {
                    ignored[node.id] = person
                } else {
                    wellFormed.append(statement)
                }
            } else {
                faults[number] = definition.fault(in: node, fields: fields)
            }
        }
        let statements = Statements(wellFormed, in: graph)
        var membership = Membership(statements)
        let recoveries = Recoveries(&membership)
        let revocations = Revocations(membership, recoveries, in: graph, authors)
        let standing = Standing(membership, recoveries, cutOff: revocations.cutOff)
        let verdicts = StatementVerdicts(
            membership: membership, recoveries: recoveries, revocations: revocations,
            standing: standing)
        for (index, statement) in statements.all.enumerated() {
            if let reason = verdicts.reason(of: index) { faults[statement.number] = reason }
        }
        for (number, revocation) in revocations.cutOff {
            cutOff[graph.id(of: number)] = statements.all[revocation].number
        }
        for (index, statement) in statements.all.enumerated() where membership.isBelonging(index) {
            guard let person = statements.persons[index] else { continue }
            belongings[statement.signer, default: []].append(
                Belonging(
                    node: statement.node.id,
                    person: statements.all[statements.creates[person]].node.id))
        }
        ids = statements.creates.map { statements.all[$0].node.id }.sorted()
        personDigits = DistinctDigits(ids.map(\.digest.hexadecimal))
        keyDigits = DistinctDigits(
            (statements.keys + statements.all.compactMap(\.addedKey)).map(\.hexadecimal))
        for (key, publicKey) in statements.keys.enumerated() {
            let counting = revocations.revocations(of: key)
            if counting.isEmpty { continue }
            self.revocations[publicKey] = counting.compactMap { index in
                statements.persons[index].map { person in
                    Revocation(
                        number: statements.all[index].number,
                        person: statements.all[statements.creates[person]].node.id,
                        revoked: statements.all[index].node.timestamp.wall)
                }
            }
        }
        voidNodes = nodes.compactMap { number, node in
            faults[number].map { VoidNode(number: number, id: node.id, reason: $0) }
        }
        take(verdicts) { faults[$0] == nil }
    }

    /// Creates the persons.
    private mutating func take(_ verdicts: StatementVerdicts, _ counts: (_ number: Int) -> Bool) {
        let statements = verdicts.membership.statements
        var devices: [Int: [Device]] = [:]
        for (key, belongings) in verdicts.standing.belongings.enumerated() {
            guard let first = belongings.first, let person = statements.persons[first] else {
                continue
            }
            let id = statements.all[statements.creates[person]].node.id
            personsOfKeys[statements.keys[key]] = id
            personsOfUsers[UserID(statements.keys[key])] = id
            devices[person, default: []].append(device(verdicts, key, first, person))
        }
        for (person, create) in statements.creates.enumerated() {
            let statement = statements.all[create]
            let foreign = foreignRevocations(of: person, verdicts)
            if !foreign.isEmpty { foreignRevocations[statement.node.id] = foreign }
            guard counts(statement.number),
                case .createPerson(let name, let email, _) = statement.content
            else { continue }
            var made = Person(
                id: statement.node.id, digits: digits(of: statement.node.id), name: name,
                email: email,
                created: statement.node.timestamp.wall,
                recovery: verdicts.recoveries.inForce[person])
            for index in statements.byPerson[person] where counts(statements.all[index].number) {
                guard case .updatePerson(_, let name, let email) = statements.all[index].content
                else { continue }
                if let name { made.name = name }
                if let email { made.email = email }
            }
            made.devices = (devices[person] ?? []).sorted {
                $0.key.hexadecimal < $1.key.hexadecimal
            }
            noteStatements(of: person, statements, counts, in: &made)
            persons.append(made)
        }
        persons.sort { $0.id < $1.id }
    }

    /// The device of a key, by the statement that makes it one.
    func device(
        _ verdicts: StatementVerdicts, _ key: Int, _ belonging: Int, _ person: Int
    ) -> Device {
        verdicts.device(
            key, belonging, person,
            digits: digits(of: verdicts.membership.statements.keys[key]))
    }

    private func noteStatements(
        of number: Int, _ statements: Statements, _ counts: (_ number: Int) -> Bool,
        in person: inout Person
    ) {
        let counting = statements.byPerson[number].filter { counts(statements.all[$0].number) }
        person.statements = counting.map { statements.all[$0].node }
        var seen = BitSet()
        for index in counting { seen.formUnion(statements.pasts[index]) }
        person.heads = counting.filter { !seen.contains($0) }.map { statements.all[$0].node }
        var invited: Set<PublicKey> = []
        for index in counting {
            let (key, name): (PublicKey, JSONString?)
            switch statements.all[index].content {
            case .addDevice(_, let added, let given): (key, name) = (added, given)
            case .recover(_, _, let added, _): (key, name) = (added, nil)
            default: continue
            }
            guard personsOfKeys[key] == nil, invited.insert(key).inserted else { continue }
            let added = statements.all[index].node.timestamp.wall
            person.invitations.append(
                Invitation(key: key, digits: digits(of: key), name: name, added: added))
        }
    }

    /// The principal that a name means: the person, if the name is the user of a key that has one.
    package func principal(ofName name: Principal) -> Principal {
        switch name {
        case .person: name
        case .user(let user): principal(of: user)
        }
    }

    /// The keys of a principal: for a person those that are not revoked, if there are any.
    func identities(of principal: Principal) -> [Identity] {
        switch principal {
        case .user(let user): return [identity(of: .user(user))]
        case .person(let id):
            let devices = self[id]?.devices ?? []
            let live = devices.filter { $0.revoked == nil }
            let keys = (live.isEmpty ? devices : live).map {
                Identity(user: UserID($0.key), person: id)
            }
            return keys.isEmpty ? [Identity(keyless: id)] : keys
        }
    }

    /// The person with an id; nil if the log has none.
    package subscript(id: NodeID) -> Person? {
        let position = persons.partitioningIndex { $0.id >= id }
        return position < persons.count && persons[position].id == id ? persons[position] : nil
    }

    /// The person whose key has a user; nil for a key without a person, or of a void person.
    package func person(of user: UserID) -> Person? {
        personsOfUsers[user].flatMap { self[$0] }
    }

    /// The person whose key wrote a node; nil for a key without a person.
    package func person(of author: Author) -> Person? {
        identity(of: AuthorKey(author)).person.flatMap { self[$0] }
    }

    /// A principal in a word or two: the name of the person, else the prefix of the id.
    package func shortName(of principal: Principal) -> String {
        switch principal {
        case .person(let id): self[id]?.name.printable ?? digits(of: id)
        case .user(let user): digits(of: user)
        }
    }

    /// The prefix of a person's id that distinguishes it from the others of the log.
    package func digits(of person: NodeID) -> String {
        personDigits.text(of: person.digest.hexadecimal)
    }

    /// The prefix of a key that distinguishes it from those of the log's persons.
    package func digits(of key: PublicKey) -> String { keyDigits.text(of: key.hexadecimal) }

    /// The prefix of a user's id that distinguishes its key from those of the log's persons.
    package func digits(of user: UserID) -> String { keyDigits.text(of: user.description) }

    /// The name of an author's person, else the author's own name, for people; nil without either.
    package func name(of author: Author) -> String? {
        (person(of: author)?.name ?? author.name)?.printable
    }

    /// The number of the first revocation of a key that counts; nil if there is none.
    package func revocation(of key: PublicKey) -> Int? { revocations[key]?.first?.number }

    /// The revocations of a key that count, in replay order.
    package func revocations(of key: PublicKey) -> [Revocation] { revocations[key] ?? [] }

    /// The statements that made a key a device of a person in their own pasts, in replay order, cut off or not: a
    /// node's author is the person of the first that the node has seen.
    package func belongings(of key: PublicKey) -> [Belonging] { belongings[key] ?? [] }

    /// The node that made a key a device, which a node in the name of the person must have seen; nil for a key without
    /// a person.
    package func belonging(of key: PublicKey) -> NodeID? { belongings[key]?.first?.node }

    /// The identity of an author's key.
    func identity(of author: AuthorKey) -> Identity {
        let person: NodeID? =
            switch author {
            case .key(let key): personsOfKeys[key]
            case .user(let user): personsOfUsers[user]
            }
        return Identity(user: author.userID, person: person)
    }

    /// The person that a key belongs to; nil for a key without one, and for a person that is not listed.
    package func person(of key: PublicKey) -> Person? {
        personsOfKeys[key].flatMap { self[$0] }
    }

    /// Whether a person has let in a key that has not joined.
    package func isInvited(_ key: PublicKey) -> Bool {
        persons.contains { $0.invitations.contains { $0.key == key } }
    }

    /// Whether two keys are devices of one person, revoked or not.
    package func areOfOnePerson(_ key: PublicKey, _ other: PublicKey) -> Bool {
        guard let person = personsOfKeys[key] else { return false }
        return personsOfKeys[other] == person
    }

    /// The principal of a user.
    package func principal(of user: UserID) -> Principal {
        identity(of: .user(user)).principal
    }

    /// The principal whose key wrote a node.
    package func principal(of author: Author) -> Principal {
        identity(of: AuthorKey(author)).principal
    }
}

extension People: FamilyReducer {
    package static var actions: [FamilyAction] { PeopleActions.all }

    package init(_ log: FamilyLog) { self = log.authority.people }

    package var canonicalState: JSONValue { .array(persons.map(\.json)) }
}
