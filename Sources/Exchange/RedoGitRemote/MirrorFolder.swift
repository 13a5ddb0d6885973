import RedoCrypto
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A git repository on this machine that mirrors a store: a commit for each node.
package struct MirrorFolder {
    private let path: String
    /// The path as the user has typed it.
    private let typedPath: String
    private let session: ExchangeSession

    package init(at path: String, named typedPath: String, _ session: ExchangeSession) {
        self.path = path
        self.typedPath = typedPath
        self.session = session
    }

    // MARK: Writing

    /// The result of writing a mirror.
    package struct Writing {
        package let update: MirrorUpdate
        /// Whether all nodes of the store could be read.
        package let isWhole: Bool
    }

    /// Writes the nodes of the store that the mirror lacks. It is created if it is missing.
    ///
    /// - Parameter taskReferences: whether references lead to the heads of tasks; nil to leave that unchanged.
    /// - Throws: STORAGE_003 if it cannot be written.
    package func write(taskReferences: Bool?) throws(RedoError) -> Writing {
        let store = session.store
        // First of all, so that a node that is written from now on is mirrored the next time.
        try store.noteLostNodes()
        let fingerprint = try store.fingerprint()
        var mirror = try Mirror(opening: path, now: Int(Clock.milliseconds() / 1000))
        if mirror.isCurrent(fingerprint), taskReferences == nil {
            return Writing(update: MirrorUpdate(), isWhole: true)
        }
        let snapshot: Snapshot<Node>
        let missing = Set(try store.ids()).subtracting(mirror.map.nodes)
        if taskReferences == nil, let additions = try additions(missing, to: mirror) {
            snapshot = additions
        } else {
            snapshot = try session.repository.snapshot(trusting: .checksumsBut(missing))
        }
        var progress = session.progress("Writing commits")
        let update = try mirror.update(
            snapshot.nodes, device: try session.home.deviceID(for: store).description,
            source: snapshot.refused.isEmpty ? fingerprint : nil
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        if let taskReferences {
            let heads = taskReferences ? Self.headsOfTasks(snapshot.nodes) : []
            try mirror.setTaskReferences(heads, update.commits)
        }
        return Writing(update: update, isWhole: snapshot.refused.isEmpty)
    }

    /// The nodes that a mirror lacks, if they are few and readable, and all others are unchanged since it was written:
    /// then the commits of the others are recorded.
    private func additions(
        _ new: Set<NodeID>, to mirror: borrowing Mirror
    ) throws(RedoError) -> Snapshot<Node>? {
        let store = session.store
        guard let source = mirror.map.source, new.count <= NodesToPush.maximumSelection,
            try store.fingerprint(without: new) == source
        else { return nil }
        let snapshot = try store.snapshot(of: new)
        let parents = Set(snapshot.nodes.flatMap(\.parents)).subtracting(new)
        let isKnown = mirror.map.hasOneCommit(ofEach: parents)
        return snapshot.refused.isEmpty && isKnown ? snapshot : nil
    }

    private static func headsOfTasks(_ nodes: [Node]) -> [(task: TaskID, node: NodeID)] {
        let validation = HistoryValidation(nodes)
        return zip(validation.graph.taskIDs, validation.heads()).flatMap { task, heads in
            heads.map { (task, nodes[$0].id) }
        }
    }

    // MARK: Reading

    /// Receives the valid nodes of the mirror. A node without a signature is valid, unless the request says otherwise.
    ///
    /// - Throws: STORAGE_001 for a remote of packs.
    package func read() throws(RedoError) -> FetchOutcome {
        let repository = try GitRepository.open(path)
        let list = try ReferenceList(of: repository)
        let contents = RepositoryContents(list.sound.map(\.name))
        try contents.refuseUnlessMirror(
            typedPath,
            "'redo remote add NAME \(shellWord(typedPath.printable))', then 'redo fetch NAME', takes it into this one"
        )
        // Damaged references are reported with the refused nodes.
        if contents.kind == .empty, list.damaged.isEmpty {
            try contents.refuseUnlessEmpty(typedPath, repository, damaged: [])
        }
        repository.warnIfShallow(session)
        let known = try KnownCommits(of: session.store)
        var progress = session.progress("Checking commits")
        // Packs are only read from a configured remote.
        let reader = try MirrorReader(
            repository, beyond: known.map,
            signature: session.request.requiresSignature ?? false ? .required : .ifPresent,
            leavingOut: RepositoryContents.isOfPacks
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        var admission = MirrorAdmission()
        try admission.admit(reader, beyond: known, session)
        return try admission.report(to: session)
    }
}
