import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoExchange
import RedoGit
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo mirror --to`: writes the nodes of the store to a git repository.
    static func mirror(
        to place: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let path = try MirrorPlace(
            place,
            hints: [
                "'redo remote add NAME URL' and 'redo push NAME' bring the nodes to another machine"
            ]
        ).path
        let repository = try context.openRepository()
        let store = repository.store
        // Before anything is read: what comes later is mirrored the next time.
        try store.noteLostNodes()
        let fingerprint = try store.fingerprint()
        let now = Int(Clock.milliseconds() / 1000)
        var mirror = try Mirror(opening: path, now: now)
        let taskReferences = context.arguments.setting(RemoteOptions.mirrorTaskReferences)
        if mirror.isCurrent(fingerprint), taskReferences == nil {
            return try report(MirrorUpdate(), .done, &context)
        }
        let snapshot: Snapshot<Node>
        let missing = try store.ids(missingFrom: mirror.map)
        if taskReferences == nil, let additions = try additions(missing, to: mirror, in: store) {
            snapshot = additions
        } else {
            snapshot = try repository.snapshot(trusting: .checksumsBut(missing))
        }
        let update = try update(
            &mirror, snapshot.nodes, device: try context.deviceID(for: store).description,
            source: snapshot.refused.isEmpty ? fingerprint : nil, context)
        if let taskReferences {
            let heads = taskReferences ? headsOfTasks(snapshot.nodes) : []
            try mirror.setTaskReferences(heads, update.commits)
        }
        return try report(update, snapshot.refused.isEmpty ? .done : .no, &context)
    }

    /// The nodes that a mirror lacks, if they are few, can be read, and all others are as they were when
    /// it was written: then the commits of those are known.
    private static func additions(
        _ new: Set<NodeID>, to mirror: borrowing Mirror, in store: Store
    ) throws(RedoError) -> Snapshot<Node>? {
        guard let source = mirror.map.source else { return nil }
        guard new.count <= NodesToPush.greatestSelection,
            try store.fingerprint(without: new) == source
        else { return nil }
        let snapshot = try store.snapshot(of: new)
        let parents = Set(snapshot.nodes.flatMap(\.parents)).subtracting(new)
        let isKnown = mirror.map.hasOneCommit(ofEach: parents)
        return snapshot.refused.isEmpty && isKnown ? snapshot : nil
    }

    /// Writes the commits of nodes that a mirror lacks, and shows how far that is.
    static func update(
        _ mirror: inout Mirror, _ nodes: [Node], device: String, source: Digest?,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> MirrorUpdate {
        var progress = Progress("Writing commits", context)
        let update = try mirror.update(nodes, device: device, source: source) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        return update
    }

    private static func headsOfTasks(_ nodes: [Node]) -> [(task: TaskID, node: NodeID)] {
        let validation = HistoryValidation(nodes)
        return zip(validation.graph.taskIDs, validation.heads()).flatMap { task, heads in
            heads.map { (task, nodes[$0].id) }
        }
    }

    private static func report(
        _ update: MirrorUpdate, _ status: ExitStatus, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if context.arguments.has(RemoteOptions.mirrorPorcelain) {
            for (id, commit) in update.nodes { try context.print("\(id)\t\(commit)\tOK\n") }
            for commit in update.checkpoints { try context.print("-\t\(commit)\tOK\n") }
        } else if update.checkpoints.isEmpty {
            try context.print("nothing to mirror\n")
        } else {
            let nodes = counted(update.nodes.count, "node")
            let checkpoints = counted(update.checkpoints.count, "checkpoint")
            try context.print("mirrored \(nodes) and \(checkpoints)\n")
        }
        return status
    }
}
