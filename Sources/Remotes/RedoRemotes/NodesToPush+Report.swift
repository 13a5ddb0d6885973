import RedoCommandLine
import RedoExchange
import RedoModel
import RedoSystem

extension NodesToPush {
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
