import RedoSystem

/// Shortened ids of persons and keys for people: twelve hexadecimal digits, or more if they are needed to distinguish
/// the id from the others.
///
/// Anyone can create keys and persons until some digits are equal: seven take 65,000 attempts among many, twelve take
/// years.
package struct DistinctDigits: Sendable {
    /// The minimum number of digits.
    package static let smallestCount = 12

    private let sorted: [String]

    /// - Parameter ids: all digits of each id. The digits of a key begin with those of its user.
    /// - Complexity: O(n log n).
    package init(_ ids: some Sequence<String>) { sorted = Set(ids).sorted() }

    /// The digits of an id that are shown; the id need not be one of the given ones.
    ///
    /// - Complexity: O(log n).
    package func text(of id: String) -> String {
        let index = sorted.partitioningIndex { $0 >= id }
        var common = 0
        for (start, step) in [(index - 1, -1), (index, 1)] {
            var neighbour = start
            // A key and its user count as one.
            while sorted.indices.contains(neighbour),
                sorted[neighbour].hasPrefix(id) || id.hasPrefix(sorted[neighbour])
            {
                neighbour += step
            }
            guard sorted.indices.contains(neighbour) else { continue }
            let equal = zip(sorted[neighbour].utf8, id.utf8).prefix { $0 == $1 }
            common = max(common, equal.count)
        }
        return String(id.prefix(max(Self.smallestCount, common + 1)))
    }
}
