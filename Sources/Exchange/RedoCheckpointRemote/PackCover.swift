import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoSystem

/// The packs on a remote that a store's next statement lists; together they have all nodes of its last one.
///
/// A store joins the packs that it has created, whoever else lists them. So the other stores must drop the parts in
/// favour of the joined pack: the largest packs are chosen first, and packs that these cover are left out.
struct PackCover {
    struct Entry {
        let pack: Statement.ListedPack
        let ids: NodeIDList
        /// Whether the store may join the pack with others: it has created it, or no one else lists it.
        let isOwn: Bool
    }

    private(set) var entries: [Entry] = []

    /// - Parameter open: packs of other slots that may not be listed.
    init(_ candidates: OutgoingChoice.Candidates, besides open: Set<Digest>) {
        let (listed, made, ids) = (candidates.listed, candidates.made, candidates.ids)
        let others = candidates.others.filter { !open.contains($0.name) }
        let unusable = candidates.files.marks.all
        let foreign = Set(others.map(\.name))
        let names = Set(listed.map(\.name))
        let isSettled = listed.allSatisfy {
            made.contains($0.name) || foreign.contains($0.name)
        }
        if isSettled, foreign.isSubset(of: names) {
            entries = listed.compactMap { Self.entry($0, made, foreign, ids) }
        } else {
            let mine = listed.filter { made.contains($0.name) }
            entries = mine.compactMap { Self.entry($0, made, foreign, ids) }
            let usable = others.filter {
                !made.contains($0.name)
                    && (names.contains($0.name) || unusable.isDisjoint(with: $0.pieces))
            }
            let rest = listed.filter {
                !made.contains($0.name) && !foreign.contains($0.name)
            }
            for packs in [usable, rest] {
                let candidates = packs.compactMap { Self.entry($0, made, foreign, ids) }
                    .sorted {
                        ($1.ids.count, $0.pack.name) < ($0.ids.count, $1.pack.name)
                    }
                for entry in candidates where !entry.ids.isCovered(by: entries.map(\.ids)) {
                    entries.append(entry)
                }
            }
        }
        dropCovered()
    }

    private static func entry(
        _ pack: Statement.ListedPack, _ made: Set<Digest>, _ foreign: Set<Digest>,
        _ ids: (Digest) -> NodeIDList?
    ) -> Entry? {
        guard let ids = ids(pack.name) else { return nil }
        let isOwn = made.contains(pack.name) || !foreign.contains(pack.name)
        return Entry(pack: pack, ids: ids, isOwn: isOwn)
    }

    /// Removes own packs whose nodes are in packs of other stores. If two stores have packs of the same nodes, one
    /// keeps its own: otherwise they could adopt each other's packs again and again.
    private mutating func dropCovered() {
        let theirs = entries.filter { !$0.isOwn }
        if theirs.isEmpty { return }
        entries.removeAll { entry in
            entry.isOwn
                && entry.ids.isCovered(
                    by: theirs.filter {
                        $0.ids.count != entry.ids.count || $0.pack.name < entry.pack.name
                    }.map(\.ids))
        }
    }
}
