import RedoCrypto

/// The participant who wrote a node: the one whose principal is the user, else the one whose principal is the person
/// that the key belongs to by the node's own past.
struct RoomAuthors: Sendable {
    /// By the number of a node whose key had a person in the node's past, the id of that person.
    private var persons: [Int: NodeID] = [:]

    /// - Complexity: O(n b / 64) for n nodes and the b CREATE_PERSONs and JOIN_PERSONs of those that wrote to rooms with
    ///   persons; constant without such rooms.
    init(_ entries: [RoomEntry], _ people: People, in graph: LogGraph) {
        let hasPersons = entries.contains { entry in
            entry.roster?.participants.contains { $0.principal.isPerson } ?? false
        }
        guard hasPersons else { return }
        var pending: [PublicKey: [Int]] = [:]
        for entry in entries {
            guard let key = entry.node.author.publicKey else { continue }
            pending[key, default: []].append(entry.number)
        }
        var belongings: [(key: PublicKey, number: Int, person: NodeID)] = []
        for key in pending.keys {
            for belonging in people.belongings(of: key) {
                guard let number = graph.number(of: belonging.node) else { continue }
                belongings.append((key, number, belonging.person))
            }
        }
        // The first one that a node has seen counts.
        belongings.sort { $0.number < $1.number }
        for start in stride(from: 0, to: belongings.count, by: UInt64.bitWidth) {
            let share = belongings[start..<min(start + UInt64.bitWidth, belongings.count)]
            let pasts = Self.pasts(share.map(\.number), in: graph)
            for (bit, belonging) in share.enumerated() {
                for number in pending[belonging.key] ?? []
                where pasts[number] >> UInt64(bit) & 1 == 1 && persons[number] == nil {
                    persons[number] = belonging.person
                }
            }
        }
    }

    /// For each node of the log a bit for each of some nodes that it is or has seen.
    private static func pasts(_ numbers: [Int], in graph: LogGraph) -> [UInt64] {
        var pasts = Array(repeating: UInt64(0), count: graph.count)
        for (bit, number) in numbers.enumerated() { pasts[number] |= 1 << UInt64(bit) }
        for number in (numbers.min() ?? 0)..<graph.count {
            for parent in graph.parents(of: number) { pasts[number] |= pasts[parent] }
        }
        return pasts
    }

    /// The index of the participant who wrote a node; nil if no participant did.
    func participant(_ entry: RoomEntry, among roster: RoomRoster) -> Int? {
        let user = Principal.user(entry.node.author.userID)
        if let index = roster.participants.firstIndex(where: { $0.principal == user }) {
            return index
        }
        guard let person = persons[entry.number].map({ Principal.person($0) }) else { return nil }
        return roster.participants.firstIndex { $0.principal == person }
    }
}

extension Principal {
    fileprivate var isPerson: Bool {
        if case .person = self { return true }
        return false
    }
}
