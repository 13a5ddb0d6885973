import RedoCommand
import RedoExchange
import RedoGit
import RedoLog
import RedoStore

extension Command {
    /// Stage 2, and the good ones on disk.
    ///
    /// - Returns: the nodes that were refused.
    static func admit(
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

    /// Says what was taken in and what was refused.
    static func reportTaken(
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
