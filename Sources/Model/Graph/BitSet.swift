/// A set of small numbers, with a bit for each.
///
/// Copies share their storage until one of them changes, so equal sets of successive nodes cost little.
package struct BitSet: Hashable, Sendable {
    /// Without zeros at the end, so that equal sets are equal values.
    private var words: [UInt64] = []

    package init() {}

    package init(_ numbers: some Sequence<Int>) {
        for number in numbers { insert(number) }
    }

    package var isEmpty: Bool { words.isEmpty }

    /// - Complexity: O(1).
    package func contains(_ number: Int) -> Bool {
        let word = number >> 6
        return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
    }

    /// - Complexity: O(n / 64) for the maximum number n.
    package mutating func insert(_ number: Int) {
        let word = number >> 6
        while words.count <= word { words.append(0) }
        words[word] |= 1 << UInt64(number & 63)
    }

    /// Adds the elements of another set. A subset of this one changes nothing.
    ///
    /// - Complexity: O(n / 64) for the maximum number n.
    package mutating func formUnion(_ other: BitSet) {
        if words.isEmpty {
            words = other.words
            return
        }
        for word in other.words.indices {
            if word == words.count {
                words += other.words[word...]
                return
            }
            let joined = words[word] | other.words[word]
            if joined != words[word] { words[word] = joined }
        }
    }

    /// - Complexity: O(n / 64) for the maximum number n.
    package func intersection(_ other: BitSet) -> BitSet {
        var common = BitSet()
        for word in 0..<min(words.count, other.words.count) {
            common.words.append(words[word] & other.words[word])
        }
        while common.words.last == 0 { common.words.removeLast() }
        return common
    }

    /// Whether all elements are in another set.
    package func isSubset(of other: BitSet) -> Bool { first { !other.contains($0) } == nil }

    /// The minimum number that satisfies a condition; nil if none does.
    package func first(where fits: (Int) -> Bool) -> Int? {
        for (index, bits) in words.enumerated() {
            var rest = bits
            while rest != 0 {
                let number = index << 6 + rest.trailingZeroBitCount
                if fits(number) { return number }
                rest &= rest - 1
            }
        }
        return nil
    }

    /// The numbers in ascending order.
    package var elements: [Int] {
        var elements: [Int] = []
        _ = first {
            elements.append($0)
            return false
        }
        return elements
    }
}
