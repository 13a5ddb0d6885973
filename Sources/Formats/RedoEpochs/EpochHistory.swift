import RedoCrypto
import RedoModel

/// The status of an epoch in a history.
package enum EpochStanding: Equatable, Sendable {
    case accepted
    /// Accepted, but its changes do not count: it opens what it sealed, and seals nothing more.
    case cutOff
    /// These epochs before it are missing.
    case waiting(for: [EpochReference])
    case refused(EpochRefusal)
}

/// The epochs of a remote: which are accepted, which are cut off, and who its members are.
///
/// The result depends only on the set of epochs, and not on the order in which they arrived.
///
/// This module has the keys, members and epochs of encrypted remotes, and the seals of their files
/// (docs/encrypted-remotes.md). It reads no remote and stores nothing: RedoCheckpoints has the limits and records of a
/// reading, and RedoCheckpointRemote performs it. Start here; then read ``EpochFile`` (the format), ``EpochArchive``
/// (opening files), ``SealingDecision`` (whether a writer may seal) and ``Seal``.
///
/// ```
/// var archive = EpochArchive()
/// for file in files {
///     archive.add(file)
///     _ = archive.tryBoxes(of: file) { boxKey.open($0) }
/// }
/// let history = EpochHistory(archive.epochs, genesis: pin)
/// let content = try history.open(bytes.span, as: .statement)
/// ```
package struct EpochHistory {
    let graph: EpochGraph
    /// The accepted epochs that are cut off.
    let cutOff: BitSet
    private let refusals: [EpochReference: EpochStanding]

    /// Judges epochs.
    ///
    /// - Parameter genesis: the first epoch that the reader trusts.
    /// - Complexity: O(n²) for n epochs, and O(n³) where removals are concurrent with joins.
    package init(_ epochs: [OpenedEpoch], genesis: GenesisPin) {
        var waiting: [EpochReference: OpenedEpoch] = [:]
        for epoch in epochs { waiting[epoch.reference] = epoch }
        var graph = EpochGraph()
        var refusals: [EpochReference: EpochStanding] = [:]
        let isDisputed = waiting.values.count(where: genesis.fits) > 1
        var children: [EpochReference: [EpochReference]] = [:]
        for (reference, epoch) in waiting.sorted(by: { $0.key < $1.key }) {
            for parent in epoch.body.parents { children[parent, default: []].append(reference) }
        }
        var ready = waiting.values.filter { $0.body.parents.isEmpty }.map(\.reference).sorted()
        while let reference = ready.popLast() {
            guard let epoch = waiting[reference], graph.numbers[reference] == nil,
                refusals[reference] == nil
            else { continue }
            let parents = epoch.body.parents
            guard
                parents.allSatisfy({ graph.numbers[$0] != nil || refusals[$0] != nil })
            else { continue }
            do throws(EpochRefusal) {
                if let refused = parents.first(where: { refusals[$0] != nil }) {
                    throw .parent(refused)
                }
                if parents.isEmpty {
                    guard genesis.fits(epoch) else { throw .otherGenesis }
                    guard !isDisputed else { throw .disputedGenesis }
                    try graph.append(genesis: epoch)
                } else {
                    try graph.append(epoch, after: parents.compactMap { graph.numbers[$0] })
                }
            } catch {
                refusals[reference] = .refused(error)
            }
            ready += children[reference] ?? []
        }
        for (reference, epoch) in waiting
        where graph.numbers[reference] == nil && refusals[reference] == nil {
            refusals[reference] = .waiting(
                for: epoch.body.past.references.filter { waiting[$0] == nil })
        }
        self.graph = graph
        self.refusals = refusals
        cutOff = graph.cutOff(in: BitSet(graph.vertices.indices))
    }

    /// The status of an epoch; nil for one that is missing.
    package func standing(of reference: EpochReference) -> EpochStanding? {
        guard let number = graph.numbers[reference] else { return refusals[reference] }
        return cutOff.contains(number) ? .cutOff : .accepted
    }

    /// The first epoch; nil if it is missing.
    package var genesis: OpenedEpoch? { graph.vertices.first?.epoch }

    /// The accepted epochs, including those that are cut off, parents first.
    package var epochs: [OpenedEpoch] { graph.vertices.map(\.epoch) }

    /// The numbers of the epochs that are not cut off and have no such successor.
    var lastNumbers: [Int] {
        var followed = BitSet()
        let valid = graph.vertices.indices.filter { !cutOff.contains($0) }
        for number in valid { followed.formUnion(graph.vertices[number].past) }
        return sorted(valid.filter { !followed.contains($0) })
    }

    /// The numbers of the epochs that are cut off and have no successor.
    var lastCutOffNumbers: [Int] {
        var followed = BitSet()
        for vertex in graph.vertices { followed.formUnion(vertex.past) }
        return sorted(cutOff.elements.filter { !followed.contains($0) })
    }

    private func sorted(_ numbers: [Int]) -> [Int] {
        numbers.sorted {
            graph.vertices[$0].epoch.reference < graph.vertices[$1].epoch.reference
        }
    }

    /// The epochs that are not cut off and have no such successor, sorted.
    package var lasts: [OpenedEpoch] { lastNumbers.map { graph.vertices[$0].epoch } }

    /// The current members: the join of the lists of the last epochs.
    package var members: [Member] { basis(after: lastNumbers).roster.members }

    /// The members at some accepted epochs: the join of their lists; empty if one of them is not accepted.
    package func members(at epochs: [EpochReference]) -> [Member] {
        let numbers = epochs.compactMap { graph.numbers[$0] }
        guard !numbers.isEmpty, numbers.count == epochs.count else { return [] }
        return basis(after: numbers).roster.members
    }

    /// The basis of a new epoch whose parents are the epochs with these numbers.
    func basis(after numbers: [Int]) -> EpochBasis {
        let past = graph.past(of: numbers)
        return graph.basis(
            after: numbers, past: past, cutOff: graph.cutOff(in: past, after: numbers))
    }

    /// Opens a file that an accepted epoch has sealed, whether it is cut off or not.
    ///
    /// - Throws: ``SealFault``; ``SealFault/otherEpoch(_:)`` if no accepted epoch has the id in its header.
    package func open(_ file: Span<UInt8>, as kind: SealKind) throws(SealFault) -> [UInt8] {
        guard let header = SealHeader(of: file) else { throw .notSealed }
        guard let vertex = graph.vertices.first(where: { $0.epoch.id == header.epoch }) else {
            throw .otherEpoch(header.epoch)
        }
        return try vertex.epoch.seal.open(file, as: kind)
    }
}
