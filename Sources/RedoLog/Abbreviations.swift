/// The shortest texts that name each of some ids uniquely.
package struct Abbreviations: Sendable {
    private let digits: [String]
    /// At least this many digits, so that names last when the log grows.
    package static let smallestCount = 7

    /// O(n log n).
    package init(_ ids: [ChangeID]) {
        digits = ids.sorted().map(\.digest.hexadecimal)
    }

    /// The shortest unique prefix of an id's hexadecimal digits. O(log n).
    package func text(of id: ChangeID) -> String {
        let text = id.digest.hexadecimal
        var low = 0
        var high = digits.count
        while low < high {
            let middle = (low + high) / 2
            if digits[middle] < text { low = middle + 1 } else { high = middle }
        }
        let neighbours = [low - 1, low, low + 1].filter { digits.indices.contains($0) }
            .map { digits[$0] }.filter { $0 != text }
        let common = neighbours.map { commonPrefixCount($0, text) }.max() ?? 0
        return String(text.prefix(max(Self.smallestCount, common + 1)))
    }
}

/// How many bytes two texts start with alike.
package func commonPrefixCount(_ left: String, _ right: String) -> Int {
    zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
}
