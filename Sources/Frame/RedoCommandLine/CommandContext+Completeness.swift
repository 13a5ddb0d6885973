import RedoModel
import RedoStore
import RedoSystem

extension CommandContext {
    /// The status of a command that has come to its end: what it says itself, and whether its answer may lack
    /// nodes. Then one line on standard error says how many, and what helps.
    ///
    /// - Parameter statuses: what the command can end with.
    func concluded(_ status: ExitStatus, _ statuses: StatusMeanings) -> ExitStatus {
        if status == .brokenPipe { return status }
        warnOfIgnoredSettings()
        let returnedCount = incompleteness.returnedCount
        if returnedCount > 0 {
            note(
                "\(counted(returnedCount, "node")) came back from the quarantine: what was missing is here again"
            )
        }
        if status == .wrongUsage || !statuses.isAboutNodes { return status }
        let count = incompleteness.count
        if count > 0 {
            let consequence = status == .failed ? "" : ", so this answer is incomplete"
            warn(of: count, "\(faultText(count))\(consequence)")
            return status.joined(with: .incomplete)
        }
        let elsewhereCount = incompleteness.elsewhereCount
        if elsewhereCount > 0, status != .failed {
            warn(of: elsewhereCount, "elsewhere in the store \(faultText(elsewhereCount))")
        }
        return status
    }

    private func faultText(_ count: Int) -> String {
        "\(count) \(count == 1 ? "node is" : "nodes are") damaged, missing or cut off"
    }

    private func warn(of count: Int, _ text: String) {
        let pronoun = count == 1 ? "it" : "them"
        let help = chosenRemote.withLock { remote in
            remote.map { "'redo fsck --from \($0)' fetches \(pronoun)" }
                ?? "'redo fsck --repair' saves what is intact"
        }
        warn(ErrorCode.validationFailed, "\(text); 'redo fsck' lists \(pronoun), \(help)")
    }
}
