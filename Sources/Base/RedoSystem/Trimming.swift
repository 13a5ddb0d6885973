extension BidirectionalCollection {
    /// The elements without those at both ends that satisfy a condition.
    ///
    /// - Complexity: O(n) for n elements that are removed.
    package func trimming(while isLeftOut: (Element) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !isLeftOut($0) }),
            let last = lastIndex(where: { !isLeftOut($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    package var trimmed: String { String(trimming(while: \.isWhitespace)) }

    /// The text without the spaces at its end.
    package var withoutTrailingSpaces: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }
}
