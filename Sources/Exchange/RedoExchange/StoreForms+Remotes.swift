import RedoCheckpoints
import RedoCrypto
import RedoJSON
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

extension StoreForms {
    /// The formats of a store's records about remotes.
    package static let checksOfRemotes: [StoreFile.Form: Check] = [
        .checkpointRecord: { checkpointFaults($0) }, .nodeIDs: { listFaults($0) },
        .epoch: { epochFaults($0) },
        .unkeptEpochs: { file in
            UnkeptEpochs(file.bytes) == nil
                ? [FormFault("it does not say which epoch files are not kept")] : []
        },
        .claim: { claimFaults($0) },
        .recoveryKey: { file in
            let byteCount = BoxKey.seedByteCount + BoxKey.sealByteCount
            return file.bytes.count == byteCount
                ? [] : [FormFault("it is not a sealed recovery key")]
        },
        .replica: { ReplicaRecord.fault(in: $0.bytes).map { [FormFault($0)] } ?? [] },
        .replicaNodes: { replicaFaults($0) },
    ]

    private static func checkpointFaults(_ file: RecordFile) -> [FormFault] {
        if let fault = FormFault.ofCanonicalLine(file.bytes, "a record of a remote") {
            return [fault]
        }
        if let reason = CheckpointRecord.fault(in: file.bytes) { return [FormFault(reason)] }
        let directory = CheckpointRecord.directory(
            ofRemote: file.names[1], inStore: file.store.path)
        let others = CheckpointRecord.directories(inStore: file.store.path)
            .filter { $0.path != directory.path }
        return CheckpointRecord(in: directory).faults(beside: others).map { fault in
            FormFault(
                fault.reason, fault.isNote ? .remark : .damage,
                path: fault.file.map { directory.file($0) })
        }
    }

    private static func listFaults(_ file: RecordFile) -> [FormFault] {
        guard let name = Digest(hexadecimal: Array(file.name.utf8).span) else { return [] }
        switch NodeIDList.fault(in: file.bytes, of: name) {
        case .cutOff: return [FormFault("it is cut off", .cutOff)]
        case .otherVersion: return [FormFault("it is of another version", .remark)]
        case .damaged:
            return [
                FormFault("it is not the list of this pack's nodes, or its checksum does not match")
            ]
        case nil: break
        }
        // For a pack of the store, the pack itself determines the nodes.
        guard let list = NodeIDList(reading: file.path, of: name),
            let ids = file.store.ids(inPackNamed: name), !list.isList(of: ids)
        else { return [] }
        return [FormFault("it has other nodes than the pack of its name")]
    }

    private static func epochFaults(_ file: RecordFile) -> [FormFault] {
        SHA256.digest(file.bytes.span).hexadecimal == file.name
            ? [] : [FormFault("it is not the epoch that its name stands for")]
    }

    private static func claimFaults(_ file: RecordFile) -> [FormFault] {
        guard let node = try? NodeValidator().read(file.bytes, signature: .required),
            node.canonicalBytes == file.bytes, TaskClaim(node)?.task.description == file.name
        else { return [FormFault("it is not a claim of the task of its name")] }
        return []
    }

    private static func replicaFaults(_ file: RecordFile) -> [FormFault] {
        switch ReplicaRecord.fault(inList: file.bytes) {
        case .cutOff(let offset): [FormFault("a line is cut off", at: offset, .cutOff)]
        case .damaged(let offset): [FormFault("a line is not the id of a node", at: offset)]
        case nil: []
        }
    }

    // MARK: Nodes that are on remotes

    /// The records that show that nodes are on remotes: lists of the packs of statements, and of the nodes of a
    /// replica.
    package static func recordsOfSent(_ ids: Set<NodeID>, _ store: Store) -> [NodeID: String] {
        var records: [NodeID: String] = [:]
        for directory in CheckpointRecord.directories(inStore: store.path) {
            for (path, list) in CheckpointRecord(in: directory).lists {
                for id in ids where records[id] == nil && list.contains(id) { records[id] = path }
            }
        }
        for directory in ReplicaRecord.directories(inStore: store.path) {
            let path = Path.join(directory, ReplicaRecord.nodesName)
            let known = ReplicaRecord.nodes(in: directory)
            for id in ids where records[id] == nil && known.contains(id) { records[id] = path }
        }
        return records
    }
}
