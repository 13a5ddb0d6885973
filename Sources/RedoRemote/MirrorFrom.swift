import RedoCommand
import RedoGit
import RedoLog
import RedoStore
import RedoSystem

extension Command {
    /// `redo mirror --from`: takes the good nodes of a git repository in.
    static func mirror(
        from path: String, _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        let store = try context.openStore()
        let known = try KnownCommits(of: store)
        let reader = try read(path, beyond: known.map, context)
        let late = try admit(reader.entries, to: store, context)
        let isOut = Set(late.map(\.commit))
        try known.remember(reader.settled(without: isOut))
        let refused = reader.refused + late.map { MirrorRefusal($0.commit, $0.rejection) }
        try report(reader.entries.filter { !isOut.contains($0.commit) }, refused, &context)
        return refused.isEmpty ? .done : .no
    }

    /// The commits of a repository that are what they should be.
    private static func read(
        _ path: String, beyond known: CommitMap, _ context: borrowing CommandContext
    ) throws(CommandError) -> MirrorReader {
        var progress = Progress("Checking commits", context)
        let rule: NodeReader.SignatureRule =
            context.arguments.has(mirrorRequiresSignature) ? .required : .ifPresent
        let reader: MirrorReader
        do throws(GitError) {
            let repository = try GitRepository.open(path)
            reader = try MirrorReader(repository, beyond: known, signature: rule) {
                progress.show(done: $0, total: $1)
            }
        } catch {
            throw CommandError(error)
        }
        progress.finish()
        return reader
    }

    /// Stage 2, and the good ones on disk.
    ///
    /// - Returns: the nodes that were refused.
    private static func admit(
        _ entries: [MirrorReader.Entry], to store: Store, _ context: borrowing CommandContext
    ) throws(CommandError) -> [(commit: GitObjectID, rejection: Rejection)] {
        var progress = Progress("Writing nodes", context)
        var candidates: [(commit: GitObjectID, node: Node)] = []
        for entry in entries {
            if let node = entry.node { candidates.append((entry.commit, node)) }
        }
        let verdicts: [Rejection?]
        do throws(StoreError) {
            verdicts = try store.admit(
                candidates.map { .success($0.node) }, reader: NodeReader()
            ) {
                progress.show(done: $0, total: $1)
            }
        } catch {
            throw CommandError(error)
        }
        progress.finish()
        return zip(candidates, verdicts).compactMap { candidate, verdict in
            verdict.map { (candidate.commit, $0) }
        }
    }

    private static func report(
        _ good: [MirrorReader.Entry], _ refused: [MirrorRefusal], _ context: inout CommandContext
    ) throws(CommandError) {
        if context.arguments.has(mirrorPorcelain) {
            for entry in good {
                try context.print("\(entry.node?.id.description ?? "-")\t\(entry.commit)\tOK\n")
            }
            for refusal in refused {
                let id = refusal.nodeID?.description ?? "-"
                try context.print("\(id)\t\(refusal.place.printable)\t\(refusal.code)\n")
            }
            return
        }
        for refusal in refused {
            let id = refusal.nodeID.map { " \($0)" } ?? ""
            let text = "error: \(refusal.code):\(id) \(refusal.detail), in \(refusal.place)"
            context.complain(text.printable + "\n")
        }
        let count = Set(good.compactMap(\.node?.id)).count
        try context.print(count == 0 ? "nothing new\n" : "took in \(counted(count, "node"))\n")
    }
}
