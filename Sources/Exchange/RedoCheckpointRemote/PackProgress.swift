import RedoCheckpoints
import RedoStore

/// How far the packs of a statement have come, in KiB of all of them: each is received, which is half of its way, and checked.
struct PackProgress {
    static let unit = "KiB"
    private static let unitByteCount = 1024

    private let byteCount: Int
    /// Of the packs that are done.
    private var doneByteCount = 0
    /// Of the one that is not.
    private var currentByteCount = 0

    init(of packs: [Statement.ListedPack]) {
        byteCount = packs.reduce(0) { $0 + $1.byteCount }
    }

    /// Begins with a pack; the one before is done.
    mutating func begin(_ pack: Statement.ListedPack) {
        doneByteCount += currentByteCount
        currentByteCount = pack.byteCount
    }

    /// - Parameter count: how many bytes of the pack are here.
    func received(_ count: Int, _ progress: StoreProgress) { show(count / 2, progress) }

    /// - Parameters:
    ///   - done: how many parts of the pack are checked.
    ///   - total: how many there are.
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
