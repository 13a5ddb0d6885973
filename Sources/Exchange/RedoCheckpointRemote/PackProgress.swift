import RedoCheckpoints
import RedoStore

/// The progress of the packs of a statement, in KiB of all of them. Half of a pack's share is its download, the other
/// half its check.
struct PackProgress {
    static let unit = "KiB"
    private static let unitByteCount = 1024

    private let byteCount: Int
    /// The bytes of finished packs.
    private var doneByteCount = 0
    /// The finished bytes of the current pack.
    private var currentByteCount = 0

    init(of packs: [Statement.ListedPack]) {
        byteCount = packs.reduce(0) { $0 + $1.byteCount }
    }

    /// Begins a pack, and finishes the one before.
    mutating func begin(_ pack: Statement.ListedPack) {
        doneByteCount += currentByteCount
        currentByteCount = pack.byteCount
    }

    /// - Parameter count: the received bytes of the pack.
    func received(_ count: Int, _ progress: StoreProgress) { show(count / 2, progress) }

    /// - Parameters:
    ///   - done: the number of checked parts of the pack.
    ///   - total: the number of all parts.
    func checked(_ done: Int, of total: Int, _ progress: StoreProgress) {
        let half = currentByteCount / 2
        show(half + half * min(done, total) / max(total, 1), progress)
    }

    private func show(_ count: Int, _ progress: StoreProgress) {
        let unit = Self.unitByteCount
        progress(
            (doneByteCount + min(count, currentByteCount)) / unit, (byteCount + unit - 1) / unit)
    }
}
