import RedoCrypto
import RedoExchange
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// The nodes to send, parents before children if they are sent in several batches.
struct UnsentQueue {
    private enum Order {
        /// Ordinals of nodes in a log index, which has their ids.
        case indexed(LogIndex, [Int32])
        case listed([NodeID])
    }

    private let order: Order
    /// The number of nodes that the replica refused before.
    let refusedCount: Int
    /// Nodes with a missing ancestor.
    let waiting: WaitingNodes

    /// - Parameter fingerprint: the fingerprint of the store's state.
    init(
        of store: Store, beyond record: ReplicaRecord, knowing fingerprint: Digest
    ) throws(RedoError) {
        guard record.source != fingerprint || !record.refused.isEmpty else {
            order = .listed([])
            refusedCount = 0
            waiting = WaitingNodes([], behind: [])
            return
        }
        let connected = try store.connectedNodes()
        let cutOff = connected.cutOff.filter { !record.nodes.contains($0) }
        waiting = WaitingNodes(cutOff, behind: connected.missing)
        store.incompleteness.note(faulty: waiting.ids)
        let unsent = UnsentNodes(
            among: connected.ids.filter { !cutOff.contains($0) }, beyond: record)
        refusedCount = unsent.refused.count
        order = try Self.order(unsent.waiting, store)
    }

    private static func order(
        _ ids: [NodeID], _ store: Store
    ) throws(RedoError) -> Order {
        // Few nodes are read at once, and ordered then.
        if ids.count <= FirestoreExchange.batchNodeCount { return .listed(ids) }
        let wanted = IDSet(sorted: ids)
        let stored = try store.storedLog()
        if let logIndex = stored?.logIndex() {
            var numbers: [Int32] = []
            numbers.reserveCapacity(ids.count)
            for number in 0..<logIndex.count where wanted.contains(logIndex.id(of: number)) {
                numbers.append(Int32(number))
            }
            return .indexed(logIndex, numbers)
        }
        // A node is damaged: reading all of them determines which.
        let snapshot = try store.snapshot()
        return .listed(snapshot.nodes.map(\.id).filter(wanted.contains))
    }

    var count: Int {
        switch order {
        case .indexed(_, let numbers): numbers.count
        case .listed(let ids): ids.count
        }
    }

    subscript(range: Range<Int>) -> [NodeID] {
        switch order {
        case .indexed(let logIndex, let numbers): numbers[range].map { logIndex.id(of: Int($0)) }
        case .listed(let ids): Array(ids[range])
        }
    }
}
