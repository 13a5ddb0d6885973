import RedoLog

/// The nodes of a store at one moment, in replay order, without their content: what the indexes of
/// packs know. Only loose nodes, which have no index, are read.
///
/// The nodes are those of a ``Snapshot``, but for what a damaged frame would take from that.
package struct Outline: Sendable {
    private let content: Content

    /// One reference, since an outline is handed on with each node.
    private final class Content: Sendable {
        let packs: [Pack]
        let loose: [Node]
        let places: [Place]
        /// The number in the log of each node of each pack.
        let packedNumbers: [[Int32]]
        let looseNumbers: [ChangeID: Int32]

        init(
            packs: [Pack], loose: [Node], places: [Place], packedNumbers: [[Int32]],
            looseNumbers: [ChangeID: Int32]
        ) {
            self.packs = packs
            self.loose = loose
            self.places = places
            self.packedNumbers = packedNumbers
            self.looseNumbers = looseNumbers
        }
    }

    /// Where a node is: its pack, or none for a loose one, and its number there.
    struct Place {
        let source: Int32
        let number: Int32

        static let loose: Int32 = -1
    }

    fileprivate init(_ log: StoredLog, _ merge: OutlineMerge) {
        content = Content(
            packs: log.packs, loose: log.loose, places: merge.places,
            packedNumbers: merge.packedNumbers, looseNumbers: merge.looseNumbers)
    }

    var packs: [Pack] { content.packs }
    var loose: [Node] { content.loose }
    var places: [Place] { content.places }
    var packedNumbers: [[Int32]] { content.packedNumbers }

    package var count: Int { content.places.count }

    /// The number of a node; nil where it is not here. O(k log n) for k packs.
    package func number(of id: ChangeID) -> Int? {
        for (place, pack) in content.packs.enumerated() {
            if let node = pack.index.number(of: id) {
                return Int(content.packedNumbers[place][node])
            }
        }
        return content.looseNumbers[id].map { Int($0) }
    }

    package func id(of number: Int) -> ChangeID {
        let place = content.places[number]
        return place.source == Place.loose
            ? content.loose[Int(place.number)].id
            : content.packs[Int(place.source)].index.id(of: Int(place.number))
    }

    /// A node by its place in the order.
    package subscript(number: Int) -> Entry { Entry(outline: self, place: content.places[number]) }

    /// What is known of a node.
    package struct Entry: Sendable {
        private let outline: Outline
        private let place: Place

        fileprivate init(outline: Outline, place: Place) {
            self.outline = outline
            self.place = place
        }

        private var number: Int { Int(place.number) }
        /// Nil for a loose node.
        private var pack: Pack? {
            place.source == Place.loose ? nil : outline.content.packs[Int(place.source)]
        }
        private var node: Node { outline.content.loose[number] }

        package var id: ChangeID { pack?.index.id(of: number) ?? node.id }
        package var timestamp: Timestamp { pack?.index.timestamp(of: number) ?? node.timestamp }
        package var parents: [ChangeID] { pack?.index.parents(of: number) ?? node.parents }
        package var taskID: TaskID? {
            if let pack { return pack.index.taskID(of: number) }
            return node.taskID
        }
        /// Nil for an action that only the content names.
        package var action: Action? {
            if let pack { return pack.index.action(of: number) }
            return node.action
        }
        /// Nil where a damaged index has none.
        package var author: Author? {
            if let pack { return pack.author(of: number) }
            return node.author
        }
    }
}

extension StoredLog {
    /// Puts the log in order. Stage 2 is checked from the columns.
    ///
    /// - Returns: nil where a node's parents are missing, so that somebody has to be told.
    /// - Complexity: O(n k) for n nodes in k packs; no frame is read.
    package func outline() -> Outline? {
        var merge = OutlineMerge(self)
        return merge.run() ? Outline(self, merge) : nil
    }
}

/// Puts nodes of several packs and loose ones in order, each once, and checks stage 2.
private struct OutlineMerge {
    private let packs: [Pack]
    private let loose: [Node]
    private let looseFacts: [ChangeID: ParentFacts]
    private(set) var places: [Outline.Place] = []
    private(set) var packedNumbers: [[Int32]]
    private(set) var looseNumbers: [ChangeID: Int32] = [:]
    /// The next node of each source: the packs, then the loose ones.
    private var cursors: [Int]
    private var heads: [ReplayPosition?]

    init(_ log: StoredLog) {
        packs = log.packs
        loose = log.loose
        looseFacts = Dictionary(
            loose.map { ($0.id, $0.parentFacts) }, uniquingKeysWith: { first, _ in first })
        packedNumbers = packs.map { Array(repeating: 0, count: $0.nodeCount) }
        cursors = Array(repeating: 0, count: packs.count + 1)
        heads = []
        places.reserveCapacity(log.copyCount)
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
    /// - Returns: false where a node is not sound.
    mutating func run() -> Bool {
        while let (source, end) = nextRun() {
            // Where nothing else is left the positions do not matter.
            guard let end else { return takeRest(of: source) }
            repeat {
                let number = cursors[source]
                guard isSound(number, in: source) else { return false }
                note(number, in: source)
                if heads[source] == end.position { passOverCopies(of: source) }
                addPlace(number, in: source)
                cursors[source] += 1
                heads[source] = position(source)
                // The copies that were passed over may have stood at the end.
                guard let next = heads[source], next < end.position else { break }
            } while true
        }
        return true
    }

    /// Takes all that is left of the only source that has any left.
    ///
    /// - Returns: false where a node is not sound.
    private mutating func takeRest(of source: Int) -> Bool {
        guard source < packs.count else {
            for number in cursors[source]..<loose.count {
                guard isSound(number, in: source) else { return false }
                note(number, in: source)
                addPlace(number, in: source)
            }
            return true
        }
        // Most nodes of most logs come this way: the index is looked up once.
        let index = packs[source].index
        for number in cursors[source]..<index.nodeCount {
            guard isSound(number, in: index) else { return false }
            note(number, in: source)
            addPlace(number, in: source)
        }
        return true
    }

    private mutating func addPlace(_ number: Int, in source: Int) {
        places.append(
            Outline.Place(
                source: source == packs.count ? Outline.Place.loose : Int32(source),
                number: Int32(number)))
    }

    /// Moves the other sources on that stand at the same node.
    private mutating func passOverCopies(of source: Int) {
        for other in heads.indices where other != source && heads[other] == heads[source] {
            note(cursors[other], in: other)
            cursors[other] += 1
            heads[other] = position(other)
        }
    }

    /// Remembers which number in the log a node of a source, or a copy of it, will have.
    private mutating func note(_ number: Int, in source: Int) {
        if source == packs.count {
            looseNumbers[loose[number].id] = Int32(places.count)
        } else {
            packedNumbers[source][number] = Int32(places.count)
        }
    }

    /// The source with the least position, and the one with the least of the others.
    private func nextRun() -> (source: Int, end: (source: Int, position: ReplayPosition)?)? {
        var least: (source: Int, position: ReplayPosition)?
        var second: (source: Int, position: ReplayPosition)?
        for (source, head) in heads.enumerated() {
            guard let head else { continue }
            // Of two copies the later source's counts: a loose one can be signed where the packed one
            // is not.
            if let best = least, best.position < head {
                if second.map({ head < $0.position }) ?? true { second = (source, head) }
            } else {
                second = least
                least = (source, head)
            }
        }
        return least.map { ($0.source, second) }
    }

    /// Stage 2 of a node. A packed one's parents inside the pack are told by their numbers.
    private func isSound(_ number: Int, in source: Int) -> Bool {
        if source == packs.count {
            return loose[number].checkParents { facts(of: $0) } == nil
        }
        return isSound(number, in: packs[source].index)
    }

    private func isSound(_ number: Int, in index: PackIndex) -> Bool {
        var check = ParentCheck(
            dialect: index.dialect(of: number), lamport: index.lamport(of: number))
        let task = index.taskNumber(of: number)
        for place in index.parentPlaces(of: number) {
            switch index.parent(at: place) {
            case .inside(let parent):
                let isOfTask = index.taskNumber(of: parent) == task
                guard parent < number,
                    check.add(lamport: index.lamport(of: parent), isOfTask: isOfTask)
                else { return false }
            case .outside(let id):
                guard let parent = facts(of: id),
                    check.add(
                        lamport: parent.lamport,
                        isOfTask: parent.taskID == index.taskID(of: number))
                else { return false }
            }
        }
        return check.lamportMistake == nil
    }

    private func facts(of id: ChangeID) -> ParentFacts? {
        packs.parentFacts(of: id) ?? looseFacts[id]
    }
}
