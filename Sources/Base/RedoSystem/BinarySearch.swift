extension RandomAccessCollection {
    /// The index of the first element for which a condition holds, or the end index if it holds for none. The condition
    /// must hold for all elements after the first one for which it holds.
    ///
    /// - Complexity: O(log n).
    @inlinable
    package func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Index {
        var low = startIndex
        var remaining = count
        while remaining > 0 {
            let half = remaining / 2
            let middle = index(low, offsetBy: half)
            if belongsToSecondPart(self[middle]) {
                remaining = half
            } else {
                low = index(after: middle)
                remaining -= half + 1
            }
        }
        return low
    }
}

extension RandomAccessCollection where Element: Comparable {
    /// The index of the first element that is not less than a value, in a sorted collection.
    ///
    /// - Complexity: O(log n).
    @inlinable
    package func firstIndex(notBelow value: Element) -> Index {
        partitioningIndex { !($0 < value) }
    }

    /// The elements that are in a range, in a sorted collection.
    ///
    /// - Complexity: O(log n).
    @inlinable
    package func elements(in range: ClosedRange<Element>) -> SubSequence {
        let rest = self[firstIndex(notBelow: range.lowerBound)...]
        return rest[..<rest.partitioningIndex { range.upperBound < $0 }]
    }
}
