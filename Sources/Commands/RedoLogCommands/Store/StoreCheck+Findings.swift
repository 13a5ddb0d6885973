import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension StoreCheck {
    /// Reads every byte of a store, and shows the progress.
    ///
    /// - Parameter latest: a node of a later time is one of the future.
    static func made(
        of repository: Repository, _ latest: Instant, _ context: borrowing CommandContext
    ) throws(RedoError) -> StoreCheck {
        var progress = Progress("Checking", context)
        let check = try repository.store.check(until: latest, forms: .all) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        return check
    }

    /// What was found in the files, and what is missing by the store's own records.
    func findings(with repository: Repository) throws(RedoError) -> [StoreFinding] {
        try findings + Self.missing(repository, besides: findings)
    }

    /// What is missing by the store's own records.
    ///
    /// - Parameter findings: what is known already: with damaged indexes, records cannot be compared.
    static func missing(
        _ repository: Repository, besides findings: [StoreFinding]
    ) throws(RedoError) -> [StoreFinding] {
        let store = repository.store
        do throws(RedoError) {
            return try store.expected(usesCache: false).findings(in: store)
        } catch {
            if findings.isEmpty { throw error }
            return []
        }
    }
}
