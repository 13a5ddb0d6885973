import RedoSystem

/// The shortest texts that name each of some ids uniquely.
package struct Abbreviations: Sendable {
    private let sorted: [NodeID]
    /// The minimum number of digits, so that names remain unique when the log grows.
    package static let smallestCount = 7

    /// - Complexity: O(n log n).
    package init(_ ids: [NodeID]) { sorted = ids.sorted() }

    /// The shortest unique prefix of an id's hexadecimal digits. O(log n).
    package func text(of id: NodeID) -> String {
        let index = sorted.firstIndex(notBelow: id)
        // An id can be in the array twice, or not at all.
        var next = index
        while next < sorted.count, sorted[next] == id { next += 1 }
        var common = 0
        for neighbour in [index - 1, next] where sorted.indices.contains(neighbour) {
            common = max(common, sorted[neighbour].digest.commonDigitCount(with: id.digest))
        }
        return String(id.digest.hexadecimal.prefix(max(Self.smallestCount, common + 1)))
    }
}

extension [NodeID] {
    /// Removes all but the first of equal neighbours.
    package mutating func removeRepetitions() {
        var end = 0
        for index in indices where end == 0 || self[index] != self[end - 1] {
            self[end] = self[index]
            end += 1
        }
        removeLast(count - end)
    }
}

extension NodeID {
    /// The first digits, for texts in which they need not identify the node.
    package var shortText: String {
        String(digest.hexadecimal.prefix(Abbreviations.smallestCount))
    }
}
