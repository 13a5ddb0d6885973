import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// What became of nodes that a mirror gave.
struct Admission {
    let refused: [(commit: GitObjectID, rejection: Rejection)]
    /// Those that the store did not have, in the order in which they were given.
    let new: [NodeID]
}

extension Command {
    /// Stage 2, and the good ones on disk.
    static func admit(
        _ entries: [MirrorReader.Entry], to store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> Admission {
        var progress = Progress("Writing nodes", context)
        var candidates: [(commit: GitObjectID, node: Node)] = []
        for entry in entries {
            if let node = entry.node { candidates.append((entry.commit, node)) }
        }
        if candidates.isEmpty { return Admission(refused: [], new: []) }
        let here = Set(try store.ids())
        let verdicts = try store.admit(
            candidates.map { .success($0.node) }, validator: NodeValidator()
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        var refused: [(commit: GitObjectID, rejection: Rejection)] = []
        var known = here
        var new: [NodeID] = []
        for (candidate, verdict) in zip(candidates, verdicts) {
            if let verdict {
                refused.append((candidate.commit, verdict))
            } else if known.insert(candidate.node.id).inserted {
                new.append(candidate.node.id)
            }
        }
        return Admission(refused: refused, new: new)
    }

    /// Says what was taken in and what was refused.
    ///
    /// - Parameter count: how many nodes are new.
    static func reportTaken(
        _ count: Int, _ good: [MirrorReader.Entry], _ refused: [MirrorRefusal],
        _ context: inout CommandContext
    ) throws(RedoError) {
        let isPorcelain = context.arguments.has(RemoteOptions.mirrorPorcelain)
        if isPorcelain {
            for entry in good {
                try context.print("\(entry.node?.id.description ?? "-")\t\(entry.commit)\tOK\n")
            }
        }
        try TakenReport.print(
            refused: refused.map {
                TakenReport.Refusal(
                    id: $0.nodeID, code: $0.code, detail: $0.detail, place: $0.place)
            }, isPorcelain: isPorcelain, &context)
        if !isPorcelain {
            try TakenReport.print(count: count, isWhole: refused.isEmpty, &context)
        }
    }
}
