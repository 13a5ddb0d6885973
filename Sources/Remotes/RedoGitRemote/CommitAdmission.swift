import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
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

    /// So many refusals are named for people.
    private static let greatestShownRefusalCount = 100

    /// Says what was taken in and what was refused.
    ///
    /// - Parameter count: how many nodes are new.
    static func reportTaken(
        _ count: Int, _ good: [MirrorReader.Entry], _ refused: [MirrorRefusal],
        _ context: inout CommandContext
    ) throws(RedoError) {
        if context.arguments.has(RemoteOptions.mirrorPorcelain) {
            for entry in good {
                try context.print("\(entry.node?.id.description ?? "-")\t\(entry.commit)\tOK\n")
            }
            for refusal in refused {
                let id = refusal.nodeID?.description ?? "-"
                try context.print("\(id)\t\(refusal.place.printable)\t\(refusal.code)\n")
            }
            return
        }
        for refusal in refused.prefix(greatestShownRefusalCount) {
            let id = refusal.nodeID.map { " \($0)" } ?? ""
            let text = "error: \(refusal.code):\(id) \(refusal.detail), in \(refusal.place)"
            context.complain(text.printable + "\n")
        }
        if refused.count > greatestShownRefusalCount {
            let rest = refused.count - greatestShownRefusalCount
            context.complain("error: and \(rest) more; --porcelain names all of them\n")
        }
        if count > 0 {
            try context.print("took in \(counted(count, "node"))\n")
        } else {
            // What was refused is new as well.
            try context.print(refused.isEmpty ? "nothing new\n" : "took in nothing\n")
        }
    }
}
