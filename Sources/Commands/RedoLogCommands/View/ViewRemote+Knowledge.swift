import RedoCheckpoints
import RedoExchange
import RedoModel
import RedoRemotes
import RedoRepository
import RedoSystem
import RedoView

extension ViewRemote {
    /// What is known of the remotes of a store.
    ///
    /// - Throws: wrong usage for a setting of a remote that is not a boolean.
    static func all(
        of repository: Repository, at now: Instant
    ) throws(RedoError) -> [ViewRemote] {
        let keyText = repository.keyTexts()
        return try ConfiguredRemote.all(of: repository.store).map {
            (remote) throws(RedoError) -> ViewRemote in
            let isCopied = try remote.isCopied(in: repository.store)
            let known = remote.known(in: repository.store)
            return ViewRemote(
                name: remote.name, url: remote.urlWithoutCredentials, lastRead: known?.lastRead,
                lacked: known.map { $0.unsent.waiting + $0.unsent.refused },
                findings: known.map { known in
                    known.findings.map { $0.line(at: now, isCopied: isCopied, keyText) }
                } ?? [])
        }
    }
}
