import RedoSystem

/// How the ids of persons and keys are shortened for people: to twelve hexadecimal digits, or to as many more as tell each
/// from the others.
///
/// Anyone can make keys and persons until some digits are equal: seven take 65,000 tries among many, twelve take years.
package struct DistinctDigits: Sendable {
    /// At least this many digits are shown.
    package static let smallestCount = 12

    private let sorted: [String]

    /// - Parameter ids: the digits of each, all of them. The digits of a key begin with those of its user.
    /// - Complexity: O(n log n).
    package init(_ ids: some Sequence<String>) { sorted = Set(ids).sorted() }

    /// The digits of an id that are shown, which need not be one of those that are known. O(log n).
    package func text(of id: String) -> String {
        let place = sorted.partitioningIndex { $0 >= id }
        var common = 0
        for (start, step) in [(place - 1, -1), (place, 1)] {
            var neighbour = start
            // A key and its user are the same one.
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
