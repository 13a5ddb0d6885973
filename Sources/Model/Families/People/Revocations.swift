import RedoCrypto

/// The revocations that count, and the nodes that they cut off (docs/extensions.md, "Which revocations count").
struct Revocations: Sendable {
    /// By number of a node that is cut off, the index of the first revocation that cuts it off.
    private(set) var cutOff: [Int: Int] = [:]
    /// The indexes of the REVOKE_DEVICEs that count.
    private(set) var counting: Set<Int> = []
    /// By number of a key, the indexes of the revocations of it that count, REVOKE_DEVICEs and RECOVERs.
    private var ofKeys: [Int: [Int]] = [:]
    /// The indexes of the KEEP_NODES that stand and belong to revocations that count.
    private(set) var keeping: Set<Int> = []

    /// A revocation that can count: its key had joined, and its author may revoke it.
    private struct Candidate {
        /// The index of the statement.
        let index: Int
        let key: Int
        /// The source of coverage of the revocation itself.
        let source: Int
        /// The KEEP_NODES for it by its own signer, with their sources.
        let keeps: [(index: Int, source: Int)]
        let level: Level
    }

    /// A step of the decision: revocations of one level are decided together, in this order.
    private struct Level: Comparable {
        /// −1 for a RECOVER.
        let depth: Int
        let isByOther: Bool

        static func < (left: Level, right: Level) -> Bool {
            left.depth == right.depth
                ? !left.isByOther && right.isByOther : left.depth < right.depth
        }
    }

    /// - Parameter membership: has settled all statements.
    init(
        _ membership: Membership, _ recoveries: Recoveries, in graph: LogGraph,
        _ authors: LogAuthors
    ) {
        let statements = membership.statements
        var gathering = Gathering(membership, recoveries, graph)
        gathering.run()
        if gathering.candidates.isEmpty { return }
        let coverage = Coverage(gathering.sources, statements.keys, in: graph, authors)
        var spared = Self.neverCutOff(statements)
        var rest = gathering.candidates.sorted { ($0.level, $0.index) < ($1.level, $1.index) }[...]
        while let level = rest.first?.level {
            let together = rest.prefix { $0.level == level }
            rest = rest.dropFirst(together.count)
            // Statements of others count as the earlier levels left them.
            let standing =
                level.isByOther ? Standing(membership, recoveries, cutOff: cutOff) : nil
            let decided = together.filter { candidate in
                if level.depth < 0 { return true }
                return cutOff[statements.all[candidate.index].number] == nil
                    && standing?.stands[candidate.index] != false
            }
            let kept = decided.map { candidate in
                candidate.keeps.filter {
                    cutOff[statements.all[$0.index].number] == nil
                }
            }
            for (candidate, kept) in zip(decided, kept) {
                if level.depth >= 0 {
                    counting.insert(candidate.index)
                    spared.insert(statements.all[candidate.index].number)
                }
                keeping.formUnion(kept.map(\.index))
                ofKeys[candidate.key, default: []].append(candidate.index)
            }
            for (candidate, kept) in zip(decided, kept) {
                let uncovered = coverage.uncovered(
                    by: [candidate.source] + kept.map(\.source), of: candidate.key)
                for number in uncovered where cutOff[number] == nil && !spared.contains(number) {
                    cutOff[number] = candidate.index
                }
            }
        }
    }

    /// The indexes of the revocations of a key that count, in replay order.
    func revocations(of key: Int) -> [Int] { (ofKeys[key] ?? []).sorted() }

    /// The nodes that nothing cuts off: RECOVERs, and KEEP_NODES for one by the key that signed it.
    private static func neverCutOff(_ statements: Statements) -> Set<Int> {
        var numbers: Set<Int> = []
        for (index, statement) in statements.all.enumerated() {
            if statement.isRecover { numbers.insert(statement.number) }
            if let revocation = statements.revocations[index],
                statements.all[revocation].isRecover,
                statements.signers[revocation] == statements.signers[index]
            {
                numbers.insert(statement.number)
            }
        }
        return numbers
    }

    /// Collects the revocations that can count, and the nodes that they cover.
    private struct Gathering {
        let membership: Membership
        let recoveries: Recoveries
        let graph: LogGraph
        var candidates: [Candidate] = []
        var sources: [Coverage.Source] = []
        /// By revocation, the KEEP_NODES by its own signer.
        private var keeps: [Int: [Int]] = [:]

        init(_ membership: Membership, _ recoveries: Recoveries, _ graph: LogGraph) {
            self.membership = membership
            self.recoveries = recoveries
            self.graph = graph
            let statements = membership.statements
            for (index, revocation) in statements.revocations.enumerated() {
                if let revocation, statements.signers[index] == statements.signers[revocation] {
                    keeps[revocation, default: []].append(index)
                }
            }
        }

        mutating func run() {
            let statements = membership.statements
            for (index, statement) in statements.all.enumerated() {
                guard let person = statements.persons[index] else { continue }
                let (past, author) = (statements.pasts[index], statements.signers[index])
                for entry in statement.revokes {
                    guard let key = statements.number(of: entry.key),
                        membership.hasJoined(key, person, in: past)
                    else { continue }
                    if statement.isRecover {
                        guard recoveries.counting.contains(index) else { continue }
                        add(index, key, entry.keeps, Level(depth: -1, isByOther: false))
                    } else if author == key
                        || membership.isSenior(author, to: key, person, in: past)
                    {
                        let depth = membership.depth(of: author, person, in: past)
                        add(index, key, entry.keeps, Level(depth: depth, isByOther: author != key))
                    }
                }
            }
        }

        private mutating func add(_ index: Int, _ key: Int, _ own: [NodeID], _ level: Level) {
            let statements = membership.statements
            let number = statements.all[index].number
            sources.append(
                Coverage.Source(key: key, starts: [number] + own.compactMap(graph.number(of:))))
            let source = sources.count - 1
            var further: [(index: Int, source: Int)] = []
            // A key that revoked itself keeps no further nodes.
            if statements.all[index].isRecover || level.isByOther {
                for keep in keeps[index, default: []] {
                    guard case .keepNodes(_, let ids) = statements.all[keep].content else {
                        continue
                    }
                    sources.append(
                        Coverage.Source(key: key, starts: ids.compactMap(graph.number(of:))))
                    further.append((keep, sources.count - 1))
                }
            }
            candidates.append(
                Candidate(index: index, key: key, source: source, keeps: further, level: level))
        }
    }
}
