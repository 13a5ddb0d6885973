import RedoCommandLine
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

extension NodesToPush {
    /// What a push says that had nothing to send.
    ///
    /// - Parameter refusedCount: how many nodes the remote refuses, which are not sent again.
    package static func nothing(of store: Store, refusedCount: Int = 0) -> String {
        let isAll = refusedCount == 0 && store.incompleteness.count == 0
        return isAll ? "everything up-to-date" : "nothing was pushed"
    }

    /// Names the nodes that had to stay: errors that keep all others here, too, or warnings with `--skip-unsigned`.
    ///
    /// - Parameter hints: what helps those that had to stay.
    /// - Returns: whether they keep the others here.
    package static func report(
        _ kept: [Kept], _ hints: [String], _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        let isSkipping = context.arguments.has(SyncOptions.skipUnsigned)
        let isPorcelain = context.arguments.has(SyncOptions.porcelain)
        let code = ErrorCode.invalidSignature
        for node in kept {
            if isPorcelain {
                try context.print("\(node.id)\t-\t\(code)\n")
                continue
            }
            let reason = node.reason.map { "the node has no signature, and \($0)" }
            let text = "\(node.id) \(reason ?? "it follows a node without a signature")"
            if isSkipping {
                context.warn(code, text)
            } else {
                context.complain("error: \(code): \(text)".printable + "\n")
            }
        }
        let isRefused = !kept.isEmpty && !isSkipping
        if isRefused, !isPorcelain {
            for hint in hints { context.complain("hint: \(hint.printable)\n") }
            context.complain("hint: 'redo push --skip-unsigned' pushes the rest\n")
        }
        return isRefused
    }
}
