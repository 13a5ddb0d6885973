/// The shortest texts that name each of some ids uniquely.
package struct Abbreviations: Sendable {
    private let sorted: [ChangeID]
    /// At least this many digits, so that names last when the log grows.
    package static let smallestCount = 7

    /// O(n log n).
    package init(_ ids: [ChangeID]) { sorted = ids.sorted() }

    /// The shortest unique prefix of an id's hexadecimal digits. O(log n).
    package func text(of id: ChangeID) -> String {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < id { low = middle + 1 } else { high = middle }
        }
        // An id can be here twice, or not at all.
        var next = low
        while next < sorted.count, sorted[next] == id { next += 1 }
        var common = 0
        for neighbour in [low - 1, next] where sorted.indices.contains(neighbour) {
            common = max(common, sorted[neighbour].digest.commonDigitCount(with: id.digest))
        }
        return String(id.digest.hexadecimal.prefix(max(Self.smallestCount, common + 1)))
    }
}
