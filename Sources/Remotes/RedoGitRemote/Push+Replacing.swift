import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Push {
    /// Where a reference of a device stays that another one has taken the place of.
    private static let replacedPrefix = "refs/redo/replaced/"

    /// Recreates the store's repository where this device's reference on the remote reaches what no one can
    /// take in. Afterwards the next checkpoint follows none.
    ///
    /// What is good there is taken in first, whoever wrote it. The old reference stays on the remote under
    /// another name, so that nothing becomes unreachable.
    ///
    /// - Returns: whether the reference should be replaced.
    /// - Throws: ``RedoError`` where the remote cannot send what the reference reaches, or does not keep
    ///   it under the other name.
    func beginAgain(
        insteadOf theirs: GitObjectID, _ mirror: inout Mirror, _ outcome: inout Outcome,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        let fetch = Fetch(
            from: remote, to: store, rule: SyncOptions.signatureRule(context.arguments),
            authors: nil, isRefetching: true)
        let other = try connection(mirror)
        let offer = Fetch.Offer(name: reference, device: device, target: theirs)
        let taken = try fetch.take([offer], over: other, to: mirror, context)
        guard let first = taken.refused.first else {
            outcome.notes.append(
                "all that \(reference) of \(remote.name) reaches can be taken in: it is not replaced"
            )
            return false
        }
        let kept = "\(Self.replacedPrefix)\(device)/\("\(theirs)".prefix(12))"
        let previous = try mirror.repository.target(of: kept)
        try mirror.repository.setReference(kept, to: theirs, from: previous)
        try send(["\(kept):\(kept)"], over: try connection(mirror), context)
        try mirror.repository.removeReference(kept)
        mirror.beginAgain()
        outcome.notes.append(
            "\(reference) of \(remote.name) is replaced: \(counted(taken.refused.count, "commit")) "
                + "there cannot be taken in (\(first.code): \(first.detail)); took in "
                + "\(counted(taken.new.count, "node")) from there; it stays there as \(kept)")
        return true
    }

    /// Another connection to the remote, which has not been used.
    func connection(_ mirror: borrowing Mirror) throws(RedoError) -> GitRemote {
        return try remote.connection(in: mirror.repository)
    }
}
