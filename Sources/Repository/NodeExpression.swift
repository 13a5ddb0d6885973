import RedoSystem

/// An operand of a walk, in git's notation: a node, or what is left out, or a range.
///
/// An empty end of a range stands for the tips of the log, as it stands for HEAD in git: `A..` is what A does not
/// reach, and nothing is in `..B`, since the tips reach all nodes.
package enum NodeExpression: Equatable, Sendable {
    /// `A`: a node, with all that it follows.
    case node(String)
    /// `^A`: not that node, nor what it follows.
    case without(String)
    /// `A..B`: what B reaches and A does not. Nil for an empty end.
    case range(from: String?, to: String?)
    /// `A...B`: what one of both reaches and the other does not. Nil for an empty end.
    case difference(String?, String?)

    package init(_ text: String) {
        if let ends = Self.ends(of: text, around: "...") {
            self = .difference(ends.before, ends.after)
        } else if let ends = Self.ends(of: text, around: "..") {
            self = .range(from: ends.before, to: ends.after)
        } else if text.utf8.count > 1, text.hasPrefix("^") {
            self = .without(String(text.dropFirst()))
        } else {
            self = .node(text)
        }
    }

    /// What is before and after a mark; nil for a text without it.
    private static func ends(
        of text: String, around mark: String
    ) -> (before: String?, after: String?)? {
        guard let range = firstRange(of: mark, in: text) else { return nil }
        let (before, after) = (text[..<range.lowerBound], text[range.upperBound...])
        return (
            before.isEmpty ? nil : String(before), after.isEmpty ? nil : String(after)
        )
    }
}

private func firstRange(of pattern: String, in text: String) -> Range<String.Index>? {
    var index = text.startIndex
    while index < text.endIndex {
        if text[index...].hasPrefix(pattern) {
            return index..<text.index(index, offsetBy: pattern.count)
        }
        index = text.index(after: index)
    }
    return nil
}
