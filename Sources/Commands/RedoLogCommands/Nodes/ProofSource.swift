import RedoCheckpoints
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// A statement that a proof can be built on, with the one that confirms it.
struct ProofSource {
    let statement: SignedStatement
    /// By another key, and has seen the statement; nil if there is none.
    let countersignature: SignedStatement?
    /// The record of the remote that the statement is about.
    let record: CheckpointRecord

    /// What the store knows of its remotes of packs: those that are confirmed first, and of these the latest first.
    static func all(_ remotes: [ConfiguredRemote], of store: Store) -> [ProofSource] {
        var sources: [ProofSource] = []
        for remote in remotes {
            let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
            let seen = record.seen.values.filter { $0.isCounting && $0.isWhole }.map(\.statement)
            let own = record.own?.last.map { [$0.statement] } ?? []
            let past = record.witnessed.map { [$0.statement, $0.by] } ?? []
            let statements = Set(own + seen + past)
            for statement in statements {
                let other = statements.first {
                    $0.statement.key != statement.statement.key
                        && $0.statement.hasSeen(statement.position)
                }
                sources.append(
                    ProofSource(statement: statement, countersignature: other, record: record))
            }
        }
        return sources.sorted { left, right in
            let isConfirmed = (left.countersignature != nil, right.countersignature != nil)
            if isConfirmed.0 != isConfirmed.1 { return isConfirmed.0 }
            let times = (left.statement.statement.time, right.statement.statement.time)
            return times.0 != times.1
                ? times.0 > times.1 : left.statement.digest < right.statement.digest
        }
    }

    /// The ways to what a proof shows; nil if the statement does not cover all of it, or its nodes are not known any more.
    func chains(to contents: some ProofContents, in graph: LogGraph) -> ProofChains? {
        let packs = statement.statement.packs
        let lists = packs.compactMap { record.ids(of: $0.name) }
        guard lists.count == packs.count else { return nil }
        return ProofChains(statement.statement, lists, of: contents, in: graph)
    }
}
