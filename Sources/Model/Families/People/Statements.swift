import RedoCrypto

/// The statements of a log about persons, in replay order, and which of them each has seen.
///
/// The index of a statement is that in ``all``. Keys and persons have their own numbers.
struct Statements: Sendable {
    let all: [Statement]
    /// For each statement those in its past.
    let pasts: [BitSet]
    /// The person of each, by number; nil for one that has not seen the person, or whose revocation has not.
    private(set) var persons: [Int?] = []
    /// For a KEEP_NODES the index of the revocation, if it has seen it.
    private(set) var revocations: [Int?] = []
    /// The signer of each, by number of the key.
    private(set) var signers: [Int] = []
    /// By person, the index of the CREATE_PERSON.
    private(set) var creates: [Int] = []
    /// By person, its statements in replay order.
    private(set) var byPerson: [[Int]] = []
    /// The keys that signed statements, by number.
    private(set) var keys: [PublicKey] = []
    private var keyNumbers: [PublicKey: Int] = [:]

    /// - Parameter all: well-formed statements, in replay order.
    /// - Complexity: O(n log n) for a log of n nodes, and O(s²/64) for s statements.
    init(_ all: [Statement], in graph: LogGraph) {
        self.all = all
        pasts = Self.pasts(all.map(\.number), in: graph)
        var indices: [NodeID: Int] = [:]
        for (index, statement) in all.enumerated() {
            indices[statement.node.id] = index
            signers.append(number(ofSigner: statement.signer))
            var seen: Int?
            if case .keepNodes(let revocation, _) = statement.content {
                let other = indices[revocation].flatMap { pasts[index].contains($0) ? $0 : nil }
                if let other {
                    switch all[other].content {
                    case .revokeDevice, .recover: seen = other
                    default: break
                    }
                }
            }
            revocations.append(seen)
            let person = statement.person
            persons.append(
                person == nil
                    ? seen.flatMap { persons[$0] }
                    : person.flatMap { self.person(of: index, $0, indices) })
            if let number = persons[index] { byPerson[number].append(index) }
        }
    }

    /// The number of the person that a statement names, a new one for a CREATE_PERSON.
    private mutating func person(
        of index: Int, _ id: NodeID, _ indices: [NodeID: Int]
    ) -> Int? {
        guard let create = indices[id], case .createPerson = all[create].content else { return nil }
        if create == index {
            creates.append(index)
            byPerson.append([])
            return creates.count - 1
        }
        return pasts[index].contains(create) ? persons[create] : nil
    }

    /// The number of a key; a key without one gets a new one.
    private mutating func number(ofSigner key: PublicKey) -> Int {
        if let number = keyNumbers[key] { return number }
        keyNumbers[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }

    private static func pasts(_ numbers: [Int], in graph: LogGraph) -> [BitSet] {
        guard !numbers.isEmpty else { return [] }
        var subjects = Array(repeating: LogGraph.none, count: graph.count)
        for number in numbers { subjects[number] = 0 }
        let ancestry = TaskAncestry(graph, subjects: subjects, count: 1)
        var positions: [Int: Int] = [:]
        var pasts: [BitSet] = []
        pasts.reserveCapacity(numbers.count)
        for (position, number) in numbers.enumerated() {
            positions[number] = position
            var past = BitSet()
            for above in ancestry.nearest(to: number) {
                guard let position = positions[above] else { continue }
                past.formUnion(pasts[position])
                past.insert(position)
            }
            pasts.append(past)
        }
        return pasts
    }

    /// The number of a key; nil for one that signed no statement.
    func number(of key: PublicKey) -> Int? { keyNumbers[key] }

    /// Whether a statement has seen another one.
    func hasSeen(_ index: Int, _ other: Int) -> Bool { pasts[index].contains(other) }

    /// Whether a key created a person, by their numbers.
    func isCreator(_ key: Int, of person: Int) -> Bool { signers[creates[person]] == key }
}
