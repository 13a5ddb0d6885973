/// Who has joined a person in a past, who let each key in, and which keys are therefore senior (docs/extensions.md,
/// "Joined and senior, in a past"). Nodes that are cut off are included here.
struct Membership: Sendable {
    let statements: Statements
    /// A key in its role for a person.
    private struct Role: Hashable {
        let key: Int
        let person: Int
    }
    /// The JOIN_PERSONs of each key and person, in replay order.
    private var joins: [Role: [Int]] = [:]
    private var adds: [Role: [Int]] = [:]
    /// The valid RECOVERs that name a key as a new device.
    private var recovers: [Role: [Int]] = [:]
    /// By index: for a JOIN_PERSON whether its own past backs it, for an ADD_DEVICE whether its author had joined; nil
    /// if it is not decided yet.
    private var isBacked: [Bool?]
    /// By index of a backed JOIN_PERSON, the number of steps from its key to the creator of the person.
    private var depths: [Int]

    init(_ statements: Statements) {
        self.statements = statements
        isBacked = Array(repeating: nil, count: statements.all.count)
        depths = Array(repeating: 0, count: statements.all.count)
        for index in statements.all.indices {
            guard let person = statements.persons[index] else { continue }
            switch statements.all[index].content {
            case .joinPerson:
                joins[Role(key: statements.signers[index], person: person), default: []]
                    .append(index)
            case .addDevice(_, let key, _):
                guard let key = statements.number(of: key) else { continue }
                adds[Role(key: key, person: person), default: []].append(index)
            default: break
            }
        }
    }

    /// Records a valid RECOVER: the key that it names may join.
    mutating func add(validRecover index: Int) {
        guard let person = statements.persons[index],
            case .recover(_, _, let key, _) = statements.all[index].content,
            let key = statements.number(of: key)
        else { return }
        recovers[Role(key: key, person: person), default: []].append(index)
    }

    /// Decides about all statements of a person in a past whose valid RECOVERs have been recorded.
    ///
    /// - Parameter past: nil for all statements.
    mutating func settle(_ person: Int, in past: BitSet?) {
        for index in statements.byPerson[person]
        where isBacked[index] == nil && past?.contains(index) != false {
            let key = statements.signers[index]
            switch statements.all[index].content {
            case .addDevice:
                isBacked[index] = hasJoined(key, person, in: statements.pasts[index])
            case .joinPerson:
                isBacked[index] = settleJoin(index, Role(key: key, person: person))
            default: break
            }
        }
    }

    /// - Returns: whether its own past backs a JOIN_PERSON.
    private mutating func settleJoin(_ index: Int, _ role: Role) -> Bool {
        let past = statements.pasts[index]
        if recovers[role, default: []].contains(where: past.contains) { return true }
        let depth = backers(of: index).map { add in
            self.depth(
                of: statements.signers[add], role.person, in: statements.pasts[add]) + 1
        }.max()
        depths[index] = depth ?? 0
        return depth != nil
    }

    /// The ADD_DEVICEs that back a JOIN_PERSON, in its own past.
    private func backers(of join: Int) -> [Int] {
        guard let person = statements.persons[join] else { return [] }
        let past = statements.pasts[join]
        return adds[Role(key: statements.signers[join], person: person), default: []].filter {
            past.contains($0) && isBacked[$0] == true
        }
    }

    /// The first JOIN_PERSON of a key in a past that its own past backs; nil for the key that created the person, to
    /// which no key is senior, whatever it signs later.
    private func firstJoin(_ key: Int, _ person: Int, in past: BitSet) -> Int? {
        if statements.isCreator(key, of: person) { return nil }
        return joins[Role(key: key, person: person)]?.first {
            past.contains($0) && isBacked[$0] == true
        }
    }

    /// Whether a key had joined a person in a past.
    func hasJoined(_ key: Int, _ person: Int, in past: BitSet) -> Bool {
        if statements.isCreator(key, of: person) {
            return past.contains(statements.creates[person])
        }
        return firstJoin(key, person, in: past) != nil
    }

    /// Whether a statement makes its key a device in its own past.
    func isBelonging(_ index: Int) -> Bool {
        switch statements.all[index].content {
        case .createPerson: true
        case .joinPerson: isBacked[index] == true
        default: false
        }
    }

    /// The number of steps from a key that has joined to the creator of the person, in a past.
    func depth(of key: Int, _ person: Int, in past: BitSet) -> Int {
        if statements.isCreator(key, of: person) { return 0 }
        return firstJoin(key, person, in: past).map { depths[$0] } ?? 0
    }

    /// Whether a key is senior to another one in a past.
    ///
    /// - Complexity: O(j a) for j JOIN_PERSONs above the key and a ADD_DEVICEs.
    func isSenior(_ key: Int, to other: Int, _ person: Int, in past: BitSet) -> Bool {
        var pending = firstJoin(other, person, in: past).map { [$0] } ?? []
        var seen = Set(pending)
        while let join = pending.popLast() {
            for add in backers(of: join) {
                let author = statements.signers[add]
                if author == key { return true }
                if let next = firstJoin(author, person, in: statements.pasts[add]),
                    seen.insert(next).inserted
                {
                    pending.append(next)
                }
            }
        }
        return false
    }

    /// The ADD_DEVICEs of a key to a person, in replay order.
    func adds(_ key: Int, _ person: Int) -> [Int] { adds[Role(key: key, person: person)] ?? [] }

    /// The valid RECOVERs of a person that name a key as a new device, in replay order.
    func recovers(_ key: Int, _ person: Int) -> [Int] {
        (recovers[Role(key: key, person: person)] ?? []).sorted()
    }
}
