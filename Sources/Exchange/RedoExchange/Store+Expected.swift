import RedoCheckpoints
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

extension Store {
    /// Compares the store with all its records, those about remotes included.
    ///
    /// - Parameters:
    ///   - usesCache: whether what was compared before is skipped.
    ///   - isWriting: whether the result is stored for the next time; a dry run changes no file.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    package func expected(
        usesCache: Bool = true, isWriting: Bool = true
    ) throws(RedoError) -> ExpectedNodes {
        try expectedNodes(
            beside: remoteWitnesses(), usesCache: usesCache, isWriting: isWriting)
    }

    /// Records that every answer is incomplete, because of nodes that the records name and that are missing.
    ///
    /// - Parameter isWriting: as for ``expected(usesCache:isWriting:)``.
    /// - Throws: as ``expected(usesCache:isWriting:)``.
    @discardableResult
    package func noteMissingNodes(isWriting: Bool = true) throws(RedoError) -> ExpectedNodes {
        let expected = try expected(isWriting: isWriting)
        note(missing: expected)
        return expected
    }

    /// The records of nodes that remotes have, and that this store had or has, including remotes that were removed from
    /// the configuration.
    private func remoteWitnesses() -> [NodeWitness] {
        let replicas = remoteNames(in: "firestore").compactMap {
            ReplicaRecord.witness(of: $0, in: self)
        }
        return remoteNames(in: "checkpoints").compactMap {
            CheckpointRecord.witness(of: $0, in: self)
        }
            + replicas
    }

    /// Registers the records of a remote, which are kept from now on.
    package func noteRecords(ofRemote name: String) {
        for record in records(ofRemote: name)
        where ((try? Files.statusOfLink(Path.join(path, record))) ?? nil) != nil {
            note(record: record)
        }
    }

    /// Unregisters the records of a remote before they are removed on purpose. Nodes that they name and the store lacks
    /// are recorded as lost.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_003 if that cannot be recorded, STORAGE_004 if an index is
    ///   damaged.
    package func strikeRecords(ofRemote name: String) throws(RedoError) {
        try noteLost(try expected().ids)
        for directory in ["checkpoints", "firestore"] {
            strikeRecords(below: "\(directory)/\(name)")
        }
    }

    /// The names of the records that a remote may have, and that exist under a separate name.
    private func records(ofRemote name: String) -> [String] {
        let directories = ["epochs", "claims"].map { "checkpoints/\(name)/\($0)" }
        let named = directories.flatMap { directory in
            let names = try? ContainedDirectory(
                directory.split(separator: "/").map(String.init), in: path
            )
            .names(of: .regular)
            return (names ?? []).filter { !$0.hasSuffix(ContainedFile.temporarySuffix) }
                .map { "\(directory)/\($0)" }
        }
        return ["checkpoints/\(name)/state"]
            + ["state", "nodes", "refused"].map { "firestore/\(name)/\($0)" } + named
    }

    private func remoteNames(in directory: String) -> [String] {
        let names = try? ContainedDirectory([directory], in: path).names(of: .directory)
        return (names ?? []).sorted()
    }
}

extension CheckpointRecord {
    /// The statements of a remote whose nodes are all here: those of the store, and those that were received
    /// completely.
    fileprivate static func witness(of remote: String, in store: Store) -> NodeWitness? {
        let record = CheckpointRecord(ofRemote: remote, inStore: store.path)
        let statements =
            [record.own?.last?.statement].compactMap(\.self)
            + record.allSeen.filter(\.isWhole).map(\.statement)
        let packs = Set(statements.flatMap { $0.statement.packs.map(\.name) })
        if packs.isEmpty { return nil }
        let name = "checkpoints/\(remote)"
        return NodeWitness(
            record: name, remote: remote,
            parts: packs.sorted().map { pack in
                NodeWitness.Part(
                    name: "\(name)/ids/\(pack.hexadecimal)", pack: pack,
                    isThere: { record.hasIDs(of: pack) }
                ) {
                    record.ids(of: pack).map { list in (0..<list.count).map { list[$0] } }
                }
            })
    }
}

extension ReplicaRecord {
    /// The nodes that a replica in Firestore has according to the records: those that were sent or received.
    fileprivate static func witness(of remote: String, in store: Store) -> NodeWitness? {
        let directory = directory(ofRemote: remote, inStore: store.path)
        guard let state = nodesState(in: directory) else { return nil }
        let name = "firestore/\(remote)/\(nodesName)"
        return NodeWitness(
            record: name, remote: remote,
            parts: [NodeWitness.Part(name: "\(name) \(state)") { nodes(in: directory).sorted }])
    }
}
