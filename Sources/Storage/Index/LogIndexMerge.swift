import RedoModel

/// A merge of the nodes of several packs and loose ones into one order, each once, that also checks stage 2.
struct LogIndexMerge {
    private let packs: [Pack]
    private let loose: [Node]
    private let parents: StoredParents
    private(set) var locations: [LogIndex.Location] = []
    private(set) var packedNumbers: PackedNumbers
    private(set) var looseNumbers: [NodeID: Int32] = [:]
    /// The next node of each source: the packs, then the loose nodes.
    private var cursors: [Int]
    private var heads: [ReplayPosition?]

    init(_ log: StoredLog) {
        packs = log.packs
        loose = log.loose
        parents = StoredParents(log)
        packedNumbers = PackedNumbers(packs)
        cursors = Array(repeating: 0, count: packs.count + 1)
        heads = []
        locations.reserveCapacity(log.copyCount)
        for source in cursors.indices { heads.append(position(source)) }
    }

    private func position(_ source: Int) -> ReplayPosition? {
        let number = cursors[source]
        if source == packs.count { return number < loose.count ? loose[number].position : nil }
        let index = packs[source].index
        return number < index.nodeCount ? index.position(of: number) : nil
    }

    /// Puts all nodes in order.
    ///
    /// - Returns: false if a node is not sound.
    mutating func run() -> Bool {
        while let (source, end) = nextRun() {
            // If a run starts at a node that another source ends with, the copies are skipped.
            if heads[source] == end { passOverCopies(of: source) }
            let isSound =
                source == packs.count
                ? addLoose(until: end) : addPacked(from: source, until: end)
            guard isSound else { return false }
            heads[source] = position(source)
        }
        return true
    }

    /// The source with the lowest position, and the lowest position of the others.
    private func nextRun() -> (source: Int, end: ReplayPosition?)? {
        var lowest: (source: Int, position: ReplayPosition)?
        var second: ReplayPosition?
        for (source, head) in heads.enumerated() {
            guard let head else { continue }
            // Of two copies the later source's counts: a loose one can have the signature that the packed one lacks.
            if let best = lowest, best.position < head {
                if second.map({ head < $0 }) ?? true { second = head }
            } else {
                second = lowest?.position
                lowest = (source, head)
            }
        }
        return lowest.map { ($0.source, second) }
    }

    /// Advances the other sources that are at the same node.
    private mutating func passOverCopies(of source: Int) {
        for other in heads.indices where other != source && heads[other] == heads[source] {
            if other == packs.count {
                noteLoose(cursors[other])
            } else {
                packedNumbers[cursors[other], of: other] = locations.count
            }
            cursors[other] += 1
            heads[other] = position(other)
        }
    }

    // MARK: Packed nodes

    /// Adds a pack's next node, and the following ones that come before the end; nil means no end.
    ///
    /// - Returns: false if a node is not sound.
    private mutating func addPacked(from source: Int, until end: ReplayPosition?) -> Bool {
        let index = packs[source].index
        let links = LinkColumns(index)
        let first = cursors[source]
        let run = first..<Self.end(of: first, before: end, in: index, links)
        // A closure over the merge itself would copy it for each node.
        let parents = parents
        guard links.areSound(run, in: index, { parents.facts(of: $0) }) else { return false }
        packedNumbers.number(run, of: source, from: locations.count)
        locations += run.map { LogIndex.Location(pack: Int32(source), ordinal: Int32($0)) }
        cursors[source] = run.upperBound
        return true
    }

    /// The number of the first node of a pack, after one, that does not come before a position.
    private static func end(
        of first: Int, before end: ReplayPosition?, in index: PackIndex, _ links: LinkColumns
    ) -> Int {
        // If no other source is left, the positions do not matter.
        guard let end else { return index.nodeCount }
        var number = first + 1
        while number < index.nodeCount {
            let lamport = links.lamport(of: number)
            // The lamports of most nodes differ.
            let isBefore =
                lamport == end.timestamp.lamport
                ? index.position(of: number) < end : lamport < end.timestamp.lamport
            guard isBefore else { break }
            number += 1
        }
        return number
    }

    // MARK: Loose nodes

    /// Adds the next loose node, and the following ones that come before the end; nil means no end.
    ///
    /// - Returns: false if a node is not sound.
    private mutating func addLoose(until end: ReplayPosition?) -> Bool {
        var number = cursors[packs.count]
        let parents = parents
        repeat {
            guard loose[number].checkParents({ parents.facts(of: $0) }) == nil else { return false }
            noteLoose(number)
            locations.append(
                LogIndex.Location(pack: LogIndex.Location.loose, ordinal: Int32(number)))
            number += 1
        } while number < loose.count && (end.map { loose[number].position < $0 } ?? true)
        cursors[packs.count] = number
        return true
    }

    /// Records the number in the log that a loose node, or a copy of it, will have.
    private mutating func noteLoose(_ number: Int) {
        looseNumbers[loose[number].id] = Int32(locations.count)
    }
}

/// The data that stage 2 needs of the nodes of a log.
private struct StoredParents {
    private let packs: [Pack]
    private let loose: [NodeID: ParentFacts]

    init(_ log: StoredLog) {
        packs = log.packs
        loose = Dictionary(
            log.loose.map { ($0.id, $0.parentFacts) }, uniquingKeysWith: { first, _ in first })
    }

    /// Nil for a node that is missing.
    func facts(of id: NodeID) -> ParentFacts? { packs.parentFacts(of: id) ?? loose[id] }
}
