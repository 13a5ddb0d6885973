import RedoModel

/// A merge of the nodes of several packs and loose ones into one order, each once, that also checks stage 2.
struct LogIndexMerge {
    private let packs: [Pack]
    private let loose: [Node]
    private let looseFacts: [NodeID: ParentFacts]
    private(set) var locations: [LogIndex.Location] = []
    private(set) var packedNumbers: PackedNumbers
    private(set) var looseNumbers: [NodeID: Int32] = [:]
    /// The next node of each source: the packs, then the loose nodes.
    private var cursors: [Int]
    private var heads: [ReplayPosition?]

    init(_ log: StoredLog) {
        packs = log.packs
        loose = log.loose
        looseFacts = Dictionary(
            loose.map { ($0.id, $0.parentFacts) }, uniquingKeysWith: { first, _ in first })
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
        var number = cursors[source]
        repeat {
            guard links.isInOrder(number), links.isSound(number, in: index, facts(of:)) else {
                return false
            }
            packedNumbers[number, of: source] = locations.count
            locations.append(LogIndex.Location(pack: Int32(source), ordinal: Int32(number)))
            number += 1
        } while number < index.nodeCount && isBefore(end, number, in: index, links)
        cursors[source] = number
        return true
    }

    private func isBefore(
        _ end: ReplayPosition?, _ number: Int, in index: PackIndex, _ links: LinkColumns
    ) -> Bool {
        // If no other source is left, the positions do not matter.
        guard let end else { return true }
        let lamport = links.lamport(of: number)
        // The lamports of most nodes differ.
        return lamport == end.timestamp.lamport
            ? index.position(of: number) < end : lamport < end.timestamp.lamport
    }

    // MARK: Loose nodes

    /// Adds the next loose node, and the following ones that come before the end; nil means no end.
    ///
    /// - Returns: false if a node is not sound.
    private mutating func addLoose(until end: ReplayPosition?) -> Bool {
        var number = cursors[packs.count]
        repeat {
            guard loose[number].checkParents({ facts(of: $0) }) == nil else { return false }
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

    private func facts(of id: NodeID) -> ParentFacts? {
        packs.parentFacts(of: id) ?? looseFacts[id]
    }
}
